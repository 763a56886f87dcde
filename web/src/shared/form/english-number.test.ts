import { describe, expect, test } from 'vitest';
import { readTyped } from '@domain/numbers.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { fromEnglishNumber, toEnglishNumber } from './english-number.ts';

const vietnamese = translated('vi', { texts: {}, messages: {} });

describe('a number that somebody types', () => {
  test.each(['', '20', '1,250.5', '1.250', '20.', 'many', ' 5 '])(
    'an English typed number "%s" stays as it is [A631]',
    (text) => {
      expect(toEnglishNumber(text, ENGLISH)).toBe(text);
      expect(fromEnglishNumber(text, ENGLISH)).toBe(text);
    },
  );

  test.each([
    ['6.800', '6,800', 6800],
    ['6,800', '6.800', undefined],
    ['1.234.567,89', '1.234.567,89', 1_234_567.89],
    [' 20,5 ', ' 20,5 ', 20.5],
    ['20', '20', 20],
    ['6.8', '6.8', 6.8],
    ['1,250.5', '1,250.5', 1250.5],
    ['1.25.0', '1.25.0', undefined],
    ['20,', '20,', undefined],
    ['nhiều', 'nhiều', undefined],
    ['', '', undefined],
  ])('a Vietnamese typed number "%s" is "%s" [A637]', (typed, english, number) => {
    expect(toEnglishNumber(typed, vietnamese)).toBe(english);
    const read = readTyped(english);
    expect(typeof read === 'number' ? read : undefined).toBe(number);
  });

  test.each(['6800', '20.5', '0.125', '1.1250', '1250.5', '', 'many', '6.800'])(
    'a typed number means the same after "%s" was shown',
    (english) => {
      expect(readTyped(toEnglishNumber(fromEnglishNumber(english, vietnamese), vietnamese))).toEqual(
        readTyped(english),
      );
    },
  );
});
