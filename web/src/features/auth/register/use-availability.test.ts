// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { AVAILABILITY_DEBOUNCE_MS } from './use-availability.ts';

test('[A550] availability is asked for once typing has stopped for 500 ms', () => {
  expect(AVAILABILITY_DEBOUNCE_MS).toBe(500);
});
