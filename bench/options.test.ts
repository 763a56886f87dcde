import { describe, expect, test } from 'vitest';
import {
  quarterOfMemory,
  readAlertOptions,
  readApiOptions,
  readBesideOptions,
  readDeadlockOptions,
  readOptions,
  readScaleOptions,
  sizesBetween,
} from './options.ts';

describe('the options', () => {
  test('measure a million posts unless told otherwise', () => {
    const buffers = quarterOfMemory();
    expect(readOptions([])).toEqual({ posts: 1_000_000, small: 10_000, quotesPerPost: 2, rounds: 5, buffers });
    const args = ['--posts', '100000', '--small=2000', '--quotes', '10', '--rounds', '7', '--buffers', '128'];
    expect(readOptions(args)).toEqual({
      posts: 100_000,
      small: 2000,
      quotesPerPost: 10,
      rounds: 7,
      buffers: 128,
    });
  });

  test('compare with half of a marketplace that is small itself', () => {
    expect(readOptions(['--posts', '5001'])).toMatchObject({ posts: 5001, small: 2500 });
  });

  test('are explained on demand', () => {
    expect(readOptions(['--help'])).toBeNull();
  });

  test.each([
    [['--posts', 'many'], '--posts is a whole number from 2000 to 10000000, not "many".'],
    [['--posts', '1e6'], '--posts is a whole number from 2000 to 10000000, not "1e6".'],
    [['--posts', '1999'], '--posts is a whole number from 2000 to 10000000, not "1999".'],
    [['--posts', '5000', '--small', '5000'], '--small is a whole number from 1000 to 4999, not "5000".'],
    [['--quotes', '0'], '--quotes is a whole number from 1 to 20, not "0".'],
    [['--rounds', '4'], '--rounds is a whole number from 5 to 100, not "4".'],
    [['--buffers', '127'], '--buffers is a whole number from 128 to 1000000, not "127".'],
    [['--size', '5'], "Unknown option '--size'"],
    [['5000'], "Unexpected argument '5000'"],
  ])('refuse %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});

describe('the options of what a server carries', () => {
  test('measure 100,000 posts unless told otherwise', () => {
    expect(readScaleOptions([])).toEqual({ posts: 100_000, quotesPerPost: 2, seconds: 5 });
    expect(readScaleOptions(['--posts', '1000000', '--quotes=10', '--seconds', '20'])).toEqual({
      posts: 1_000_000,
      quotesPerPost: 10,
      seconds: 20,
    });
    expect(readScaleOptions(['--help'])).toBeNull();
  });

  test.each([
    [['--seconds', '0'], '--seconds is a whole number from 1 to 60, not "0".'],
    [['--small', '1000'], "Unknown option '--small'"],
  ])('refuse %j', (args, message) => {
    expect(() => readScaleOptions(args)).toThrow(message);
  });
});

test.each([
  [10_000, 1_000_000, [10_000, 30_000, 100_000, 300_000]],
  [2_500, 5_001, [2_500]],
  [5_000, 100_000, [5_000, 10_000, 30_000]],
])('from %d to %d posts the sizes %j are measured', (small, posts, sizes) => {
  expect(sizesBetween(small, posts)).toEqual(sizes);
});

describe('the options of the measurement of /api', () => {
  test('take 100,000 posts and ten turns unless told otherwise', () => {
    expect(readApiOptions([])).toEqual({ posts: 100_000, rounds: 10 });
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

describe('the options of the measurements beside a hostile client and a crawler', () => {
  test('take 10,000 posts and five seconds unless told otherwise', () => {
    expect(readBesideOptions([])).toEqual({ posts: 10_000, seconds: 5 });
    expect(readBesideOptions(['--posts', '5000', '--seconds=2'])).toEqual({ posts: 5000, seconds: 2 });
    expect(readBesideOptions(['--help'])).toBeNull();
  });

  test('are refused outside of their bounds', () => {
    expect(() => readBesideOptions(['--seconds', '61'])).toThrow('--seconds is a whole number from 1 to 60, not "61".');
  });
});

test('saved searches are measured with 100,000 of them and 20 posts unless told otherwise', () => {
  expect(readAlertOptions([])).toEqual({ searches: 100_000, posts: 20 });
  expect(readAlertOptions(['--searches', '2000', '--posts=5'])).toEqual({ searches: 2000, posts: 5 });
  expect(readAlertOptions(['--help'])).toBeNull();
});

test('deadlocks are looked for during a minute unless told otherwise', () => {
  expect(readDeadlockOptions([])).toEqual({ seconds: 60, seed: 1 });
  expect(readDeadlockOptions(['--seconds', '5', '--seed=2'])).toEqual({ seconds: 5, seed: 2 });
  expect(readDeadlockOptions(['--help'])).toBeNull();
});
