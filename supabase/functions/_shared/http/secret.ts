const digest = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** Whether a caller sent a secret. The comparison takes constant time, so that its duration reveals nothing. */
export async function isSameSecret(sent: string, secret: string): Promise<boolean> {
  const [left, right] = await Promise.all([digest(sent), digest(secret)]);
  return left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0;
}
