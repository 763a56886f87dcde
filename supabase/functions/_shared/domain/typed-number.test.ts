import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseInput } from './input.ts';
import { typedNumber, wholeNumber } from './typed-number.ts';

const schema = wholeNumber('A whole number from 1 to 10,000', 10_000);
const parsed = (value: unknown) => {
  const result = parseInput(schema, value);
  return result.ok ? result.data : result.errors.map(({ message }) => message);
};

describe('a whole number', () => {
  test.each<[unknown, number]>([
    [5, 5],
    ['5', 5],
    [' 5 ', 5],
    ['1,000', 1000],
    ['1.000', 1000],
    ['10 000', 10_000],
    ['２０', 20],
  ])('a whole number is a number, or a text that is one: %j', (value, number) => expect(parsed(value)).toBe(number));

  test.each<[unknown]>([
    ['0x10'],
    ['1e3'],
    ['1.5'],
    ['-5'],
    ['0'],
    ['10,001'],
    [''],
    [' '],
    [null],
    [undefined],
    [true],
    [[5]],
  ])('a value that is no whole number is refused: %j', (value) =>
    expect(parsed(value)).toEqual(['A whole number from 1 to 10,000']),
  );

  test('a whole number is described as an integer with its limits', () => {
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ type: 'integer', minimum: 1, maximum: 10_000 });
  });
});

test('a typed number is read in the English notation, and questioned if it can be two', () => {
  const read = (text: unknown, schema = typedNumber('Enter a number')) => {
    const result = parseInput(schema, text);
    return result.ok ? result.data : result.errors[0]?.message;
  };
  expect(['1,250.5', '1.250', 'many', 7].map((text) => read(text))).toEqual([
    1_250.5,
    'Do you mean 1.25 or 1,250?',
    'Enter a number',
    'Enter a number',
  ]);
  expect(read('1.250', typedNumber('Enter a number', 'whole'))).toBe(1_250);
});
