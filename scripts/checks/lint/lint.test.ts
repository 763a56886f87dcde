/** The linter as .oxlintrc.json sets it up, on files that break one rule each. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What each rule finds: [file, its text, what is said about it]. */
const REFUSED: [file: string, text: string, message: string][] = [
  ['web/src/shared/ui/a.tsx', "import '@/features/posts/a.ts';", 'shared may not import features'],
  ['web/src/features/posts/b.ts', "import '@/pages/home/b.ts';", 'features may not import pages'],
  ['web/src/features/posts/c.ts', "import '@/compositions/b.ts';", 'features may not import compositions'],
  ['web/src/compositions/a.ts', "import '@/pages/home/b.ts';", 'compositions may not import pages'],
  ['web/src/pages/home/a.tsx', "import '../../app/b.tsx';", 'pages may not import app'],
  ['web/src/features/posts/d.ts', "import '@/features/quotes/b.ts';", 'may not import feature quotes'],
  ['web/src/features/posts/e.ts', "export const b = await import('../quotes/b.ts');", 'may not import feature quotes'],
  ['web/src/features/posts/f.ts', "export { b } from '../../features/new-one/b.ts';", 'may not import feature new-one'],
  ['web/src/features/posts/g.ts', "export type B = import('../quotes/b.ts').B;", 'may not import feature quotes'],
  ['web/src/features/posts/h.ts', "import type { B } from '../quotes/b.ts';\nexport const b: B = 1;", 'feature quotes'],
  ['web/src/features/admin/users/a.ts', "import '../new-slice/b.ts';", 'may not import feature admin/new-slice'],
  ['web/src/pages/home/c.tsx', "import '@supabase/supabase-js';", 'reach the backend through features'],
  ['web/src/compositions/d.tsx', "import '@supabase/auth-js';", 'reach the backend through features'],
  ['web/src/features/posts/i.ts', "import '../../../../supabase/local/a.ts';", 'the page imports only _'],
  ['supabase/functions/_shared/domain/a.ts', "import 'hono';", '_shared/domain imports only zod'],
  ['supabase/functions/_shared/domain/b.ts', "import './a';", '_shared/domain imports only zod'],
  ['supabase/functions/_shared/domain/c.ts', "import '../rows/a.ts';", '_shared/domain imports only zod'],
  ['supabase/functions/_shared/rows/a.ts', "import '../clients.ts';", '_shared/rows imports only its own'],
  ['supabase/functions/api/index.ts', "import '@supabase/lite';", 'nothing in the product depends on the embedded'],
  ['supabase/functions/api/i.ts', "import 'embedded-supabase/keys';", 'nothing in the product depends on the embedded'],
  ['packages/embedded-supabase/src/front/a.ts', "import '../data/b.ts';", 'src/front may not import src/data'],
  ['packages/embedded-supabase/src/platform/a.ts', "import '../front/b.ts';", 'src/platform may not import src/front'],
  ['packages/embedded-supabase/src/database/a.ts', "import '../platform/b.ts';", 'src/database may not import'],
  ['packages/embedded-supabase/src/c.ts', "import '../../../deploy/hosts.ts';", 'a package knows nothing of'],
  ['packages/embedded-supabase/tests/c.test.ts', "import '@domain/limits.ts';", 'a package knows nothing of'],
  ['supabase/tests/local/c.test.ts', "import '../../../packages/a/src/b.ts';", 'a package is imported by its name'],
  ['scripts/circle-a.ts', "import type { B } from './circle-b.ts';\nexport type A = B;", 'Dependency cycle'],
  ['scripts/circle-b.ts', "import type { A } from './circle-a.ts';\nexport type B = A;", 'Dependency cycle'],

  ['web/src/features/posts/k.test.ts', "test.skip('works', () => {});", 'a skipped or focused test'],
  ['supabase/tests/rules/a.test.ts', "test.skipIf(true)('works', () => {});", 'a skipped or focused test'],
  ['web/e2e/a.spec.ts', "test.describe.only('all', () => {});", 'a skipped or focused test'],
  ['web/e2e/b.spec.ts', 'await page.waitForTimeout(500);', 'a test that sleeps'],
  ['scripts/a.test.mjs', 'await new Promise((resolve) => {\n  setTimeout(resolve, 10);\n});', 'a test that sleeps'],
  ['supabase/tests/rules/b.test.ts', "import 'node:timers/promises';", 'a test that sleeps'],
  ['web/e2e/c.spec.ts', `test('[A1] ${'x'.repeat(101)}', () => {});`, 'a title of 101 characters'],
  ['supabase/tests/rules/c.test.ts', `describe('${'x'.repeat(101)}', () => {});`, 'a title of 101 characters'],
  ['supabase/tests/rules/d.test.ts', `test.for([1])(\`${'x'.repeat(101)}\`, () => {});`, 'a title of 101'],
  ['web/src/features/posts/l.ts', "void client.invalidateQueries(['posts']);", 'query keys come from'],
  ['web/src/features/posts/m.ts', "queryOptions({ queryKey: ['posts', 1] });", 'query keys come from'],
  ['web/src/features/posts/n.ts', "await supabase.from('posts').select('*');", 'name the columns'],
  ['supabase/functions/api/b.ts', "await supabase.from('posts').insert(post).select();", 'name the columns'],
  [
    'web/src/features/posts/o.tsx',
    'save.mutate({ id: idOf(post) }, { onError: show });',
    'callbacks of mutate are lost',
  ],

  // Texts that would be English in every language. [A634]
  ['web/src/pages/home/d.tsx', 'export const a = <p>No posts found</p>;', '"No posts found" is English'],
  ['web/src/pages/home/e.tsx', "export const a = <p>{b ? 'Open' : null}</p>;", '"Open" is English'],
  ['web/src/pages/home/f.tsx', 'export const a = <p>by {name}</p>;', '"by" is English'],
  ['web/src/pages/home/g.tsx', 'export const a = <p>{`${n} replies`}</p>;', '"{} replies" is English'],
  ['web/src/pages/home/h.tsx', 'export const a = <input placeholder="Search" />;', '"Search" is English'],
  ['web/src/pages/home/i.tsx', 'export const a = <a aria-label="Close">x</a>;', '"Close" is English'],
  ['web/src/pages/home/j.tsx', "export const a = <img alt={isNew ? 'new' : t('old')} />;", '"new" is English'],
  ['web/src/pages/home/k.tsx', 'export const a = <A emptyText={`Nothing of ${b}`} />;', '"Nothing of {}" is English'],
  ['web/src/pages/home/l.ts', "toast({ title: 'Saved' });", '"Saved" is English'],
  ['web/src/pages/home/m.ts', "tellFailure('Failed', error);", '"Failed" is English'],
  ['web/src/pages/home/n.ts', "void tellOutcome(work, { done: 'Saved', failed });", '"Saved" is English'],
  ['web/src/pages/home/o.ts', "throw new AppError('Post not found', facts);", '"Post not found" is English'],
  ['web/src/pages/home/p.ts', "export const A = { newest: { label: 'Newest' } };", '"Newest" is English'],
  ['web/src/pages/home/q.ts', "export const a = () => 'Nothing was found';", '"Nothing was found" is English'],
  ['web/src/pages/home/q2.ts', "export const a = (b) => (b ? 'Today' : null);", '"Today" is English'],
  ['web/src/pages/home/q3.ts', "export const A = { open: 'Open' };", '"Open" is English'],
  ['web/src/pages/home/r.ts', 'export const a = (n: number) => `${n} posts found`;', '"{} posts found" is English'],
  ['web/src/pages/home/s.tsx', "export const a = <a title={'About ' + name} />;", '"About" is English'],
  ['web/src/pages/home/t.ts', "t('by {name}', { name: user ?? 'nobody' });", '"nobody" is English'],
  ['web/src/pages/home/u.ts', "z.string().min(1, 'Please choose a day');", '"Please choose a day" is English'],

  // Parts of the language and of browsers that not every supported browser has.
  ['web/src/pages/home/ba.ts', 'export const a = b.toSorted();', 'a supported browser lacks this'],
  ['web/src/pages/home/bb.ts', "export const a = URL.canParse('b');", 'package.json): URL.'],
  ['web/src/pages/home/bc.ts', 'export const a = /(?<=b)c/;', 'lookbehind in a regular expression'],
  ['web/src/pages/home/bd.ts', "export const a = new RegExp('(?<!b)c');", 'lookbehind in a regular expression'],
  ['web/src/pages/home/be.ts', 'document.startViewTransition(() => {});', 'document.startViewTransition'],
  ['web/src/pages/home/bf.ts', 'export const a = Object.groupBy(b, c);', 'Object.groupBy'],
  ['supabase/functions/_shared/domain/bg.ts', 'export const a = b.toReversed();', 'b.toReversed'],

  ['supabase/functions/api/c.ts', 'export const a = /^a+a+$/;', 'can take the same characters'],
  ['packages/embedded-supabase/src/front/c.ts', 'export const a = /^(?:a+)+$/;', 'can take the same characters'],

  ['deploy/a.ts', '// See docs/decision.md.', 'there is no docs/decision.md'],
  ['deploy/b.ts', '/** See docs/decisions.md#two-ways */', 'docs/decisions.md has no heading #two-ways'],
  ['web/src/shared/ui/b.tsx', 'export const a = <>{/* as lost-file.tsx */}</>;', 'there is no lost-file.tsx'],

  ['web/src/features/posts/p.ts', '// @ts-ignore\nexport const a = 1;', '@ts-ignore'],
  ['deploy/e.ts', '// @ts-expect-error: it is right all the same\nexport const a: 1 = 2;', '@ts-expect-error'],
  ['web/src/features/posts/PostCard.tsx', 'export const a = 1;', 'Filename should be'],
  ['web/src/features/posts/index.ts', "export * from './q.ts';", 'Barrel file'],
];

/** What looks like it and is fine. */
const ALLOWED: [file: string, text: string][] = [
  ['web/src/app/routes.tsx', "import '@/pages/home/home-page.tsx';"],
  ['web/src/pages/home/home-page.tsx', "import '@/features/posts/z.ts';\nimport '@/features/quotes/b.ts';"],
  ['web/src/features/posts/card/a.tsx', "import '../feed/b.ts';\nimport '@/shared/backend/query-keys.ts';"],
  ['web/src/features/posts/s.ts', "import '@domain/limits.ts';\nimport '@rows/post-row.ts';"],
  ['web/src/features/posts/s.test.ts', "import '../../../../supabase/tests/support/files/image-files.ts';"],
  ['web/src/pages/home/bh.ts', "export const a = typeof URL.canParse === 'function' && URL.canParse('b');"],
  ['web/src/pages/home/bi.ts', 'export const a = b.findLast(c) ?? b.at(-1);\nexport const d = AbortSignal.timeout(1);'],
  ['web/src/pages/home/bj.test.ts', 'export const a = b.toSorted();'],
  ['supabase/functions/_shared/domain/post.ts', "import 'zod';\nimport './limits.ts';"],
  ['supabase/functions/_shared/domain/post.test.ts', "import 'fast-check';"],
  ['supabase/functions/_shared/rows/post-row.ts', "import '../domain/post.ts';"],
  [
    'packages/embedded-supabase/src/front/b.ts',
    "import '../platform/b.ts';\nimport '../database/b.ts';\nimport 'hono';",
  ],
  ['packages/embedded-supabase/src/server.ts', "import './front/b.ts';\nimport './data/b.ts';"],
  ['supabase/local/server.ts', "import 'embedded-supabase';\nimport '../functions/_shared/http/network.ts';"],
  ['web/src/features/share/a.tsx', 'input.current?.select();'],
  ['web/src/features/posts/t.tsx', 'save.mutate({ id: idOf(post) });\nmutationOptions({ mutationFn, onError: show });'],
  [
    'deploy/c.ts',
    '// See docs/decisions.md#one-way, ./a.ts, b.test.ts, pages/home/home-page.tsx.\nexport const a = 1;',
  ],
  ['web/src/shared/backend/query-keys.ts', "export const list = { queryKey: ['posts'] };"],
  ['web/e2e/d.spec.ts', `test('[A12,A345] ${'x'.repeat(100)}', () => {});`],
  [
    'web/src/pages/home/v.tsx',
    "export const a = <p title={t('One')}>{plural(n, { one: '1 post', other: '{n} posts' })}</p>;",
  ],
  [
    'web/src/pages/home/w.tsx',
    "export const a = <p className={`card ${b}`} id={`/post/${c} d`} style={{ margin: '1px solid' }} />;",
  ],
  ['web/src/pages/home/x.ts', "export const A = { newest: { label: msg('Newest') }, kind: 'some-kind' };"],
  [
    'web/src/pages/home/y.tsx',
    "if (b === 'Some text') throw new Error('For developers only');\nconsole.warn('Only they read it');",
  ],
  ['web/src/pages/home/z.tsx', 'export const a = <code>Not a text</code>;\nexport const b = <b>· 1 %</b>;'],
  ['web/src/pages/home/z.test.tsx', "expect(screen.getByText('No posts found')).toBeVisible();"],
  ['web/src/pages/terms/terms-fr.tsx', 'export const a = <p>Conditions en français</p>;'],
  ['web/src/pages/demo/a.tsx', 'export const a = <p>An example in English</p>;'],
  ['web/src/features/posts/u.test.ts', 'vi.useFakeTimers();\nsetTimeout(late, 10);'],
];

let found: { filename: string; message: string }[];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
  const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'));
  config.jsPlugins = [join(root, 'scripts/checks/lint/plugin.mjs')];
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs/decisions.md'), '# Decisions\n\n## One way\n');
  for (const [file, text] of [...REFUSED, ...ALLOWED]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  const command = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', '.'];
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  try {
    found = JSON.parse(stdout).diagnostics;
  } catch {
    throw new Error(`oxlint did not run: ${stdout}${stderr}`);
  }
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const messagesAbout = (file: string) => found.filter(({ filename }) => filename === file).map(({ message }) => message);

describe('the linter', () => {
  test.each(
    REFUSED.map(([file, , message]) => ({ file, message, check: message.endsWith('is English') ? '[A634]' : '' })),
  )('$file: $message $check', ({ file, message }) => {
    expect(messagesAbout(file)).toContainEqual(expect.stringContaining(message));
  });

  test.each(ALLOWED.map(([file]) => file))('%s is fine', (file) => {
    expect(messagesAbout(file)).toEqual([]);
  });
});
