import { useState } from 'react';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import type { MailQueueState } from './get-mail-queue.ts';
import { useRetryMails } from './retry-mails.ts';
import { useSendMailsFrom } from './send-mails-from.ts';

/** Mails that wait or failed, with what the mail server answered, and why none leaves; nothing while all leave. */
export function MailQueue({ queue }: { queue: MailQueueState }) {
  const { t, message } = useLanguage();
  const { waiting, failed, last_error, held_by } = queue;
  if (waiting === 0 && failed === 0 && held_by === null) return null;
  return (
    <Alert
      color={held_by === null && last_error === null ? 'blue' : 'orange'}
      title={held_by === null ? t('Mails not sent') : t('No mail leaves this server')}
      mb="lg"
    >
      <Stack gap="sm">
        {held_by !== null && <Hold heldBy={held_by} queue={queue} />}
        {waiting > 0 && <Waiting queue={queue} />}
        {failed > 0 && <Failed count={failed} canRetry={held_by === null} />}
        {last_error !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('Last answer: {answer}', { answer: message(last_error) })}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}

function Hold({ heldBy, queue: { site_url, waiting } }: { heldBy: string; queue: MailQueueState }) {
  const { t, number } = useLanguage();
  const current = useCurrentUser();
  const send = useSendMailsFrom();
  const [isAsking, setIsAsking] = useState(false);
  if (heldBy === 'off') return <Text size="sm">{t('Its setting MAILS is off.')}</Text>;
  const site = site_url ?? '';
  const handleConfirm = () =>
    tellOutcome(send.mutateAsync(heldBy), { done: t('Mails leave from here'), failed: t('Error sending mail') });
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('It serves {here}, and the mails are those of {site}: this can be a copy.', { here: heldBy, site })}
      </Text>
      {current.status === 'user' && current.user.role === 'main_admin' && (
        <Button h={{ base: 44, xs: 36 }} onClick={() => setIsAsking(true)}>
          {t('Send mails from here')}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Send mails from here?')}
        confirmLabel={t('Send mails from here')}
        onConfirm={handleConfirm}
      >
        {t('{n} waiting mails leave. Users hear twice of everything if {site} sends as well.', {
          n: number(waiting),
          site,
        })}
      </ConfirmDialog>
    </Group>
  );
}

function useRetry() {
  const { t } = useLanguage();
  const retry = useRetryMails();
  const tryAll = (status: 'queued' | 'failed') =>
    tellOutcome(retry.mutateAsync(status), {
      done: { title: t('Mails queued'), message: t('They will be sent within a minute') },
      failed: t('Error sending mail'),
    });
  return { tryAll, isPending: retry.isPending };
}

function Waiting({ queue: { waiting, oldest_at, held_by } }: { queue: MailQueueState }) {
  const { t, plural, number, dateAndTime } = useLanguage();
  const { tryAll, isPending } = useRetry();
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        {plural(waiting, { one: '{n} mail waits', other: '{n} mails wait' }, { n: number(waiting) })}
        {oldest_at !== null && ` · ${t('the oldest since {time}', { time: dateAndTime(oldest_at) })}`}
      </Text>
      {held_by === null && (
        <Button variant="default" h={{ base: 44, xs: 36 }} loading={isPending} onClick={() => void tryAll('queued')}>
          {t('Send now')}
        </Button>
      )}
    </Group>
  );
}

function Failed({ count, canRetry }: { count: number; canRetry: boolean }) {
  const { t, plural, number } = useLanguage();
  const { tryAll } = useRetry();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        {plural(
          count,
          { one: '{n} mail failed in the last 7 days', other: '{n} mails failed in the last 7 days' },
          { n: number(count) },
        )}
      </Text>
      {canRetry && (
        <Button variant="default" h={{ base: 44, xs: 36 }} onClick={() => setIsAsking(true)}>
          {t('Try all again')}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Try all failed mails again?')}
        confirmLabel={t('Try all again')}
        onConfirm={() => tryAll('failed')}
      >
        {t('Some may have arrived, although the mail server did not say so.')}
      </ConfirmDialog>
    </Group>
  );
}
