import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOnly, readNumber, readTyped, translateNumbers, writeNumber } from './numbers.ts';

const NONE = 'no amount is plain to see';

describe('[A617] numbers', () => {
  test.each<[string, number | string]>([
    ['0', 0],
    ['12', 12],
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['1,25', 1.25],
    ['0.125', 0.125],
    ['0,125', 0.125],
    ['1,250', 1250],
    ['12,500', 12_500],
    ['1.250', '1.250 can be 1.25 or 1,250'],
    ['12.500', '12.500 can be 12.5 or 12,500'],
    ['1.2500', 1.25],
    ['1234.567', 1234.567],
    ['1.250,50', 1250.5],
    ['1,250.50', 1250.5],
    ['1.250.000', 1_250_000],
    ['1,250,000', 1_250_000],
    ['1.250.000,5', 1_250_000.5],
    ['1,250,000.5', 1_250_000.5],
    ['12,50,000', 1_250_000],
    ['1 250 000', 1_250_000],
    ['1 250,50', 1250.5],
    ["1'250.50", 1250.5],
    ['1,250,50', NONE],
    ['1.2.3', NONE],
    ['1,2.3,4', NONE],
    ['12.5,000', NONE],
    ['.85', 0.85],
    [',85', 0.85],
    ['.850', 0.85],
    ['000.5', 0.5],
    ['0,850', 0.85],
    ['00.125', 0.125],
    ['123.456', '123.456 can be 123.4560 or 123,456'],
    ['1,00,000', 100_000],
    ['1,00,00,000', 10_000_000],
    ['4 080 000', 4_080_000],
  ])('%s', (text, expected) => {
    const read = readNumber(text);
    expect(typeof read === 'number' ? read : read.unread).toBe(expected);
  });

  test('a single full stop separates thousands in a number without fractions', () => {
    expect(readNumber('1.250', 'whole')).toBe(1250);
    expect(readNumber('1.25', 'whole')).toBe(1.25);
  });
});

describe('a number that is typed', () => {
  test.each<[string, number | string]>([
    ['20', 20],
    [' 20 ', 20],
    ['２０', 20],
    ['4,85', 4.85],
    ['4 080 000', 4_080_000],
    ['4\u00a0080\u202f000', 4_080_000],
    ['1,00,000', 100_000],
    ['12.000', '12.000 can be 12 or 12,000'],
    ['1.250', '1.250 can be 1.25 or 1,250'],
    ['0x10', NONE],
    ['0b11', NONE],
    ['1e3', NONE],
    ['Infinity', NONE],
    ['NaN', NONE],
    ['-5', NONE],
    ['+5', NONE],
    ['5 kg', NONE],
    ['5 5', NONE],
    ['٢٠', NONE],
    ['½', NONE],
    ['', NONE],
    [' ', NONE],
  ])('a typed number is read whole or not at all: %s', (text, expected) => {
    const read = readTyped(text);
    expect(typeof read === 'number' ? read : read.unread).toBe(expected);
  });

  test('an ambiguous number names both readings, each written unambiguously', () => {
    const read = readTyped('12.000');
    expect(read).toMatchObject({ either: ['12', '12,000'] });
    expect(typeof read !== 'number' && read.either?.map((text) => readTyped(text))).toEqual([12, 12_000]);
  });
});

const VIETNAMESE: readonly (readonly [typed: string, stored: string, meaning: number | string])[] = [
  ['1.250', '1,250', 1250],
  ['12.000', '12,000', 12_000],
  ['1,250', '1.250', '1.250 can be 1.25 or 1,250'],
  ['12,000', '12.000', '12.000 can be 12 or 12,000'],
  ['20,5', '20,5', 20.5],
  ['20.5', '20.5', 20.5],
  ['0,125', '0,125', 0.125],
  ['6.800,5', '6.800,5', 6800.5],
  ['6,800.5', '6,800.5', 6800.5],
  ['1.234.567', '1.234.567', 1_234_567],
  ['1.234.567,89', '1.234.567,89', 1_234_567.89],
  ['4 080 000', '4 080 000', 4_080_000],
  ['２０', '２０', 20],
  ['1234,567', '1234,567', 1234.567],
  ['nhiều', 'nhiều', NONE],
  ['', '', NONE],
];

describe('a number that is typed in Vietnamese', () => {
  test.each(VIETNAMESE)('%s is stored as %s', (typed, stored, meaning) => {
    expect(translateNumbers(typed, 'vi', readTyped)).toBe(stored);
    const read = readTyped(stored);
    expect(typeof read === 'number' ? read : read.unread).toBe(meaning);
  });

  test('a Vietnamese number is never read as another number than Vietnamese means by it', () => {
    const digits = fc.string({ maxLength: 12, unit: fc.constantFrom(...'0123456789.,') });
    fc.assert(
      fc.property(digits, (text) => {
        const read = readTyped(translateNumbers(text, 'vi', readTyped));
        // Full stops part thousands, a comma decimals.
        if (typeof read !== 'number' || !/^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/.test(text)) return;
        // A zero begins no group.
        if (/^0\d*\./.test(text)) return;
        expect(read, text).toBe(Number(text.replaceAll('.', '').replace(',', '.')));
      }),
      { numRuns: 3_000 },
    );
  });
});

test('a number that was written reads as the same number, in both languages', () => {
  const numbers = fc.oneof(
    fc.integer({ min: 0, max: 1_000_000_000_000 }),
    fc.integer({ min: 0, max: 9_999_999 }).map((n) => n / 1000),
    fc.integer({ min: 0, max: 1_000_000_000 }).map((n) => n / 1_000_000),
  );
  fc.assert(
    fc.property(numbers, fc.constantFrom('en', 'vi'), fc.boolean(), (value, locale, useGrouping) => {
      const text = writeNumber(value, locale, useGrouping);
      expect(readTyped(translateNumbers(text, locale, readTyped)), text).toBe(value);
    }),
    { numRuns: 3_000 },
  );
});

test('a stored number is shown and typed back as the same text, in both languages', () => {
  const typed = fc.string({ maxLength: 12, unit: fc.constantFrom(...'0123456789., kg') });
  fc.assert(
    fc.property(typed, (text) => {
      const shown = translateNumbers(text, 'vi', readTyped);
      expect(translateNumbers(shown, 'vi', readTyped)).toBe(text);
      expect(translateNumbers(text, 'en', readTyped)).toBe(text);
    }),
  );
});

test('three decimals get a zero where they could be thousands', () => {
  expect([2.008, 0.125, 1250.125, 1250, 12.5].map((value) => writeNumber(value))).toEqual([
    '2.0080',
    '0.125',
    '1,250.125',
    '1,250',
    '12.5',
  ]);
  expect([2.008, 1250.125].map((value) => writeNumber(value, 'vi'))).toEqual(['2,0080', '1.250,125']);
});

test('digits alone are a number of an address', () => {
  expect(['5', '0', '007'].map(digitsOnly)).toEqual([5, 0, 7]);
  for (const text of ['', ' 5', '0x10', '1e3', '5.0', '-5', '+5', '9'.repeat(17)])
    expect(digitsOnly(text), text).toBeNaN();
});
