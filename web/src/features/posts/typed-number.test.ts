import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { fromEnglishNumber, toEnglishNumber } from './typed-number.ts';

const vietnamese = translated('vi', { texts: {}, messages: {} });

describe('a number that somebody types', () => {
  test.each(['', '20', '1,250.5', '1.250', '20.', 'many', ' 5 '])('is "%s" as it is in English [A631]', (text) => {
    expect(toEnglishNumber(text, ENGLISH)).toBe(text);
    expect(fromEnglishNumber(text, ENGLISH)).toBe(text);
  });

  test.each([
    ['6.800', '6800'],
    ['1.234.567,89', '1234567.89'],
    [' 20,5 ', '20.5'],
    ['20', '20'],
    ['6.8', '6.8'],
    ['1,250.5', '1,250.5'],
    ['1.25.0', '1.25.0'],
    ['20,', '20,'],
    ['nhiều', 'nhiều'],
    ['', ''],
  ])('in Vietnamese "%s" is "%s" [A637]', (typed, english) => {
    expect(toEnglishNumber(typed, vietnamese)).toBe(english);
  });

  test.each(['6800', '20.5', '0.125', '1250.5', '', 'many'])('is the same again after "%s" was shown', (english) => {
    expect(toEnglishNumber(fromEnglishNumber(english, vietnamese), vietnamese)).toBe(english);
  });
});
