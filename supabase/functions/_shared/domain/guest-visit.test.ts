import { expect, test } from 'vitest';
import { parseInput } from './input.ts';
import { guestVisitSchema } from './guest-visit.ts';

const sessionId = '0a4b3c1e-1111-4222-8333-444455556666';

test('an empty or missing referrer is "direct"', () => {
  for (const referrer of ['', '  ', null, undefined]) {
    expect(guestVisitSchema.parse({ sessionId, pagePath: '/', referrer }).referrer).toBe('direct');
  }
  expect(guestVisitSchema.parse({ sessionId, pagePath: '/', referrer: 'https://x.de/' }).referrer).toBe(
    'https://x.de/',
  );
});
test('overlong addresses are cut', () => {
  const visit = guestVisitSchema.parse({ sessionId, pagePath: `/${'x'.repeat(9000)}`, referrer: 'y'.repeat(9000) });
  expect([visit.pagePath.length, visit.referrer.length]).toEqual([500, 500]);
});
test.each([
  [7, false],
  [8, true],
  [64, true],
  [65, false],
])('a session id has 8 to 64 characters: %i', (length, isTaken) =>
  expect(parseInput(guestVisitSchema, { sessionId: ` ${'x'.repeat(length)} `, pagePath: '/' }).ok).toBe(isTaken),
);
test('a guest visit without a session id or a path is refused', () => {
  expect(parseInput(guestVisitSchema, { pagePath: '/' }).ok).toBe(false);
  expect(parseInput(guestVisitSchema, { sessionId, pagePath: 'x' }).ok).toBe(false);
});
