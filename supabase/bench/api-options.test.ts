import { describe, expect, test } from 'vitest';
import { readApiOptions } from './api-options.ts';

describe('the options of the measurement of /api', () => {
  test('take 100,000 posts and five turns unless told otherwise', () => {
    expect(readApiOptions([])).toEqual({ posts: 100_000, rounds: 5 });
    expect(readApiOptions(['--posts', '5000', '--rounds=2'])).toEqual({ posts: 5000, rounds: 2 });
  });

  test('are explained on demand', () => {
    expect(readApiOptions(['--help'])).toBeNull();
  });

  test.each([
    [['--posts', '999'], '--posts is a whole number from 1000 to 10000000, not "999".'],
    [['--rounds', 'many'], '--rounds is a whole number from 1 to 100, not "many".'],
    [['--size', '5'], "Unknown option '--size'"],
  ])('refuse %j', (args, message) => {
    expect(() => readApiOptions(args)).toThrow(message);
  });
});
