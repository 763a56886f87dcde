import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { limitText } from './limit-text.ts';

test('a limit is shown in the largest unit that divides its time', () => {
  const said = [
    { max: 100, seconds: 86_400 },
    { max: 20, seconds: 3_600 },
    { max: 10, seconds: 900 },
    { max: 1, seconds: 60 },
    { max: 1_000_000, seconds: 61 },
    { max: 2, seconds: 7_200 },
  ].map((limit) => limitText(limit, ENGLISH));
  expect(said).toEqual([
    '100 in a day',
    '20 in an hour',
    '10 in 15 minutes',
    '1 in a minute',
    '1,000,000 in 61 seconds',
    '2 in 2 hours',
  ]);
});
