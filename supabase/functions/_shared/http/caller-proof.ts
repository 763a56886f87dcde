/** The header with the client for whom a function calls, and the header that proves it. */
export const CALLER_HEADER = 'Sb-Forwarded-For';
export const CALLER_PROOF_HEADER = 'Sb-Forwarded-Proof';

/**
 * Proves that a function of this project named the address: only holders of the secret key can create it, and it is
 * valid for no other address.
 * @returns hexadecimal digits
 */
export async function callerProof(secretKey: string, address: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes(secretKey), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const proof = await crypto.subtle.sign('HMAC', key, bytes(`caller ${address}`));
  return Array.from(new Uint8Array(proof), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
