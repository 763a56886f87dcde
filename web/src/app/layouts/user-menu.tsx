import { UnstyledButton } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { useLateMenu } from '@/shared/ui/use-late-menu.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import classes from './user-menu.module.css';

const loadEntries = async () => (await import('./user-entries.tsx')).UserEntries;
const UserEntries = lazyPart(loadEntries);

/** The avatar, which opens the account menu. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const { t } = useLanguage();
  const { button, opened, menu } = useLateMenu(loadEntries);
  return (
    <>
      <UnstyledButton
        {...button}
        className={classes.target}
        aria-label={t('Account menu of {username}', { username: user.username })}
      >
        <UserAvatar
          username={user.username}
          firstName={user.firstName}
          lastName={user.lastName}
          avatarPath={user.avatarPath}
          size={36}
        />
      </UnstyledButton>
      <LazyDialog opened={opened}>{(isOpen) => <UserEntries menu={menu} opened={isOpen} user={user} />}</LazyDialog>
    </>
  );
}
