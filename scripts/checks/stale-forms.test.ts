import { expect, test } from 'vitest';
import { pageSources } from './project-files.mjs';

/**
 * Saves of the page that need not name what they have read: they write single values that were just chosen, or only what
 * was changed.
 */
const KNOWN: Readonly<Record<string, string>> = {
  'features/admin/hidden-posts/edit-hide-reason.ts': 'one text',
  'features/news/edit/archive-news.ts': 'one value',
  'features/profile/avatar/change-avatar.ts': 'one value',
  'features/profile/details/update-profile.ts': 'only the changed fields',
  'features/profile/notification-preferences/digest-time.ts': 'the chosen hour or zone',
  'features/profile/notification-preferences/save-notification-preference.ts': 'one kind',
  'features/quotes/send/save-organization.tsx': 'what was missing',
  'features/saved-searches/list-saved-searches.ts': 'one value',
};

/** Changes rows of a table, or calls a function or a call of /api that saves a whole form. */
const SAVES = /method: '(?:PUT|PATCH)'|\.update\(|\.rpc\(\s*'(?:save|update|revise|edit_hide|rename)_(?!search')/;
/** Names the state that the form began with. */
const NAMES_IT = /updated_at|expected_(?:version|value|updated_at|reason)|expected:|Required<SaveMailChoices>/;

test('every save of a form names the state that it began with, or writes only what was changed', () => {
  const saves = pageSources().filter(({ text }) => SAVES.test(text));
  expect(saves.length).toBeGreaterThan(10);
  const unnamed = saves.filter(({ text }) => !NAMES_IT.test(text)).map(({ file }) => file);
  expect(unnamed.toSorted()).toEqual(Object.keys(KNOWN));
});
