import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { projectFiles } from './project-files.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('every action that the database writes to the audit log has its words in every language', () => {
  const sources = projectFiles(root).filter((path) => /^supabase\/schemas\/.*\.sql$/.test(path));
  const calls = sources.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/private\.audit\((?:'\w+'|case [^,]*)/g),
  ]);
  const actions = new Set(
    calls.flatMap(([call]) => [...call.matchAll(/'([a-z_]+)'/g)].map(([, action = '']) => action)),
  );
  expect(actions.size).toBeGreaterThan(45);
  const words = readFileSync(join(root, 'web/src/features/admin/audit-log/audit-words.ts'), 'utf8');
  for (const action of actions) {
    const word = action.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
    expect(words, action).toContain(`msg('${word}')`);
  }
});
