/** `supabase/queries.json` beside the code that it was made from: whoever adds a query adds to the list, whoever removes one takes away. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readQueryList } from 'embedded-supabase/query-list';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['web/src', 'supabase/functions']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(root, folder, path)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|database\.types/.test(path))
  .map((path) => readFileSync(path, 'utf8'));

const found = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
];

const list = readQueryList(join(root, 'supabase/queries.json'));
const listed = (kind: RegExp): string[] => [
  ...new Set(
    Object.values(list).flatMap(({ uses }) =>
      uses.flatMap((use) => {
        const [, name] = kind.exec(use) ?? [];
        return name === undefined ? [] : [name];
      }),
    ),
  ),
];
const sorted = (names: readonly string[]) => [...new Set(names)].sort();

test('every operator of the list is used by page or functions, and every one that they use is in the list', () => {
  // As a call of the builder, or within the text of an `or`.
  const calls = found(
    /\.(eq|neq|gte?|lte?|i?like\w*|is|isDistinct|containe?[ds]By|overlaps|textSearch|range[GL]te?|rangeAdjacent)\(\s*['"`]/g,
  );
  const texts = found(
    /[a-z_}]\.(eq|neq|gte?|lte?|i?like|is|i?match|in|fts|plfts|phfts|wfts|cs|cd|ov)\.(?=[$("%\d]|null)/g,
  );
  const inLists = found(/\.(in)\(\s*['"`]/g);
  expect(sorted([...calls, ...texts, ...inLists])).toEqual(sorted(listed(/^(\w+)(?: \S+\.\w+)?$/)));
});

test('every embedded table of the list is one that page or functions embed, and the other way round', () => {
  const embedded = found(/\b\w+:(\w+(?:!(?!inner)\w+)?)(?:!inner)?\((?=[a-z$*])/g).filter((name) =>
    /^(profiles|accounts|posts|quotes|post_|quote_|message_)/.test(name),
  );
  expect(sorted(embedded)).toEqual(sorted(listed(/^embed \S+>(\S+)$/)));
});

test('a text is searched in folded columns only, the same in the list as in page and functions', () => {
  const searched = [...found(/(\w+)\.i?like\.\$/g), ...found(/\.i?like\('(?:\w+\.)?(\w+)'/g)];
  expect(sorted(searched)).toEqual(['folded']);
  expect(listed(/^i?like \S+\.(\w+)$/)).toEqual(['folded']);
});

test('a guest may use nothing that a user may not, and the secret key filters nothing', () => {
  const { anon, authenticated, service_role } = list;
  expect(anon.uses.filter((use) => !authenticated.uses.includes(use))).toEqual([]);
  expect(anon.uses.filter((use) => /^(ilike|like|count|text)/.test(use))).toEqual(['count posts']);
  expect(service_role).toEqual({ conditions: 0, orders: 0, uses: [] });
});
