import { Alert, Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import { roleLabel, suspensionText } from '../labels.ts';
import type { User } from '../shown-user.ts';
import { StatusBadge } from '../status-badge.tsx';

/** The head of the drawer; a suspension is prominent here. */
export function UserHeading({ user }: { user: User }) {
  const language = useLanguage();
  const { t } = language;
  return (
    <Stack gap="sm">
      <Group gap="md" wrap="nowrap">
        <UserAvatar username={user.username} avatarPath={user.avatarPath} size={56} />
        <div style={{ minWidth: 0 }}>
          <Title order={3} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {user.username}
          </Title>
          <Anchor href={`mailto:${user.email}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {user.email}
          </Anchor>
          <Group gap="xs" mt={4}>
            <StatusBadge user={user} />
            <Text size="sm" c="dimmed">
              {roleLabel(user.role, language)}
            </Text>
            {user.status !== 'deleted' && (
              <Anchor component={Link} to={paths.user(user.id)} size="sm">
                {t('View profile')}
              </Anchor>
            )}
          </Group>
        </div>
      </Group>
      {user.status === 'suspended' && (
        <Alert color="orange" variant="light">
          {suspensionText(user, language)}
        </Alert>
      )}
    </Stack>
  );
}
