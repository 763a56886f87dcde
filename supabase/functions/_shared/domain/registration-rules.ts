import { PASSWORD_FORM_MIN, USERNAME_MIN } from './limits.ts';

/** The four rules of a new password, separately, for a checklist that updates while typing. */
export const NEW_PASSWORD_RULES: readonly { label: string; isMet: (password: string) => boolean }[] = [
  { label: 'At least 8 characters', isMet: (password) => password.length >= PASSWORD_FORM_MIN },
  { label: '1 uppercase letter', isMet: (password) => /\p{Lu}/u.test(password) },
  { label: '1 number', isMet: (password) => /[0-9]/.test(password) },
  { label: '1 special character', isMet: (password) => /[^\p{L}\p{N}]/u.test(password) },
];

/** Whether a username is long enough to ask the server if it is taken. */
export function shouldAskUsername(username: string): boolean {
  return username.length >= USERNAME_MIN;
}

/** Whether an email looks complete enough to ask the server if it is taken. */
export function shouldAskEmail(email: string): boolean {
  return email.includes('@') && email.includes('.');
}
