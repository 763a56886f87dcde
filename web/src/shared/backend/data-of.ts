import { toAppError } from '@/shared/errors/app-error.ts';

/** An answer of PostgREST, Auth or Storage: data or an error. */
type Answer = { error: object | null; status?: number; statusText?: string };
type Success<A extends Answer> = A & { error: null };

function isSuccess<A extends Answer>(answer: A): answer is Success<A> {
  return answer.error === null;
}

/** Narrows an answer to its success case. Throws an error in it as an AppError. */
export function successOf<A extends Answer>(answer: A): Success<A> {
  if (isSuccess(answer)) return answer;
  throw toAppError(answer.error, answer.status, answer.statusText);
}

/** The data of an answer of PostgREST, Auth or Storage. Throws an error in it as an AppError. */
export function dataOf<A extends Answer & { data: unknown }>(answer: A): Success<A>['data'] {
  return successOf(answer).data;
}

/** The count of a request with `count: 'exact'`. Throws an error in the answer as an AppError. */
export function countOf<A extends Answer & { count: number | null }>(answer: A): number {
  return successOf(answer).count ?? 0;
}
