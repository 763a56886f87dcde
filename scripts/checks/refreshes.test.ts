import { expect, test } from 'vitest';
import { pageSources } from './project-files.mjs';

/** Where a first answer on its way need not be asked for again. */
const OTHERS = [
  // The session is awaited by the steps of a sign-in, which a cancelled request would fail.
  'features/profile/email/change-email.ts',
  'features/profile/email/confirm-email.ts',
  'features/profile/email/resend-email-change.ts',
  'features/profile/refresh-person.ts',
  'features/profile/security/change-password.ts',
  'shared/session/sync-session.ts',
  // The clock of the page asks again.
  'shared/live/use-live-updates.ts',
];

test('every write refreshes what it has changed by the function that asks for first answers again', () => {
  const files = pageSources().flatMap(({ file, text }) => (text.includes('.invalidateQueries(') ? [file] : []));
  expect(files.toSorted()).toEqual([...OTHERS, 'shared/backend/refresh.ts'].toSorted());
});
