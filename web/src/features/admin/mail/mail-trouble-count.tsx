import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { mailQueueQueryOptions, type MailQueueState } from './get-mail-queue.ts';

function troubles({ waiting, failed, last_error, held_by }: MailQueueState): number {
  if (held_by !== null) return Math.max(1, waiting);
  return failed + (last_error === null ? 0 : waiting);
}

/** Badge with the number of mails that do not leave in the admin navigation; hidden at zero. */
export function MailTroubleCount() {
  const { t } = useLanguage();
  const { data } = useQuery(mailQueueQueryOptions);
  const n = data ? troubles(data) : 0;
  if (n === 0) return null;
  return (
    <Badge size="sm" variant="filled" miw={22} px={6} ml="auto" aria-label={t('{n} not sent', { n })}>
      {n > 99 ? '99+' : n}
    </Badge>
  );
}
