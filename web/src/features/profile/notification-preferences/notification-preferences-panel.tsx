import { useId } from 'react';
import { NativeSelect, Paper, Stack, Switch, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/Table.css';
import { useQuery } from '@tanstack/react-query';
import {
  isCollected,
  mailPaceSchema,
  type MailPace,
  type NotificationPreference,
} from '@domain/notification-choices.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { digestTimeQueryOptions, useTakeZone } from './digest-time.ts';
import { DigestTimeField } from './digest-time-field.tsx';
import { notificationPreferencesQueryOptions } from './get-notification-preferences.ts';
import { useSaveNotificationPreference } from './save-notification-preference.ts';
import classes from './notification-preferences.module.css';

const PACE_LABELS: Readonly<Record<MailPace, string>> = {
  now: msg('At once'),
  daily: msg('Daily'),
  weekly: msg('Weekly'),
  off: msg('Off'),
};

type Group = { label: string; kinds: RegExp };

/** The groups of kinds, in two columns of about one height; a kind belongs to the first group that has it. */
const COLUMNS: readonly (readonly Group[])[] = [
  [
    { label: msg('Quotes'), kinds: /^quote_/ },
    { label: msg('Messages'), kinds: /^(message|question)_/ },
  ],
  [
    { label: msg('Requests'), kinds: /^(request_|deadline_|saved_search)/ },
    { label: msg('Other'), kinds: /./ },
  ],
];

const groupOf = (kind: string) => COLUMNS.flat().find(({ kinds }) => kinds.test(kind));

/** How the user is notified: each kind on the page and by mail. Each choice is saved at once. */
export function NotificationPreferencesPanel() {
  const { t } = useLanguage();
  const preferences = useQuery(notificationPreferencesQueryOptions);
  const time = useQuery(digestTimeQueryOptions);
  if (preferences.isPending || time.isPending) return <SheetSkeleton label={t('Loading your choices')} />;
  if (preferences.isError || time.isError)
    return (
      <ErrorState
        title={t('Your choices cannot be shown')}
        message={(preferences.error ?? time.error)?.message}
        onRetry={() => void Promise.all([preferences.refetch(), time.refetch()])}
      />
    );
  return (
    <Paper withBorder shadow="xs" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('Daily and weekly mails come together, with what you have not read.')}{' '}
          {t('What concerns the security of your account or decisions about it is always sent.')}
        </Text>
        <DigestTimeField time={time.data} />
        <div className={classes.columns}>
          {COLUMNS.map((groups) => (
            <Stack key={groups[0]?.label} gap="lg">
              {groups.map((group) => (
                <PreferenceTable
                  key={group.label}
                  label={t(group.label)}
                  preferences={preferences.data.filter(({ kind }) => groupOf(kind) === group)}
                />
              ))}
            </Stack>
          ))}
        </div>
      </Stack>
    </Paper>
  );
}

type PreferenceTableProps = { label: string; preferences: readonly NotificationPreference[] };

/** One group of kinds. */
function PreferenceTable({ label, preferences }: PreferenceTableProps) {
  const { t } = useLanguage();
  const id = useId();
  return (
    <Table className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{label}</Table.Th>
          <Table.Th scope="col" id={`${id}-page`}>
            {t('On the page')}
          </Table.Th>
          <Table.Th scope="col" id={`${id}-mail`}>
            {t('By mail')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {preferences.map((preference) => (
          <PreferenceRow key={preference.kind} preference={preference} tableId={id} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function PreferenceRow({ preference, tableId }: { preference: NotificationPreference; tableId: string }) {
  const { t, message } = useLanguage();
  const save = useSaveNotificationPreference();
  const takeZone = useTakeZone();
  const { kind, label, isPageOptional, paces } = preference;
  const name = `${tableId}-${kind}`;
  const handleChange = (choice: { page: boolean } | { mail: MailPace }) =>
    void tellOutcome(save.mutateAsync({ kind, ...choice }), { failed: t('Your choice was not saved') });
  return (
    <Table.Tr>
      <Table.Th scope="row" id={name} fw={400}>
        {message(label)}
      </Table.Th>
      <Table.Td>
        {isPageOptional ? (
          <Switch
            size="md"
            classNames={{ track: classes.track }}
            aria-labelledby={`${name} ${tableId}-page`}
            checked={preference.page}
            onChange={(event) => handleChange({ page: event.currentTarget.checked })}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('Always')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <NativeSelect
          className={classes.pace}
          aria-labelledby={`${name} ${tableId}-mail`}
          value={preference.mail}
          data={paces.map((value) => ({ value, label: t(PACE_LABELS[value]) }))}
          onChange={(event) => {
            const mail = mailPaceSchema.parse(event.currentTarget.value);
            handleChange({ mail });
            if (isCollected(mail)) takeZone();
          }}
        />
      </Table.Td>
    </Table.Tr>
  );
}
