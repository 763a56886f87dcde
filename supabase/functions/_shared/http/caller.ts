import { AsyncLocalStorage } from 'node:async_hooks';
import { env } from '../env.ts';
import { CALLER_HEADER, CALLER_PROOF_HEADER, callerProof } from './caller-proof.ts';
import { UNKNOWN_ADDRESS } from './client-address.ts';

type Named = Record<string, string>;

const callers = new AsyncLocalStorage<{ headers: Promise<Named>; limits: Headers }>();

/** Serves a request; meanwhile, its `fetchForCaller` requests to the platform carry this address. */
export const serveCaller = <R>(address: string, work: () => R): R =>
  callers.run({ headers: named(address), limits: new Headers() }, work);

/** The RateLimit headers of the platform's answers to this request so far: the limits of the caller that it used. */
export const usedLimits = (): Iterable<[name: string, value: string]> => callers.getStore()?.limits ?? [];

async function named(address: string): Promise<Named> {
  if (address === UNKNOWN_ADDRESS) return {};
  return { [CALLER_HEADER]: address, [CALLER_PROOF_HEADER]: await callerProof(env.secretKey, address) };
}

/**
 * `fetch` for the platform, with the caller's address. Otherwise all requests would appear to come from the functions,
 * and one heavy caller would delay and rate-limit all others.
 */
export const fetchForCaller: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  const caller = callers.getStore();
  for (const [name, value] of Object.entries((await caller?.headers) ?? {})) headers.set(name, value);
  const answer = await fetch(input, { ...init, headers });
  for (const name of ['RateLimit', 'RateLimit-Policy']) {
    const value = answer.headers.get(name);
    if (value !== null) caller?.limits.append(name, value);
  }
  return answer;
};
