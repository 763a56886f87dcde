import { expect, test } from 'vitest';
import { filesLike } from './project-files.mjs';

test('every action that the database writes to the audit log has its words in every language', () => {
  const calls = filesLike(/^supabase\/schemas\/.*\.sql$/).flatMap(({ text }) => [
    ...text.matchAll(/private\.audit\((?:'\w+'|case [^,]*)/g),
  ]);
  const actions = new Set(
    calls.flatMap(([call]) => [...call.matchAll(/'([a-z_]+)'/g)].map(([, action = '']) => action)),
  );
  expect(actions.size).toBeGreaterThan(45);
  const words = filesLike(/\/audit-log\/audit-words\.ts$/)[0]?.text;
  for (const action of actions) {
    const word = action.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
    expect(words, action).toContain(`msg('${word}')`);
  }
});
