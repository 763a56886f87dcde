import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';

async function getAccountDesk(signal: AbortSignal) {
  const desk = dataOf(await supabase.rpc('account_desk').abortSignal(signal).single());
  return {
    quotesToDecide: desk.quotes_to_decide,
    questionsToAnswer: desk.questions_to_answer,
    askedPostIds: desk.asked_post_ids,
    closingPostIds: desk.closing_post_ids,
  };
}

/** The open tasks of the signed-in user, counted by the database. Throws an AppError. */
export const accountDeskQueryOptions = queryOptions({
  queryKey: keys.posts.desk,
  queryFn: ({ signal }) => getAccountDesk(signal),
  // Questions are answered on another page.
  staleTime: 0,
});

export type AccountDesk = Awaited<ReturnType<typeof getAccountDesk>>;
