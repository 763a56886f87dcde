import { useEffect } from 'react';
import { NotificationsMenu } from '@/features/notifications/components/notifications-menu.tsx';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { followLocale } from '@/shared/session/follow-locale.ts';
import { UserMenu } from './user-menu.tsx';

/** The part of the header for signed-in users: the bell and the account menu; the page follows the language of the account. */
export function AccountControls({ user }: { user: CurrentUser }) {
  useEffect(() => followLocale(user.locale), [user.locale]);
  return (
    <>
      <NotificationsMenu />
      <UserMenu user={user} />
    </>
  );
}
