import { expect, test } from 'vitest';
import { limitWarning } from './app-settings.ts';

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
