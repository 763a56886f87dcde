import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectPublicQuestions, selectQuestions, toShownQuestion } from './shown-question.ts';

/** Maximum number of questions shown on a request. */
export const QUESTIONS_MAX = 200;

const newestFirst = { ascending: false };

async function listQuestions(postId: number, isGuest: boolean, signal: AbortSignal) {
  if (isGuest) {
    const answered = await selectPublicQuestions()
      .eq('post_id', postId)
      .order('id', newestFirst)
      .limit(QUESTIONS_MAX)
      .abortSignal(signal);
    return dataOf(answered).map(toShownQuestion);
  }
  const seen = await selectQuestions()
    .eq('post_id', postId)
    .order('id', newestFirst)
    .limit(QUESTIONS_MAX)
    .abortSignal(signal);
  return dataOf(seen).map(toShownQuestion);
}

/** The questions on a request that the user can see, newest first. Throws an AppError. */
export const questionsQueryOptions = (postId: number, isGuest = false) =>
  queryOptions({
    queryKey: keys.posts.questions(postId),
    queryFn: ({ signal }) => listQuestions(postId, isGuest, signal),
  });
