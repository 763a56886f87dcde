import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  changedStatements,
  importersOf,
  partsOf,
  storiesAt,
  termsOfFunctions,
  termsOfStatements,
  testsThatName,
  touchesLocks,
} from './changed.ts';
import { SERVERS, WHOLE_SCHEMA } from './changed-suites.ts';
import { projectFiles } from './project-files.mjs';
import { statementsOf } from './schema-files.ts';
import { suites } from './suites.ts';

const checkPost = (body: string) => `create function private.check_post() returns trigger language plpgsql as $$
begin
  ${body}
end $$;`;

const REST = `
create table public.posts (
  id bigint primary key,
  title text,
  constraint posts_title_length check (char_length(title) <= 200)
);
create trigger check_post before insert on public.posts for each row execute function private.check_post();
create function private.hide_post(p_id bigint) returns void language sql as $$ update public.posts set title = '' $$;
create function public.hide_post(id bigint) returns void language sql as $$ select private.hide_post(id) $$;
create function public.moderate(id bigint) returns void language sql as $$ select public.hide_post(id) $$;
comment on function public.hide_post is 'Hides a post of the caller.';`;

async function termsBetween(before: string, after: string) {
  const file = 'supabase/schemas/16-posts.sql';
  const [old, current] = [[{ file, text: before }], [{ file, text: after }]];
  const all = (await Promise.all(current.map(statementsOf))).flat();
  return termsOfStatements(await changedStatements(old, current), all);
}

describe('the terms of a changed schema', () => {
  test('a changed function gives its name, its texts and the table whose trigger calls it', async () => {
    const terms = await termsBetween(
      checkPost('return new;') + REST,
      checkPost(`perform private.refuse(400, 'invalid_input', 'The deadline is in the past');`) + REST,
    );
    expect([...terms]).toEqual([
      ['The deadline is in the past', 1],
      ['check_post', 4],
      ['posts', 2],
    ]);
  });

  test('a caller of a changed function weighs half as much with each hop', async () => {
    const before = checkPost('return new;') + REST;
    expect([...(await termsBetween(before, before.replace(`title = ''`, `title = '-'`)))]).toEqual([
      ['hide_post', 4],
      ['moderate', 2],
    ]);
  });

  test('a changed table gives its name and the columns and constraints that differ', async () => {
    const terms = await termsBetween(REST, REST.replace('<= 200', '<= 300'));
    expect([...terms.keys()]).toEqual(expect.arrayContaining(['posts', 'posts_title_length', 'title']));
    expect(terms.has('bigint')).toBe(false);
  });

  test('a changed comment gives no term, a deleted function its name', async () => {
    expect((await termsBetween(REST, REST.replace('Hides a post', 'Hides one post'))).size).toBe(0);
    const terms = await termsBetween(REST, REST.replace(/create function public.moderate.*\n/, ''));
    expect([...terms.keys()]).toEqual(['moderate']);
  });
});

test('a change touches locks when it adds or drops one, not when it stands next to one', async () => {
  const lock = 'perform 1 from public.posts for update;';
  const touches = async (before: string, after: string) => {
    const [old, current] = [before, after].map((body) => [{ file: 'a.sql', text: checkPost(body) }]);
    return touchesLocks(await changedStatements(old ?? [], current ?? []));
  };
  expect(await touches(lock, 'return new;')).toBe(true);
  expect(await touches(`${lock}\n  v := 1;`, `${lock}\n  v := 2;`)).toBe(false);
});

describe('the terms of changed edge functions', () => {
  const sources = [
    { file: 'supabase/functions/api/index.ts', text: `import './routes/posts.ts'; import './routes/news.ts';` },
    {
      file: 'supabase/functions/api/routes/posts.ts',
      text: `import { readJson } from '../../_shared/http/body.ts';\nroute({ path: '/posts/{id}', why: 'The post does not exist' });`,
    },
    { file: 'supabase/functions/api/routes/news.ts', text: `route({ path: '/news' });` },
    { file: 'supabase/functions/_shared/http/body.ts', text: `refuse('The body is too large');` },
    { file: 'supabase/functions/mail/index.ts', text: `import { smtp } from './smtp.ts';` },
    { file: 'supabase/functions/mail/smtp.ts', text: '' },
  ];

  test('a changed route gives its path and texts', () => {
    expect([...termsOfFunctions(['supabase/functions/api/routes/posts.ts'], sources)]).toEqual([
      ['/posts', 1],
      ['The post does not exist', 1],
    ]);
  });

  test('a changed module gives its texts and, with half the weight, the paths of the routes that import it', () => {
    expect([...termsOfFunctions(['supabase/functions/_shared/http/body.ts'], sources)]).toEqual([
      ['/posts', 1 / 2],
      ['The body is too large', 1],
    ]);
  });

  test('a changed module of another function gives the name of that function', () => {
    expect([...termsOfFunctions(['supabase/functions/mail/smtp.ts'], sources)]).toEqual([['/mail', 1]]);
  });

  test('importers are found through other files', () => {
    expect(importersOf(['supabase/functions/_shared/http/body.ts'], sources).map(({ file }) => file)).toEqual([
      'supabase/functions/api/index.ts',
      'supabase/functions/api/routes/posts.ts',
      'supabase/functions/_shared/http/body.ts',
    ]);
  });
});

describe('the tests that name a term', () => {
  const inRules = (texts: Record<string, string>) =>
    Object.entries(texts).map(([name, text]) => ({ file: `supabase/tests/rules/${name}`, text }));
  const tests = inRules({
    'stats.test.ts': `sql('select from public.posts')`,
    'quotes.test.ts': `sql('select from public.posts'); rpc('submit_quote')`,
    'waits.test.ts': `sendQuote(bob); sendQuote(bob);`,
    'news.test.ts': 'posts are no news, and submit_quote is a word',
  });
  const helpers = inRules({ 'support.ts': `export function sendQuote(of) {\n  return of.rpc('submit_quote');\n}\n` });
  const terms = new Map(Object.entries({ submit_quote: 1, posts: 1 }));
  const found = (domains?: readonly string[]) =>
    testsThatName(terms, tests, helpers, domains).map((each) => [each.file.split('/').at(-1), each.terms]);

  test('tests that name more and rarer terms come first, by themselves or through a helper', () => {
    expect(found()).toEqual([
      ['quotes.test.ts', ['submit_quote', 'posts']],
      ['waits.test.ts', ['submit_quote']],
      ['stats.test.ts', ['posts']],
    ]);
  });

  test('tests with the name of the changed domain come before all others', () => {
    expect(found(['stats']).map(([file]) => file)).toEqual(['stats.test.ts', 'quotes.test.ts', 'waits.test.ts']);
  });
});

describe('the stories of a changed file', () => {
  const source = {
    file: 'web/e2e/home.spec.ts',
    text: `import { test } from './support/fixtures.ts';
test.describe('the home page', () => {
  test('shows posts', async () => {
    await first();
  });
  test(
    'shows news',
  );
});`,
  };

  test('a change within stories selects those stories', () => {
    const stories = storiesAt(source, '@@ -4 +4 @@\n@@ -7,0 +7,2 @@');
    expect(stories).toEqual(['web/e2e/home.spec.ts:3', 'web/e2e/home.spec.ts:6']);
  });

  test('a change in front of the stories, or a new file, selects the whole file', () => {
    expect(storiesAt(source, '@@ -1 +1 @@\n@@ -4 +4 @@')).toEqual(['web/e2e/home.spec.ts']);
    expect(storiesAt(source, '')).toEqual(['web/e2e/home.spec.ts']);
  });
});

describe('the parts of a change', () => {
  test('a change is divided by the way in which it is tested', () => {
    const parts = partsOf([
      'package-lock.json',
      'docs/product.md',
      'supabase/functions/api/routes/posts.ts',
      'packages/embedded-supabase/src/front/front.ts',
      'supabase/schemas/16-posts.sql',
      'supabase/tests/rules/posts.test.ts',
      'web/e2e/home.spec.ts',
      'web/src/app/app.tsx',
      'web/src/app/app.test.tsx',
    ]);
    expect(parts).toMatchObject({
      foundations: ['package-lock.json'],
      schemas: ['supabase/schemas/16-posts.sql'],
      functions: ['supabase/functions/api/routes/posts.ts'],
      local: ['packages/embedded-supabase/src/front/front.ts'],
      domains: ['posts', 'posts'],
      tests: ['supabase/tests/rules/posts.test.ts'],
      stories: ['web/e2e/home.spec.ts'],
      product: [
        'supabase/functions/api/routes/posts.ts',
        'packages/embedded-supabase/src/front/front.ts',
        'supabase/schemas/16-posts.sql',
        'web/src/app/app.tsx',
      ],
    });
  });

  test('the tests of the whole schema exist', () => {
    expect(WHOLE_SCHEMA.filter((file) => !existsSync(file))).toEqual([]);
  });

  test('every test of a server or database that changes itself has a project', () => {
    const files = projectFiles('.').filter((file) =>
      /^(?:packages|supabase\/(?:tests|local|demo))\/.*\.test\.ts$/.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    const inUnit = /^supabase\/tests\/support\//;
    expect(files.filter((file) => !inUnit.test(file) && !SERVERS.some(({ folder }) => folder.test(file)))).toEqual([]);
  });

  test('the suites that a change takes over unchanged exist', () => {
    const known = suites.map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(['types', 'source', 'texts', 'unit', 'components', 'deno', 'build']));
  });
});
