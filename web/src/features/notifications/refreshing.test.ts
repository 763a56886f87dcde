import { expect, test } from 'vitest';
import { refreshing } from './refreshing.ts';
import { badgeText } from './unread-notifications.ts';

const TEN_MINUTES = 600_000;

test('notifications are refreshed every 10 minutes, stale after 10 minutes, and counted up to "9+" [A545]', () => {
  expect(refreshing.refetchInterval).toBe(TEN_MINUTES);
  expect(refreshing.staleTime).toBe(TEN_MINUTES);
  expect(badgeText(9)).toBe('9');
  expect(badgeText(10)).toBe('9+');
});

test('notifications are not asked for while the tab is hidden', () => {
  expect(refreshing.refetchIntervalInBackground).toBe(false);
});
