import { describe, expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { changeSearchSchema, readSearchAddress, saveSearchSchema } from './saved-search.ts';

describe('a saved search', () => {
  const search = { name: 'Tubes', address: '/?q=tubes', pace: 'now' };

  test.each([
    [{}, []],
    [{ name: 'x'.repeat(80), address: `/?${'x'.repeat(4_998)}` }, []],
    [{ name: ' ' }, ['name: Please enter a name']],
    [{ name: 'x'.repeat(81) }, ['name: At most 80 characters']],
    [{ address: `/?${'x'.repeat(4_999)}` }, ['address: Invalid input']],
    [{ address: '/news?q=/?' }, ['address: Invalid input']],
    [{ pace: 'hourly' }, ['pace: Invalid input']],
  ])('a search has a name up to 80 characters and the address of a feed up to 5000: %#', (change, wanted) =>
    expect(refusals(saveSearchSchema, { ...search, ...change })).toEqual(wanted),
  );

  test('a change of a search names what changes', () => {
    expect(changeSearchSchema.parse({})).toEqual({});
    expect(refusals(changeSearchSchema, { name: '' })).toEqual(['name: Please enter a name']);
  });
});

describe('the address of a search', () => {
  const nothing = { categories: [], unquoted: false, open: false };

  test('an address is read with all filters of the feed', () => {
    expect(readSearchAddress('/?')).toEqual(nothing);
    expect(
      readSearchAddress(
        '/?q=tubes&country=vn&category=food&category=textile&unquoted=1&open=1&closing=7&posted=30&sort=closing&page=2',
      ),
    ).toEqual({
      search: 'tubes',
      country: 'vn',
      categories: ['food', 'textile'],
      unquoted: true,
      open: true,
      closing: 7,
      posted: 30,
      sort: 'closing',
    });
  });

  test.each(['closing', 'posted'])('the filter %s takes 1 to 365 days', (filter) => {
    for (const days of [1, 365])
      expect(readSearchAddress(`/?${filter}=${days}`)).toEqual({ ...nothing, [filter]: days });
    for (const days of [0, 366, 1.5, 'x']) expect(readSearchAddress(`/?${filter}=${days}`)).toBeNull();
  });

  test.each(['other=1', 'category=', 'open=0', 'unquoted=yes', 'sort=price'])(
    'the feed has no address with %s',
    (query) => expect(readSearchAddress(`/?${query}`)).toBeNull(),
  );
});
