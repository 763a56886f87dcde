import { expect, test } from 'vitest';
import { moveTimes } from './move-times.ts';

test('the times of an answer are moved by one span, and nothing else of it', () => {
  const answer = '{"a":"2026-11-22T17:45:33.123456+00:00","b":["2026-11-22T00:00:00Z"],"c":"2026-11-22","d":2026}';
  expect(moveTimes(answer, -86_400_000)).toBe(
    '{"a":"2026-11-21T17:45:33.123Z","b":["2026-11-21T00:00:00.000Z"],"c":"2026-11-22","d":2026}',
  );
});
