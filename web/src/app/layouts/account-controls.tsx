import { NotificationsMenu } from '@/features/notifications/notifications-menu.tsx';
import { useLiveConnection } from '@/shared/live/use-live-connection.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { useAccountLocale } from '@/shared/session/use-account-locale.ts';
import { UserMenu } from './user-menu.tsx';

/**
 * The header controls of signed-in users: the bell and the account menu. Also applies the account's language to the
 * page, and opens its live connection.
 */
export function AccountControls({ user }: { user: CurrentUser }) {
  useAccountLocale(user);
  useLiveConnection(user.id);
  return (
    <>
      <NotificationsMenu />
      <UserMenu user={user} />
    </>
  );
}
