import { containsPattern } from '@domain/fold.ts';

/**
 * The search condition on number ("42", "#42", "FB-000042"), subject, message, sender and page, for PostgREST's
 * `or(...)`.
 */
export function searchCondition(text: string): string {
  const number = /^(?:#|FB-)?0*([1-9]\d{0,14})$/i.exec(text)?.[1];
  return [...(number ? [`id.eq.${number}`] : []), `folded.like.${containsPattern(text)}`].join(',');
}
