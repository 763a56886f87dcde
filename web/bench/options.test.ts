import { expect, test } from 'vitest';
import { readPageOptions } from './options.ts';

test('the benchmark runs all pages in five turns against the commit before by default', () => {
  expect(readPageOptions([])).toEqual({
    against: 'HEAD~',
    pages: ['home', 'signed-in', 'post', 'auth', 'news', 'news-item', 'user', 'feedback'],
    turns: 5,
    trace: undefined,
    slowdown: 4,
    isApplied: false,
  });
});

test('options choose pages, turns, a commit and a file', () => {
  expect(
    readPageOptions([
      '--against',
      'v1',
      '--pages',
      'post,auth',
      '--turns',
      '9',
      '--trace',
      'a.json',
      '--slowdown',
      '2.5',
      '--applied',
    ]),
  ).toEqual({
    against: 'v1',
    pages: ['post', 'auth'],
    turns: 9,
    trace: 'a.json',
    slowdown: 2.5,
    isApplied: true,
  });
  expect(readPageOptions(['--help'])).toBeNull();
});

test.each([
  [['--turns', '0'], '--turns is a whole number'],
  [['--turns', 'x'], '--turns is a whole number'],
  [['--slowdown', 'fast'], '--slowdown is a number'],
  [['--slowdown', '0'], '--slowdown is a number'],
  [['--pages', 'home,cart'], 'not "cart"'],
  [['--speed', '1'], 'Unknown option'],
])('%j is refused', (args, message) => {
  expect(() => readPageOptions(args)).toThrow(message);
});
