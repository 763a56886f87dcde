import { expect, test } from 'vitest';
import { inMilliseconds, table, times } from './table.ts';

test('a table is Markdown with aligned columns', () => {
  expect(
    table(
      ['query', 'ms'],
      [
        ['a post', '0.123'],
        ['the whole feed', '12'],
      ],
    ),
  ).toBe(
    [
      '| query          |    ms |',
      '| -------------- | ----: |',
      '| a post         | 0.123 |',
      '| the whole feed |    12 |',
    ].join('\n'),
  );
});

test.each([
  [0.1234, '0.123'],
  [1, '1.00'],
  [12.34, '12.3'],
  [123.4, '123'],
  [13_733, '13,700'],
])('%d milliseconds are %s', (value, text) => {
  expect(inMilliseconds(value)).toBe(text);
});

test.each([
  [0.214, '0.21×'],
  [1, '1.00×'],
  [12.34, '12.3×'],
  [3456.7, '3,460×'],
])('a ratio of %d is %s', (ratio, text) => {
  expect(times(ratio)).toBe(text);
});
