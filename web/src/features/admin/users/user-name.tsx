import { Anchor, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import type { User } from './shown-user.ts';
import classes from './admin-users.module.css';

/** Avatar and username, which open the drawer, and the email address with its verification mark. */
export function UserName({ user, onOpen }: { user: User; onOpen: () => void }) {
  const { t } = useLanguage();
  const mailbox = user.email.slice(0, user.email.lastIndexOf('@'));
  return (
    <Group gap="sm" wrap="nowrap">
      <UserAvatar username={user.username} avatarPath={user.avatarPath} size={32} />
      <div className={classes.name}>
        <Anchor component="button" type="button" size="sm" fw={550} ta="start" onClick={onOpen}>
          {user.username}
        </Anchor>
        <Text size="xs" c="dimmed">
          {mailbox}
          <wbr />
          {user.email.slice(mailbox.length)}
          {user.isVerified && (
            <IconCircleCheck className={classes.verified} size={14} role="img" aria-label={t('Verified')} />
          )}
        </Text>
      </div>
    </Group>
  );
}
