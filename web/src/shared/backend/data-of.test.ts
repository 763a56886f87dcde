import { AuthApiError } from '@supabase/auth-js';
import { PostgrestError, type PostgrestSingleResponse } from '@supabase/postgrest-js';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { countOf, dataOf, successOf } from './data-of.ts';

type Row = { id: number };
type Answer = PostgrestSingleResponse<Row>;

const success: Answer = { success: true, data: { id: 7 }, error: null, count: 3, status: 200, statusText: 'OK' };
const failure: Answer = {
  success: false,
  data: null,
  error: new PostgrestError({ message: 'Wait', code: 'PT429', details: '', hint: '' }),
  count: null,
  status: 429,
  statusText: 'Too Many Requests',
};

describe('an answer of Supabase', () => {
  test('an answer of Supabase is its data, its count, or all of it', () => {
    expect(dataOf(success)).toEqual({ id: 7 });
    expect(countOf(success)).toBe(3);
    expect(successOf(success)).toBe(success);
  });

  test('an answer of Supabase keeps the type of the row', () => {
    const answered = (answer: Answer) => dataOf(answer);
    expectTypeOf(answered).returns.toEqualTypeOf<Row>();
  });

  test('an answer of Supabase throws its failure with status and status text', () => {
    const refusal = expect.objectContaining({ message: 'Wait', status: 429, kind: 'rate-limit' });
    expect(() => dataOf(failure)).toThrow(refusal);
    expect(() => countOf(failure)).toThrow(refusal);
    expect(() => successOf(failure)).toThrow(refusal);
    const silent = { data: null, error: {}, status: 502, statusText: 'Bad Gateway' };
    expect(() => dataOf(silent)).toThrow(expect.objectContaining({ message: 'Bad Gateway', status: 502 }));
  });

  test('an error of Auth has its status, and keeps its words', () => {
    const refused = { data: { user: null }, error: new AuthApiError('Load failed', 403, 'not_admin') };
    expect(() => dataOf(refused)).toThrow(expect.objectContaining({ message: 'Load failed', status: 403 }));
  });
});
