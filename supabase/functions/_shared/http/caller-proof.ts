/** The header that names who a function calls for, and the one that proves that a function says so. */
export const CALLER_HEADER = 'Sb-Forwarded-For';
export const CALLER_PROOF_HEADER = 'Sb-Forwarded-Proof';

/**
 * Proves that a function of this project names the address: nobody without the secret key can make it, and it is worth nothing for
 * another address.
 * @returns hexadecimal digits.
 */
export async function callerProof(secretKey: string, address: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes(secretKey), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const proof = await crypto.subtle.sign('HMAC', key, bytes(`caller ${address}`));
  return Array.from(new Uint8Array(proof), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
