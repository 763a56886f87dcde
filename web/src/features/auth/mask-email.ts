/** An e-mail address that its owner recognises and a bystander does not learn: "anna@example.com" → "a•••@example.com". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '•••';
  return `${[...email][0] ?? ''}•••${email.slice(at)}`;
}
