import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAddress, writeAddress } from './address.ts';
import { country } from './country-param.ts';
import { day } from './day-param.ts';
import { codes, flag, id, list, oneOf, optional, page, search, text, whole } from './param.ts';

const schema = {
  q: search(10),
  country: text,
  tab: oneOf(['all', 'news'], 'all'),
  size: oneOf([10, 20, 50], 20),
  match: optional(['high', 'low']),
  from: day,
  rating: whole({ min: 1, max: 5 }),
  quote: id,
  unquoted: flag,
  category: list,
  page,
};
const read = (query: string) => readAddress(schema, new URLSearchParams(query));
const write = (query: string, change: Parameters<typeof writeAddress<ReturnType<typeof read>>>[2]) =>
  writeAddress(schema, new URLSearchParams(query), change).toString();

const UNSET = {
  q: '',
  country: '',
  tab: 'all',
  size: 20,
  match: '',
  from: '',
  rating: null,
  quote: null,
  unquoted: false,
  category: [],
  page: 1,
};

describe('what stands in an address', () => {
  test('an address parameter is unset when it is missing or invalid', () => {
    expect(read('')).toEqual(UNSET);
    for (const query of [
      'q=%20&tab=x&size=30&match=medium&from=yesterday&rating=6&quote=0&unquoted=yes&category=&page=0',
      'tab=&size=&from=2026-13-01&rating=0&quote=-1&page=-1',
      'from=2026-02-30&rating=4.5&quote=1.5&page=1.5',
      'rating=x&quote=x&page=x',
      'rating=&quote=&page=',
      'quote=99999999999999999999&page=1000001',
    ]) {
      expect(read(query), query).toEqual(UNSET);
    }
  });

  test('an address parameter is read by its kind', () => {
    const query =
      'q=%20steel%20tubes%20&country=vn&tab=news&size=50&match=low&from=2026-11-20&rating=4&quote=7&unquoted=1&category=b&category=a&category=b&page=3';
    expect(read(query)).toEqual({
      q: 'steel tube',
      country: 'vn',
      tab: 'news',
      size: 50,
      match: 'low',
      from: '2026-11-20',
      rating: 4,
      quote: 7,
      unquoted: true,
      category: ['a', 'b'],
      page: 3,
    });
  });
});

describe('the case of an address', () => {
  const coded = { country, category: codes };
  const readCoded = (query: string) => readAddress(coded, new URLSearchParams(query));

  test('codes are read alike in upper and lower case', () => {
    const lower = { country: 'vn', category: ['food', 'retail'] };
    for (const query of [
      'country=vn&category=food&category=retail',
      'country=VN&category=Retail&category=FOOD&category=food',
    ])
      expect(readCoded(query), query).toEqual(lower);
  });

  test('a country that is a text keeps its case, of two letters too', () => {
    for (const text of ['Zanzibar', 'UK', 'EU']) expect(readCoded(`country=${text}`).country).toBe(text);
  });
});

describe('a change of an address', () => {
  test('a change of an address names only what is set, in the order of the schema', () => {
    expect(write('', { category: ['b', 'a', 'b'], unquoted: true, q: 'steel & tin' })).toBe(
      'q=steel+%26+tin&unquoted=1&category=a&category=b',
    );
    expect(write('tab=news&size=50&rating=4&unquoted=1', { tab: 'all', size: 20, rating: null, unquoted: false })).toBe(
      '',
    );
  });

  test('a change of an address returns to the first page unless it is the page', () => {
    expect(write('tab=news&page=4', { match: 'high' })).toBe('tab=news&match=high');
    expect(write('tab=news&page=4', { page: 2 })).toBe('tab=news&page=2');
  });

  test('a change of an address keeps foreign parameters, their pages too', () => {
    expect(write('user=7&page=2', { q: 'x' })).toBe('user=7&q=x');
    expect(writeAddress({ quote: id }, new URLSearchParams('page=2'), { quote: 7 }).toString()).toBe('page=2&quote=7');
  });

  test('a state survives the round trip through the address', () => {
    const states = fc.record({
      country: fc.string(),
      tab: fc.constantFrom('all' as const, 'news' as const),
      size: fc.constantFrom(10 as const, 20 as const, 50 as const),
      rating: fc.option(fc.integer({ min: 1, max: 5 })),
      unquoted: fc.boolean(),
      page: fc.integer({ min: 1, max: 1e6 }),
    });
    fc.assert(
      fc.property(states, (state) => {
        expect(read(write('', state))).toEqual({ ...UNSET, ...state });
      }),
    );
  });
});
