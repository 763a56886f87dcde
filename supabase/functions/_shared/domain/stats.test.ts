import { expect, test } from 'vitest';
import { lastDays } from './stats.ts';

test('the last days are days of UTC and include today', () => {
  const now = new Date('2026-03-01T23:59:59+00:00');
  expect(lastDays(1, now)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  expect(lastDays(30, now)).toEqual({ from: '2026-01-31', to: '2026-03-01' });
});
