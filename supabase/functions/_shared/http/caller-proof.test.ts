import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { callerProof } from './caller-proof.ts';

const functions = fileURLToPath(new URL('../../', import.meta.url));
const filesWith = (pattern: RegExp): string[] =>
  readdirSync(functions, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => pattern.test(readFileSync(join(functions, path), 'utf8').replace(/^ *(\*|\/\/).*$/gm, '')))
    .sort();

describe('the proof of who a function calls for', () => {
  test('the caller proof fits one address and one secret key, and is the same each time', async () => {
    const proof = await callerProof('secret', '192.0.2.1');
    expect(proof).toMatch(/^[0-9a-f]{64}$/);
    expect(await callerProof('secret', '192.0.2.1')).toBe(proof);
    expect(await callerProof('secret', '192.0.2.2')).not.toBe(proof);
    expect(await callerProof('other', '192.0.2.1')).not.toBe(proof);
  });

  test('the caller proof goes with every request of the functions to the platform, by client or fetch', () => {
    expect(filesWith(/createClient[<(]/)).toEqual(filesWith(/createClient[<(][^;]*(fetchForCaller|shared)/));
    // Other functions, which the scheduler calls as well, and the source of exchange rates.
    expect(filesWith(/[^.\w]fetch\(/)).toEqual([
      '_shared/draw-function.ts',
      '_shared/http/caller.ts',
      '_shared/mail-function.ts',
      'housekeeping/fetch-rates.ts',
    ]);
  });
});
