import { expect, test } from 'vitest';
import { unverifiedEntries, type Entry } from './lockfile.mjs';

const HASH = `sha512-${'a'.repeat(86)}==`;
const lockOf = (entry: Entry) => ({ packages: { '': {}, 'node_modules/a': entry } });

test('a package has a sha512 of its bytes', () => {
  expect(unverifiedEntries(lockOf({ version: '1.0.0', integrity: HASH }))).toEqual([]);
  for (const integrity of [undefined, '', 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=', HASH.slice(0, -1)])
    expect(unverifiedEntries(lockOf({ version: '1.0.0', integrity }))).toEqual(['node_modules/a']);
});

test('only a platform package that was written back has none, and none that says where it comes from', () => {
  const writtenBack = { version: '1.0.0', optional: true, os: ['darwin'] };
  expect(unverifiedEntries(lockOf(writtenBack))).toEqual([]);
  for (const change of [
    { optional: undefined },
    { os: undefined },
    { resolved: 'https://example.com/a.tgz' },
    { integrity: 'sha1-x' },
  ])
    expect(unverifiedEntries(lockOf({ ...writtenBack, ...change }))).toEqual(['node_modules/a']);
});
