import { describe, expect, test } from 'vitest';
import { mergeDocuments, postValuesSchema, toSentPost, valuesOf } from './post-values.ts';

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

describe('documents of a request that is edited in two tabs', () => {
  const files = (names: string) => [...names].map((name) => ({ path: name, name }));
  test.each([
    { what: 'added here', wanted: 'ab', read: 'a', stored: 'a', result: 'ab' },
    { what: 'removed here', wanted: '', read: 'a', stored: 'a', result: '' },
    { what: 'added in another tab', wanted: 'ab', read: 'a', stored: 'ac', result: 'abc' },
    { what: 'removed in another tab', wanted: 'abx', read: 'ab', stored: 'b', result: 'bx' },
    { what: 'removed here, another one added there', wanted: 'b', read: 'ab', stored: 'abc', result: 'bc' },
    { what: 'stored by an earlier try', wanted: 'ab', read: 'a', stored: 'ab', result: 'ab' },
  ])('$what: both changes are kept', ({ wanted, read, stored, result }) => {
    expect(mergeDocuments(files(wanted), files(read), files(stored))).toEqual(files(result));
  });
});
