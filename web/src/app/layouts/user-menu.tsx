import { useRef } from 'react';
import { Menu, Text, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { useDisclosure } from '@mantine/hooks';
import { IconFileText, IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { LogoutDialog } from '@/features/auth/components/logout-dialog.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import classes from './user-menu.module.css';

/** The avatar and its menu: name and e-mail, Profile, My posts / Quotes, Admin Panel for admins, Logout. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const { t } = useLanguage();
  const [isAsking, asking] = useDisclosure(false);
  const target = useRef<HTMLButtonElement>(null);
  const closeDialog = () => {
    asking.close();
    target.current?.focus();
  };
  return (
    <>
      <Menu position="bottom-end" width={248} withinPortal={false} keepMounted={false} returnFocus>
        <Menu.Target>
          <UnstyledButton
            ref={target}
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
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.person}>
            <Text fw={600} size="sm" truncate>
              {user.username}
            </Text>
            <Text c="dimmed" size="xs" truncate>
              {user.email}
            </Text>
          </div>
          <Menu.Divider />
          <Menu.Item component={Link} to={paths.profile} leftSection={<IconUser size={18} stroke={1.7} />}>
            {t('Profile')}
          </Menu.Item>
          <Menu.Item component={Link} to={paths.account()} leftSection={<IconFileText size={18} stroke={1.7} />}>
            {t('My posts / Quotes')}
          </Menu.Item>
          {user.isAdmin && (
            <Menu.Item component={Link} to={paths.adminStats} leftSection={<IconSettings size={18} stroke={1.7} />}>
              {t('Admin Panel')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.7} />} onClick={asking.open}>
            {t('Logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LogoutDialog opened={isAsking} onClose={closeDialog} />
    </>
  );
}
