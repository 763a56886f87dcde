import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { newTotp, stepOfCode } from './totp.ts';

/** The secret and times of the test vectors in RFC 6238, appendix B. */
const RFC_SECRET = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32;

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [20_000_000_000, '353130', 666_666_666],
])('the code of RFC 6238 at second %d is accepted for its step', (second, code, step) => {
  expect(stepOfCode(RFC_SECRET, code, second * 1000)).toBe(step);
});

test('a code is accepted one step early and late, and not two', () => {
  const at = (second: number) => stepOfCode(RFC_SECRET, '287082', second * 1000);
  expect([0, 29, 59, 89, 90, 119].map(at)).toEqual([1, 1, 1, 1, null, null]);
});

test.each(['', '28708', '2870820', 'abcdef', ' 287082', '２８７０８２'])('%j is no code', (code) => {
  expect(stepOfCode(RFC_SECRET, code, 59_000)).toBeNull();
});

test('each setup has a secret of its own, and an image that a data URI takes as it is', () => {
  const [one, other] = [newTotp('Market: place', 'anna+1@example.com'), newTotp('Market', 'anna@example.com')];
  expect(one.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(one.secret).not.toBe(other.secret);
  expect(one.uri).toContain(`secret=${one.secret}`);
  expect(one.qr_code).toMatch(/^<svg [^#%]*<\/svg>$/s);
  const code = new TOTP({ secret: Secret.fromBase32(one.secret) }).generate();
  expect(stepOfCode(one.secret, code)).not.toBeNull();
});
