import { expect, test } from 'vitest';
import { differs, moveTimes } from './screenshots.mjs';

test('the times of an answer are moved by one span, and nothing else of it', () => {
  const answer = '{"a":"2026-11-22T17:45:33.123456+00:00","b":["2026-11-22T00:00:00Z"],"c":"2026-11-22","d":2026}';
  expect(moveTimes(answer, -86_400_000)).toBe(
    '{"a":"2026-11-21T17:45:33.123Z","b":["2026-11-21T00:00:00.000Z"],"c":"2026-11-22","d":2026}',
  );
});

test('a picture is another one when more than a thousandth of it has changed', () => {
  const before = Buffer.alloc(10_000, 100);
  const changed = (/** @type {number} */ count) => Buffer.from(before).fill(200, 0, count);
  expect([differs(before, changed(0)), differs(before, changed(10)), differs(before, changed(11))]).toEqual([
    false,
    false,
    true,
  ]);
  expect(differs(before, Buffer.alloc(9_999, 100))).toBe(true);
});
