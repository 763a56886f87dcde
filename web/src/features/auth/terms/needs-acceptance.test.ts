import { expect, test } from 'vitest';
import { needsAcceptance } from './needs-acceptance.ts';

test.each([
  [null, true],
  ['2025-12-31', true],
  ['2026-11-01', false],
  // A page that is older than what was accepted elsewhere.
  ['2027-01-01', false],
])('a user who accepted %s has to accept 2026-11-01: %s', (accepted, expected) => {
  expect(needsAcceptance(accepted, '2026-11-01')).toBe(expected);
});
