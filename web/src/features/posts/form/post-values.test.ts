import { describe, expect, test } from 'vitest';
import { postValuesSchema, toSentPost, valuesOf } from './post-values.ts';

const given = {
  ...valuesOf(undefined, []),
  title: 'Steel',
  description: 'Tubes',
  category: 'industrial',
  country: 'Germany',
  deliveryAddress: 'Hamburg',
  targetCurrency: 'USD',
};
const errorsOf = (change: Partial<typeof given>) =>
  postValuesSchema
    .safeParse({ ...given, ...change })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('the numbers of a request', () => {
  test.each([
    ['1.250', 'Do you mean 1.25 or 1,250?'],
    ['12.000', 'Do you mean 12 or 12,000?'],
  ])('an ambiguous number is asked about: %s', (text, question) => {
    expect(errorsOf({ quantity: text })[0]).toBe(`quantity: ${question}`);
    expect(errorsOf({ targetPrice: text })[0]).toBe(`targetPrice: ${question}`);
  });

  test.each(['0x10', '1e3', '-5', '0', 'many'])('a text that is no number is refused: %s', (text) => {
    expect(errorsOf({ quantity: text })).toEqual([
      'quantity: Quantity must be more than 0 and at most 1,000,000,000,000',
    ]);
  });

  test.each([
    ['4,85', 4.85],
    ['4 080 000', 4_080_000],
    ['２０', 20],
    ['1,00,000', 100_000],
    ['1,250', 1250],
    ['.5', 0.5],
  ])('a number is sent as it was read: %s', (text, number) => {
    const values = postValuesSchema.parse({ ...given, quantity: text, targetPrice: text });
    expect(toSentPost(values, undefined, []).requirements).toMatchObject({ quantity: number, targetPrice: number });
  });
});
