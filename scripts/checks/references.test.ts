import { describe, expect, test } from 'vitest';
import { anchorsOf, problemsOfMentions, problemsOfReferences, slugOf } from './references.mjs';

const FILES = ['README.md', 'docs/guide.md', 'docs/decisions.md', 'web/src/shared/a.ts', 'scripts/b.mjs', 'scripts'];
const project = {
  has: (path: string) => FILES.includes(path),
  hasName: (name: string) => FILES.some((file) => file.endsWith(`/${name}`)),
  anchorsOf: () => new Set(['one-way']),
};
const messages = (file: string, text: string) =>
  problemsOfReferences(project, file, text).map(({ message }) => message);

describe('links of documents', () => {
  test.each([
    ['README.md', '[a](docs/guid.md)', 'the link leads nowhere: docs/guid.md'],
    ['docs/guide.md', '[a](docs/guide.md)', 'the link leads nowhere: docs/guide.md'],
    ['README.md', '[a](docs/guide.md#two-ways)', 'docs/guide.md has no heading #two-ways'],
    ['docs/guide.md', '[a](#two-ways)', 'docs/guide.md has no heading #two-ways'],
    ['README.md', '<img src="docs/images/feed.png">', 'the link leads nowhere: docs/images/feed.png'],
    ['README.md', '[a]: docs/guid.md', 'the link leads nowhere: docs/guid.md'],
    ['README.md', 'Written in `web/src/shared/b.ts`.', 'there is no web/src/shared/b.ts'],
  ])('%s: %s', (file, text, message) => {
    expect(messages(file, text)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    ['README.md', '[a](docs/guide.md#one-way) [b](https://example.com/x.md) [c](docs/guide.md)'],
    ['docs/guide.md', '[a](../README.md) [b](#one-way) [c](decisions.md)'],
    ['README.md', 'Written in `shared/a.ts`, `b.mjs` and `scripts/`; `web/src/<feature>/api` is any.'],
    ['README.md', '```sh\nnode scripts/none.mjs\n```'],
  ])('%s: %s is fine', (file, text) => {
    expect(messages(file, text)).toEqual([]);
  });

  test('heading anchors are those that GitHub makes', () => {
    expect(slugOf('What `npm test` does: everything, “twice”')).toBe('what-npm-test-does-everything-twice');
    expect([...anchorsOf('# A b\n## A b\n```\n# c\n```\n### [D](e.md)')]).toEqual(['a-b', 'a-b-1', 'd']);
  });
});

describe('comments', () => {
  test.each([
    ['supabase/migrations/a.sql', '-- docs/decisions.md#two-ways', 'docs/decisions.md has no heading #two-ways'],
    ['supabase/migrations/a.sql', "comment on table a is\n  'As docs/none.md';", 'there is no docs/none.md'],
    ['web/src/a.css', '/* as shared/b.ts */', 'there is no shared/b.ts'],
    ['deploy/a.sh', 'true # see docs/none.md', 'there is no docs/none.md'],
  ])('%s: %s', (file, text, message) => {
    expect(messages(file, text)).toEqual([expect.stringContaining(message)]);
  });

  test('name files from the root, from their own folder and from some others', () => {
    const text =
      'docs/guide.md shared/a.ts ./b.mjs b.mjs @/shared/a.ts supabase/.temp/data scripts/*.mjs docs/<name>.md';
    expect(problemsOfMentions(project, 'scripts/c.mjs', text)).toEqual([]);
  });

  test('a dead reference in a comment is reported with its position', () => {
    expect(problemsOfReferences(project, 'a.sql', 'select 1;\n-- docs/none.md')).toEqual([
      { index: 13, message: 'there is no docs/none.md' },
    ]);
  });
});
