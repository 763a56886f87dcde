import { toAppError } from '@/shared/errors/app-error.ts';

/** What PostgREST, Auth and Storage answer with: either data or an error. */
type Answer = { error: object | null; status?: number; statusText?: string };
type Success<A extends Answer> = A & { error: null };

function isSuccess<A extends Answer>(answer: A): answer is Success<A> {
  return answer.error === null;
}

/** The answer of a service of Supabase when it brought no error. Throws its failure as an AppError. */
export function successOf<A extends Answer>(answer: A): Success<A> {
  if (isSuccess(answer)) return answer;
  throw toAppError(answer.error, answer.status, answer.statusText);
}

/** The data of an answer of PostgREST, Auth or Storage. Throws its failure as an AppError. */
export function dataOf<A extends Answer & { data: unknown }>(answer: A): Success<A>['data'] {
  return successOf(answer).data;
}

/** The number that a request with `count: 'exact'` asked for. Throws the failure as an AppError. */
export function countOf<A extends Answer & { count: number | null }>(answer: A): number {
  return successOf(answer).count ?? 0;
}
