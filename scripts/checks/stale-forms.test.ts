import { expect, test } from 'vitest';
import { pageSources } from './project-files.mjs';

/**
 * Saves of the page that need not name what they have read: they write single values that were just chosen, or only what
 * was changed.
 */
const KNOWN: Readonly<Record<string, string>> = {
  'features/profile/avatar/change-avatar.ts': 'one value',
  'features/profile/details/update-profile.ts': 'only the changed fields',
  'features/profile/notification-preferences/digest-time.ts': 'the chosen hour or zone',
  'features/profile/notification-preferences/save-notification-preference.ts': 'one kind',
  'features/quotes/send/save-organization.tsx': 'what was missing',
  'features/saved-searches/list-saved-searches.ts': 'one value',
};

/** Changes rows of a table, or calls a function or a call of /api that saves a whole form, or ends a state as an admin. */
const SAVES =
  /method: '(?:PUT|PATCH)'|\.update\(|\.rpc\(\s*'(?:(?:save|update|revise|edit_hide|rename|unhide|lift)_(?!search')|(?:assign|reply_to|set)_feedback|delete_(?:hidden|content|exchange))/;
/** Names the state that the form or the page began with. */
const NAMES_IT =
  /updated_at|expected_(?:version|value|updated_at|reason)|expected:|Required<SaveMailChoices>|hidden_at|hidingsOf|suspended_at|last_reply/;

test('every save and every end of a state names what was read, or writes only what was changed', () => {
  const saves = pageSources().filter(({ text }) => SAVES.test(text));
  expect(saves.length).toBeGreaterThan(10);
  const unnamed = saves.filter(({ text }) => !NAMES_IT.test(text)).map(({ file }) => file);
  expect(unnamed.toSorted()).toEqual(Object.keys(KNOWN));
});
