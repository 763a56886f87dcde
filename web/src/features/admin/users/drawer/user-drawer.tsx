import type { ReactNode } from 'react';
import { Drawer, Skeleton, Stack, Tabs } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';
import { useLayer } from '@/shared/ui/dialog/use-layer.ts';
import { userQueryOptions } from './get-user.ts';
import type { User } from '../shown-user.ts';
import { LinkedAccounts } from './linked-accounts.tsx';
import { UserActions } from '../manage/user-actions.tsx';
import { UserActivity } from './user-activity.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserHeading } from './user-heading.tsx';
import { UserNotes } from './user-notes.tsx';

type UserDrawerProps = {
  /** Null while the drawer is closed. */
  userId: number | null;
  onClose: () => void;
  /** The account's audit log, passed in because it belongs to another feature. */
  log: (userId: number) => ReactNode;
};

/** Everything about one user, with the actions on the account. */
export function UserDrawer({ userId, onClose, log }: UserDrawerProps) {
  const { t } = useLanguage();
  const handleClose = useLayer(userId !== null, onClose, { closesOnBack: false });
  const shownId = useLastShown(userId);
  return (
    <Drawer opened={userId !== null} onClose={handleClose} position="right" size="lg" title={t('User')}>
      {shownId !== null && <UserContent key={shownId} userId={shownId} log={log} />}
    </Drawer>
  );
}

function UserContent({ userId, log }: { userId: number; log: UserDrawerProps['log'] }) {
  const { t } = useLanguage();
  const { data: user, isPending, error, refetch } = useQuery(userQueryOptions(userId));
  if (isPending) {
    return (
      <Stack gap="sm" aria-busy>
        <Skeleton height={48} width="70%" />
        <Skeleton height={200} />
      </Stack>
    );
  }
  if (error)
    return <ErrorState title={t('Failed to load user')} message={error.message} onRetry={() => void refetch()} />;
  return <UserDetails user={user} log={log} />;
}

function UserDetails({ user, log }: { user: User; log: UserDrawerProps['log'] }) {
  const { t } = useLanguage();
  return (
    <Stack gap="lg">
      <UserHeading user={user} />
      <UserActions user={user} />
      <Tabs defaultValue="profile" keepMounted={false} styles={{ tab: { paddingInline: '0.625rem' } }}>
        <Tabs.List mb="md">
          <Tabs.Tab value="profile">{t('Profile')}</Tabs.Tab>
          <Tabs.Tab value="activity">{t('Activity')}</Tabs.Tab>
          <Tabs.Tab value="linked">{t('Linked')}</Tabs.Tab>
          <Tabs.Tab value="notes">{t('Notes')}</Tabs.Tab>
          <Tabs.Tab value="log">{t('Log')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <UserFacts user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <UserActivity userId={user.id} />
        </Tabs.Panel>
        <Tabs.Panel value="linked">
          <LinkedAccounts userId={user.id} />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          <UserNotes userId={user.id} />
        </Tabs.Panel>
        <Tabs.Panel value="log">{log(user.id)}</Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
