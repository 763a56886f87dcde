import { describe, expect, test } from 'vitest';
import { findingsIn } from './source-rules.mjs';

/**
 * @param {string} file
 * @param {string} text
 * @param {string[]} [fixtures]
 */
const messages = (file, text, fixtures) => findingsIn(file, text, fixtures).map(({ message }) => message);

describe('imports', () => {
  test.each([
    ['web/src/shared/ui/card.tsx', "import { a } from '@/features/posts/a.ts';", 'shared may not import features'],
    ['web/src/features/posts/a.ts', "import { b } from '@/pages/home/b.ts';", 'features may not import pages'],
    ['web/src/pages/home/a.tsx', "import { b } from '../../app/b.tsx';", 'pages may not import app'],
    [
      'web/src/features/posts/a.ts',
      "import { b } from '@/features/quotes/b.ts';",
      'feature posts may not import feature quotes',
    ],
    [
      'web/src/features/posts/a.ts',
      "const b = await import('../quotes/b.ts');",
      'feature posts may not import feature quotes',
    ],
    [
      'web/src/features/posts/a.ts',
      "export { b } from '../../features/new-one/b.ts';",
      'feature posts may not import feature new-one',
    ],
    [
      'web/src/pages/home/a.tsx',
      "import { createClient } from '@supabase/supabase-js';",
      'pages and compositions reach the backend through features',
    ],
    [
      'web/src/features/posts/a.ts',
      "import { b } from '../../../../supabase/local/server.ts';",
      'the page imports only _shared/domain',
    ],
    ['supabase/functions/_shared/domain/a.ts', "import { Hono } from 'hono';", '_shared/domain imports only zod'],
    ['supabase/functions/_shared/domain/a.ts', "import { b } from './b';", '_shared/domain imports only zod'],
    ['supabase/functions/_shared/domain/a.ts', "import { b } from '../rows/b.ts';", '_shared/domain imports only zod'],
    ['supabase/functions/_shared/rows/a.ts', "import { b } from '../clients.ts';", '_shared/rows imports only its own'],
    [
      'supabase/functions/api/index.ts',
      "import { App } from '@supabase/lite';",
      'nothing in the product depends on @supabase/lite',
    ],
  ])('%s: %s is refused', (file, text, message) => {
    expect(messages(file, text)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    ['web/src/app/router.tsx', "import { Home } from '@/pages/home/home-page.tsx';"],
    [
      'web/src/pages/home/home-page.tsx',
      "import { a } from '@/features/posts/a.ts';\nimport { b } from '@/features/quotes/b.ts';",
    ],
    [
      'web/src/features/posts/components/a.tsx',
      "import { b } from '../api/b.ts';\nimport { keys } from '@/shared/backend/query-keys.ts';",
    ],
    ['web/src/features/posts/a.ts', "import { TITLE_MAX } from '@domain/limits.ts';"],
    ['web/src/features/posts/a.ts', "import { toPost } from '@rows/post.ts';"],
    ['supabase/functions/_shared/rows/post.ts', "import type { PostBody } from '../domain/post.ts';"],
    ['supabase/functions/_shared/domain/post.ts', "import { z } from 'zod';\nimport { TITLE_MAX } from './limits.ts';"],
  ])('%s may import what lies below', (file, text) => {
    expect(messages(file, text)).toEqual([]);
  });
});

describe('text', () => {
  /** @param {object} payload */
  const jwt = (payload) =>
    [
      'eyJhbGciOiJIUzI1NiJ9',
      Buffer.from(JSON.stringify(payload)).toString('base64url'),
      'c2lnbmF0dXJlLW9mLXRoaXM',
    ].join('.');

  test.each([
    ['docs/a.md', 'TODO: later', 'open work'],
    ['scripts/a.mjs', "const a = '/home/somebody/project';", 'a path of one machine'],
    ['scripts/a.mjs', "const key = 'sb_secret_0123456789abcdef';", 'a secret key'],
    ['scripts/a.mjs', `const key = '${jwt({ role: 'service_role' })}';`, 'a service_role token'],
    ['docs/a.md', 'postgres://owner:hunter2@db.example.com/postgres', 'a database password'],
    ['web/src/features/posts/a.test.ts', "it.skip('works', () => {});", 'a skipped or focused test'],
    ['web/e2e/a.spec.ts', "test.only('works', () => {});", 'a skipped or focused test'],
    ['web/e2e/a.spec.ts', 'await page.waitForTimeout(500);', 'a test that sleeps'],
    ['web/src/features/posts/a.ts', "queryClient.invalidateQueries(['posts'])", 'query keys come from'],
    ['web/src/features/posts/a.ts', "useQuery({ queryKey: ['posts', 1] })", 'query keys come from'],
    ['web/src/features/posts/a.ts', "supabase.from('posts').select('*')", 'name the columns'],
    ['web/src/features/posts/a.ts', "supabase.from('posts').insert(post).select()", 'name the columns'],
    [
      'web/src/features/posts/a.tsx',
      'save.mutate(\n  { id: idOf(post) },\n  { onError: show },\n)',
      'callbacks of mutate are lost',
    ],
    ['web/src/features/posts/a.ts', '// @ts-ignore', 'types are not switched off'],
    ['web/src/features/posts/PostCard.tsx', '', 'file names are kebab-case'],
    ['web/src/features/posts/index.ts', '', 'no barrels'],
    ['package-lock.json', '"resolved": "https://npm.example.com/a.tgz"', 'does not come from the public registry'],
  ])('%s: %s is found', (file, text, message) => {
    expect(messages(file, text)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    ['scripts/a.mjs', `const key = '${jwt({ role: 'anon' })}';`],
    ['docs/a.md', 'postgres://postgres:postgres@127.0.0.1:54322/postgres'],
    ['web/src/features/share/a.tsx', 'input.current?.select();'],
    ['web/src/features/posts/a.tsx', 'save.mutate({ id: idOf(post) });\nuseMutation({ mutationFn, onError: show });'],
    ['web/src/shared/backend/query-keys.ts', "list: { queryKey: ['posts'] }"],
    ['package-lock.json', '"resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz"'],
  ])('%s: %s is fine', (file, text) => {
    expect(messages(file, text)).toEqual([]);
  });

  test('lets known test values pass', () => {
    expect(messages('scripts/a.mjs', "'sb_secret_0123456789abcdef'", ['sb_secret_0123456789abcdef'])).toEqual([]);
  });
});
