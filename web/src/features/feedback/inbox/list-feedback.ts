import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf, successOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { dayBounds } from '@/shared/ui/data-table/table-state.ts';
import type { FeedbackState } from './feedback-table-spec.ts';
import { selectFeedback, toShownFeedback } from './shown-feedback.ts';
import { searchCondition } from './search-condition.ts';

// Ids ascend with time.
const SORT_COLUMNS = { age: 'id', category: 'category', subject: 'subject', status: 'status' } as const;

const ID_PAGE = 1000;
const SELECTION_MAX = 5000;

type Narrowed<Request> = {
  or: (condition: string) => Request;
  eq: ((column: 'category' | 'status', value: string) => Request) & ((column: 'assignee_id', value: number) => Request);
  is: (column: 'assignee_id', value: null) => Request;
  gte: (column: 'created_at', value: string) => Request;
  lt: (column: 'created_at', value: string) => Request;
};

function narrow<Request extends Narrowed<Request>>(all: Request, { q, filters }: FeedbackState): Request {
  const { since, before } = dayBounds(filters);
  let request = all;
  if (q) request = request.or(searchCondition(q));
  if (filters.category) request = request.eq('category', filters.category);
  if (filters.status) request = request.eq('status', filters.status);
  if (filters.assignee === 'none') request = request.is('assignee_id', null);
  else if (/^\d+$/.test(filters.assignee)) request = request.eq('assignee_id', Number(filters.assignee));
  if (since) request = request.gte('created_at', since);
  if (before) request = request.lt('created_at', before);
  return request;
}

async function listFeedback(state: FeedbackState, signal: AbortSignal) {
  const { page, pageSize, sort, order } = state;
  const first = (page - 1) * pageSize;
  const answer = await narrow(selectFeedback(), state)
    .order(SORT_COLUMNS[sort], { ascending: order === 'asc' })
    .order('id', { ascending: false })
    .range(first, first + pageSize - 1)
    .abortSignal(signal);
  // An offset past the last row answers 416. That is an empty page, not a failure.
  if (answer.status === 416) return { items: [], total: answer.count ?? first };
  const { data, count } = successOf(answer);
  return { items: data.map(toShownFeedback), total: count ?? data.length };
}

/** The ids of all feedback that matches the filters. Throws an AppError, also for more than 5,000. */
export async function listFeedbackIds(state: FeedbackState): Promise<number[]> {
  const ids: number[] = [];
  let found = ID_PAGE;
  // An answer has no more rows than `max_rows` of supabase/config.toml.
  while (found === ID_PAGE) {
    const rows = dataOf(
      await narrow(supabase.from('feedback').select('id'), state)
        .lt('id', ids.at(-1) ?? Number.MAX_SAFE_INTEGER)
        .order('id', { ascending: false })
        .limit(ID_PAGE),
    );
    ids.push(...rows.map(({ id }) => id));
    found = rows.length;
    if (ids.length > SELECTION_MAX) {
      throw new AppError(msg('More than 5,000 match. Please narrow the list first.'), { kind: 'rule', status: 400 });
    }
  }
  return ids;
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
