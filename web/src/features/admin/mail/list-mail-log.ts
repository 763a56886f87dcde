import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { pageTotal } from '@/shared/backend/page-total.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import type { MailLogState } from './mail-log-table.ts';

/** The database stops counting here. */
const TOTAL_CAP = 10_000;

async function listMailLog({ page, pageSize, order, q, filters }: MailLogState, signal: AbortSignal) {
  const data = dataOf(
    await supabase
      .rpc('list_mail_log', {
        page,
        page_size: pageSize,
        only_status: filters.status || undefined,
        only_template: filters.template || undefined,
        q: q || undefined,
        sort_order: order,
      })
      .abortSignal(signal),
  );
  const total = pageTotal(data, { page, pageSize });
  return { items: data, total: Math.min(total, TOTAL_CAP), isCapped: total > TOTAL_CAP };
}

export type MailLogEntry = Awaited<ReturnType<typeof listMailLog>>['items'][number];

/** A page of the delivery log of the last 30 days. Admins only. */
export const mailLogQueryOptions = (state: MailLogState) =>
  queryOptions({
    queryKey: keys.emailSettings.log(state),
    queryFn: ({ signal }) => listMailLog(state, signal),
    placeholderData: keepPreviousData,
    // Mails go out all the time, so every visit refetches.
    staleTime: 0,
  });
