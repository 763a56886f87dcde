import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { FEEDBACK_ENTRY_COLUMNS, toFeedbackEntry } from '@rows/feedback-row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { selectFeedback, toShownFeedback } from './shown-feedback.ts';

const kindSchema = z.enum(['note', 'reply']);

async function listEntries(id: number, signal: AbortSignal) {
  const data = dataOf(
    await supabase
      .from('feedback_entries')
      .select(FEEDBACK_ENTRY_COLUMNS)
      .eq('feedback_id', id)
      .order('id')
      .abortSignal(signal),
  );
  return data.map(toFeedbackEntry).map((entry) => ({ ...entry, kind: kindSchema.parse(entry.kind) }));
}

async function getFeedback(id: number, signal: AbortSignal) {
  const [found, entries] = await Promise.all([
    selectFeedback().eq('id', id).abortSignal(signal).maybeSingle(),
    listEntries(id, signal),
  ]);
  const row = dataOf(found);
  if (!row) throw new AppError(msg('Feedback not found'), { kind: 'not-found', status: 404 });
  return { ...toShownFeedback(row), entries };
}

export type FeedbackDetails = Awaited<ReturnType<typeof getFeedback>>;

/** One feedback with its notes and replies. Admins only. */
export const feedbackQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.feedback.item(id),
    queryFn: ({ signal }) => getFeedback(id, signal),
    staleTime: 0,
  });
