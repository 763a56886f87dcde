import { expect, test } from 'vitest';
import { filesLike } from './project-files.mjs';

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

const functions = filesLike(/^supabase\/schemas\/.*\.sql$/)
  .flatMap(({ text }) => [...text.matchAll(/create function public\.(\w+)\([^)]*\)\s+returns setof public\./g)])
  .map(([, name = '']) => name)
  .filter((name) => name !== KEEPS_ITS_ORDER && !ONE_ROW.has(name));
const sources = filesLike(/^(?:web\/src|supabase\/functions)\/.*(?<!\.test)\.tsx?$/);

test('every read of a function that answers rows of a table states their order, which a join may lose', () => {
  expect(functions.toSorted()).toEqual([
    'list_all_posts',
    'list_hidden_posts',
    'list_news',
    'list_posts',
    'list_staff',
  ]);
  for (const name of functions) {
    const reads = sources.flatMap(({ file, text }) => {
      const [, ...found] = text.split(`.rpc('${name}'`);
      return found.map((read) => ({ file, read }));
    });
    // The page and `/api`; the page alone names who feedback can be assigned to.
    expect(reads.length, name).toBeGreaterThanOrEqual(name === 'list_staff' ? 1 : 2);
    for (const { file, read } of reads)
      expect(read, `${name} in ${file}`).toMatch(/^.*?\.select\((?:'[^']*'|[^)'])*\)(?:\s*\/\/[^\n]*)*\s*\.order\(/s);
  }
});
