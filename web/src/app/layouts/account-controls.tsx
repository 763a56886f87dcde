import { NotificationsMenu } from '@/features/notifications/components/notifications-menu.tsx';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { UserMenu } from './user-menu.tsx';

/** The part of the header for signed-in users: the bell and the account menu. */
export function AccountControls({ user }: { user: CurrentUser }) {
  return (
    <>
      <NotificationsMenu />
      <UserMenu user={user} />
    </>
  );
}
