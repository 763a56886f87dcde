import { expect, test } from 'vitest';
import { CALLER_HEADER, CALLER_PROOF_HEADER, callerProof } from '../functions/_shared/http/caller-proof.ts';
import { callerOf } from './caller-of.ts';

test('an address is the caller of a function only with the proof for this address', async () => {
  const address = '203.0.113.7';
  const named = { [CALLER_HEADER]: address, [CALLER_PROOF_HEADER]: await callerProof('key', address) };
  expect(await callerOf(new Headers(named), 'key')).toBe(address);
  const others: [Record<string, string>, string][] = [
    [{}, 'key'],
    [named, 'another key'],
    [{ ...named, [CALLER_HEADER]: '203.0.113.8' }, 'key'],
    [{ [CALLER_HEADER]: address }, 'key'],
    [{ ...named, [CALLER_PROOF_HEADER]: 'x' }, 'key'],
  ];
  for (const [headers, key] of others) expect(await callerOf(new Headers(headers), key)).toBeUndefined();
});
