import { Anchor, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import type { User } from './shown-user.ts';
import classes from './admin-users.module.css';

/** Avatar and username, which open the drawer, and the email address with its verification mark. */
export function UserName({ user, onOpen }: { user: User; onOpen: () => void }) {
  const { t } = useLanguage();
  return (
    <Group gap="sm" wrap="nowrap">
      <UserAvatar username={user.username} avatarPath={user.avatarPath} size={32} />
      <div className={classes.name}>
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={550}
          ta="start"
          truncate="end"
          maw="100%"
          onClick={onOpen}
        >
          {user.username}
        </Anchor>
        <Group gap={4} wrap="nowrap">
          <Text size="xs" c="dimmed" truncate="end" title={user.email}>
            {user.email}
          </Text>
          {user.isVerified && (
            <IconCircleCheck className={classes.verified} size={14} role="img" aria-label={t('Verified')} />
          )}
        </Group>
      </div>
    </Group>
  );
}
