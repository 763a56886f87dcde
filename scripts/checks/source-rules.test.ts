import { describe, expect, test } from 'vitest';
import { findingsIn } from './source-rules.ts';

const messages = (file: string, text: string) => findingsIn(file, text).map(({ message }) => message);

const jwt = (payload: object) =>
  ['eyJhbGciOiJIUzI1NiJ9', Buffer.from(JSON.stringify(payload)).toString('base64url'), 'c2lnbmF0dXJlLW9mLXRoaXM'].join(
    '.',
  );

describe('every file', () => {
  test.each([
    ['docs/a.md', 'TODO: later', 'open work'],
    ['supabase/migrations/a.sql', '-- FIXME', 'open work'],
    ['scripts/a.mjs', "const a = '/home/somebody/project';", 'a path of one machine'],
    ['scripts/a.mjs', "const key = 'sb_secret_0123456789abcdef';", 'a secret key'],
    ['scripts/a.mjs', `const key = '${jwt({ role: 'service_role' })}';`, 'a service_role token'],
    ['deploy/key.pem', '-----BEGIN PRIVATE KEY-----', 'a private key'],
    ['docs/a.md', 'postgres://owner:hunter2@db.example.com/postgres', 'a database password'],
    ['package-lock.json', '"resolved": "https://npm.example.com/a.tgz"', 'does not come from the public registry'],
  ])('%s: %s is found', (file, text, message) => {
    expect(messages(file, text)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    ['scripts/a.mjs', `const key = '${jwt({ role: 'anon' })}';`],
    ['docs/a.md', 'postgres://postgres:postgres@127.0.0.1:54322/postgres'],
    ['package-lock.json', '"resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz"'],
  ])('%s: %s is fine', (file, text) => {
    expect(messages(file, text)).toEqual([]);
  });

  test('a secret in a file is reported with its line', () => {
    expect(findingsIn('docs/a.md', 'one\ntwo sb_secret_0123456789abcdef')).toEqual([
      { file: 'docs/a.md', line: 2, message: 'a secret key' },
    ]);
  });
});
