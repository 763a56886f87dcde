import { expect, test } from 'vitest';
import { searchOptions } from './search-options.ts';

const farming = { value: 'agricultural', label: 'Nông nghiệp' };
const other = { value: 'other', label: 'Khác' };
const found = (search: string) => searchOptions({ options: [farming, other], search, limit: Infinity });

test.each(['nong', 'NÔNG', ' nghiep ', 'Nông nghiệp', 'Nông'])('"%s" finds "Nông nghiệp" [A638]', (search) => {
  expect(found(search)).toEqual([farming]);
});

test('nothing typed finds all, in groups too', () => {
  expect(found('')).toEqual([farming, other]);
  expect(found('xyz')).toEqual([]);
  const options = [{ group: 'All', items: [farming, other] }];
  expect(searchOptions({ options, search: 'khac', limit: Infinity })).toEqual([{ group: 'All', items: [other] }]);
});
