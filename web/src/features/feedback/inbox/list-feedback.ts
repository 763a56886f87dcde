import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { successOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { dayBounds } from '@/shared/ui/data-table/table-state.ts';
import type { FeedbackState } from './feedback-table-spec.ts';
import { selectFeedback, toShownFeedback } from './shown-feedback.ts';
import { searchCondition } from './search-condition.ts';

// Ids ascend with time.
const SORT_COLUMNS = { age: 'id', category: 'category', subject: 'subject', status: 'status' } as const;

async function listFeedback({ page, pageSize, sort, order, q, filters }: FeedbackState, signal: AbortSignal) {
  const first = (page - 1) * pageSize;
  const { since, before } = dayBounds(filters);
  let request = selectFeedback();
  if (q) request = request.or(searchCondition(q));
  if (filters.category) request = request.eq('category', filters.category);
  if (filters.status) request = request.eq('status', filters.status);
  if (filters.assignee === 'none') request = request.is('assignee_id', null);
  else if (/^\d+$/.test(filters.assignee)) request = request.eq('assignee_id', Number(filters.assignee));
  if (since) request = request.gte('created_at', since);
  if (before) request = request.lt('created_at', before);
  const answer = await request
    .order(SORT_COLUMNS[sort], { ascending: order === 'asc' })
    .order('id', { ascending: false })
    .range(first, first + pageSize - 1)
    .abortSignal(signal);
  // An offset past the last row answers 416. That is an empty page, not a failure.
  if (answer.status === 416) return { items: [], total: answer.count ?? first };
  const { data, count } = successOf(answer);
  return { items: data.map(toShownFeedback), total: count ?? data.length };
}

/** A page of feedback, newest first. Admins only. */
export const feedbackListQueryOptions = (state: FeedbackState) =>
  queryOptions({
    queryKey: keys.feedback.list(state),
    queryFn: ({ signal }) => listFeedback(state, signal),
    placeholderData: keepPreviousData,
    // Feedback arrives and other admins work on it, so every visit refetches.
    staleTime: 0,
  });
