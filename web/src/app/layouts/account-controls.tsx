import { NotificationsMenu } from '@/features/notifications/components/notifications-menu.tsx';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { UserMenu } from './user-menu.tsx';

/** What the header shows a signed-in person (§2): the bell and the account menu. */
export function AccountControls({ user }: { user: CurrentUser }) {
  return (
    <>
      <NotificationsMenu />
      <UserMenu user={user} />
    </>
  );
}
