import { createHash, timingSafeEqual } from 'node:crypto';
import { CALLER_HEADER, CALLER_PROOF_HEADER, callerProof } from '../functions/_shared/http/caller-proof.ts';

/** The address for which a function calls; undefined for other callers, whatever their headers say. */
export async function callerOf(headers: Headers, secretKey: string): Promise<string | undefined> {
  const [address, proof] = [headers.get(CALLER_HEADER), headers.get(CALLER_PROOF_HEADER)];
  if (address === null || proof === null) return undefined;
  const [left, right] = [proof, await callerProof(secretKey, address)].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return left && right && timingSafeEqual(left, right) ? address : undefined;
}
