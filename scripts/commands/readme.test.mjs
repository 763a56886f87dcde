import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** @param {string} path */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every variable that a start reads is in the table of the README, and no other', () => {
  const source = read('supabase/local/run.ts');
  const used = [...source.matchAll(/\benv\.([A-Z_]+)|\bport\(env, '([A-Z_]+)'/g)].map(
    ([, named, port]) => named ?? port ?? '',
  );
  const [, rest = ''] = read('README.md').split(/^\| variable +\| default/m);
  const [table = ''] = rest.split('\n\n');
  const listed = [...table.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...new Set(used)].sort());
});
