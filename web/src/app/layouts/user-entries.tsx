import { Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileText, IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { LogoutDialog } from '@/features/auth/sign-in/logout-dialog.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { LateMenu } from '@/shared/ui/late-menu.tsx';
import type { LateMenuState } from '@/shared/ui/use-late-menu.ts';
import classes from './user-menu.module.css';

type UserEntriesProps = { menu: LateMenuState; opened: boolean; user: CurrentUser };

/** Entries of the account menu: name and email, Profile, My posts / Quotes, Admin Panel for admins, Logout. */
export function UserEntries({ menu, opened, user }: UserEntriesProps) {
  const { t } = useLanguage();
  const [isAsking, asking] = useDisclosure(false);
  const closeDialog = () => {
    asking.close();
    menu.button.current?.focus();
  };
  return (
    <>
      <LateMenu
        menu={menu}
        opened={opened}
        position="bottom-end"
        width={248}
        withinPortal={false}
        keepMounted={false}
        returnFocus
      >
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
      </LateMenu>
      <LogoutDialog opened={isAsking} onClose={closeDialog} />
    </>
  );
}
