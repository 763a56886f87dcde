import { Card, Skeleton, Stack, Switch } from '@mantine/core';
import '@mantine/core/styles/Card.css';
import '@mantine/core/styles/Switch.css';
import { useQuery } from '@tanstack/react-query';
import { notificationKinds } from '@domain/notification-kinds.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { notificationKindsQueryOptions } from './list-notification-kinds.ts';
import { useSetNotificationKind } from './set-notification-kind.ts';

const ROWS = 5;

/** The automatic notifications, each with its text and its switch. */
export function NotificationSwitches() {
  const { t } = useLanguage();
  const { data, isPending, error, refetch } = useQuery(notificationKindsQueryOptions);
  if (isPending) {
    return (
      <Stack gap="sm" role="status" aria-busy aria-label={t('Loading notifications')}>
        {Array.from({ length: ROWS }, (_, row) => (
          <Skeleton key={row} height={64} radius="md" />
        ))}
      </Stack>
    );
  }
  if (error)
    return (
      <ErrorState title={t('Failed to load notifications')} message={error.message} onRetry={() => void refetch()} />
    );
  return (
    <Stack gap="sm" component="ul" p={0} m={0}>
      {data.map(({ kind, is_enabled }) => (
        <KindSwitch key={kind} kind={kind} isEnabled={is_enabled} />
      ))}
    </Stack>
  );
}

function KindSwitch({ kind, isEnabled }: { kind: string; isEnabled: boolean }) {
  const { t, message } = useLanguage();
  const save = useSetNotificationKind();
  const handleSwitch = (isOn: boolean) =>
    void tellOutcome(save.mutateAsync({ kind, isEnabled: isOn }), {
      done: t('Notification settings saved'),
      failed: t('Error saving notification settings'),
    });
  return (
    <Card component="li" withBorder padding="sm">
      <Switch
        size="md"
        checked={save.isPending ? save.variables.isEnabled : isEnabled}
        onChange={(event) => handleSwitch(event.currentTarget.checked)}
        label={t(notificationKinds[kind]?.label ?? kind)}
        description={message(notificationKinds[kind]?.text ?? '')}
      />
    </Card>
  );
}
