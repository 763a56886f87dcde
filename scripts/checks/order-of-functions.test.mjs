import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { projectFiles } from './project-files.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** @param {RegExp} pattern */
const textsOf = (pattern) =>
  projectFiles(root)
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** No column of an account can tell a place; supabase/tests/schema/admin-plans.test.ts proves that its join keeps the order. */
const KEEPS_ITS_ORDER = 'list_users';
/** Answer one user, or the one batch that they wrote. */
const ONE_ROW = new Set([
  'get_user',
  'mark_spam',
  'hide_posts_of_user',
  'bulk_hide_posts',
  'bulk_unhide_posts',
  'bulk_set_feedback_status',
  'bulk_delete_feedback',
]);

const functions = textsOf(/^supabase\/schemas\/.*\.sql$/)
  .flatMap(({ text }) => [...text.matchAll(/create function public\.(\w+)\([^)]*\)\s+returns setof public\./g)])
  .map(([, name = '']) => name)
  .filter((name) => name !== KEEPS_ITS_ORDER && !ONE_ROW.has(name));
const sources = textsOf(/^(?:web\/src|supabase\/functions)\/.*(?<!\.test)\.tsx?$/);

test('every read of a function that answers rows of a table states their order, which a join may lose', () => {
  expect(functions.toSorted()).toEqual([
    'list_all_posts',
    'list_hidden_posts',
    'list_news',
    'list_posts',
    'list_staff',
  ]);
  for (const name of functions) {
    const reads = sources.flatMap(({ path, text }) =>
      text
        .split(`.rpc('${name}'`)
        .slice(1)
        .map((read) => ({ path, read })),
    );
    // The page and `/api`; the page alone names who feedback can be assigned to.
    expect(reads.length, name).toBeGreaterThanOrEqual(name === 'list_staff' ? 1 : 2);
    for (const { path, read } of reads)
      expect(read, `${name} in ${path}`).toMatch(/^.*?\.select\((?:'[^']*'|[^)'])*\)(?:\s*\/\/[^\n]*)*\s*\.order\(/s);
  }
});
