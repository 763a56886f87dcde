import { expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { limitKey, limitWarning, rateLimitSchema } from './app-settings.ts';

test('a limit warns below half of its default and above ten times of it, whatever its unit of time', () => {
  const standard = { max: 100, seconds: 86_400 };
  const warned = [
    { max: 100, seconds: 86_400 },
    { max: 50, seconds: 86_400 },
    { max: 49, seconds: 86_400 },
    { max: 1_000, seconds: 86_400 },
    { max: 1_001, seconds: 86_400 },
    { max: 10, seconds: 3_600 },
    { max: 1, seconds: 1 },
  ].map((limit) => limitWarning(limit, standard)?.split(' ', 1)[0]);
  expect(warned).toEqual([undefined, undefined, 'Less', undefined, 'More', undefined, 'More']);
});

test('a limit is a whole number of uses up to a million, in up to a day', () => {
  for (const limit of [
    { max: 1, seconds: 1 },
    { max: 1_000_000, seconds: 86_400 },
  ])
    expect(rateLimitSchema.parse(limit)).toEqual(limit);
  expect(refusals(rateLimitSchema, { max: 1_000_001, seconds: 86_401 })).toEqual([
    'max: A whole number from 1 to 1,000,000',
    'seconds: A whole number from 1 to 86,400',
  ]);
});

test('a limit has its key among the settings', () => expect(limitKey('post')).toBe('rate_limits.post'));
