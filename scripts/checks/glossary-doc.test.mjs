import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** @param {string} path */
const url = (path) => new URL(`../../${path}`, import.meta.url);

const files = [
  'web/src',
  'supabase/functions',
  'supabase/migrations',
  'supabase/local',
  'supabase/tests/support',
].flatMap((folder) =>
  readdirSync(url(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|sql|css)$/.test(entry.name))
    .map(({ parentPath, name }) => ({ name, text: readFileSync(`${parentPath}/${name}`, 'utf8') })),
);

/**
 * Whether there is a file, a folder or anything in the code with this name.
 * @param {string} name
 */
function isThere(name) {
  if (/\.tsx?$/.test(name)) return files.some((file) => file.name === name.split('/').at(-1));
  if (name.includes('/')) return ['', 'web/src/'].some((root) => existsSync(url(root + name)));
  return files.some(({ text }) => text.includes(name));
}

test('every name that the glossary gives for the code is there', () => {
  const rows = readFileSync(url('docs/glossary.md'), 'utf8').matchAll(/^\| (?!Word|-)(.+) \|$/gm);
  const cells = [...rows].map(([, row = '']) => row.split(' | ')).filter(({ length }) => length === 6);
  const names = cells.flatMap(([, , , , code = '']) => [...code.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  expect(names.length).toBeGreaterThan(100);
  // Addresses, patterns and calls are no names.
  const missing = names.filter((name) => !/^\/|[ {…*('\\]/.test(name) && !isThere(name));
  expect(missing).toEqual([]);
});
