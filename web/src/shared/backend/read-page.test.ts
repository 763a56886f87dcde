import { PostgrestError, type PostgrestResponse } from '@supabase/postgrest-js';
import { expect, test, vi } from 'vitest';
import { readPage } from './read-page.ts';

const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** A list of 12 rows behind a PostgREST, or behind the embedded server, which refuses no range. */
const listOf12 = (refuses: boolean) =>
  vi.fn((first: number, last: number): Promise<PostgrestResponse<number>> => {
    if (first >= 12 && refuses) {
      const details = `An offset of ${first} was requested, but there are only 12 rows.`;
      const error = new PostgrestError({
        message: 'Requested range not satisfiable',
        details,
        hint: '',
        code: 'PGRST103',
      });
      return Promise.resolve({
        success: false,
        data: null,
        count: null,
        error,
        status: 416,
        statusText: 'Range Not Satisfiable',
      });
    }
    return Promise.resolve({
      success: true,
      data: rows(first, Math.min(last, 11)),
      count: 12,
      error: null,
      status: 206,
      statusText: 'Partial Content',
    });
  });

test.each([true, false])(
  'a page behind the last one becomes the last page, requested once more (refused: %s)',
  async (refuses) => {
    for (const page of [4, 9]) {
      const ask = listOf12(refuses);
      expect(await readPage(page, 5, ask)).toEqual({ rows: [10, 11], total: 12, page: 3 });
      expect(ask).toHaveBeenCalledTimes(2);
    }
  },
);

test('a page that is there is asked for once', async () => {
  for (const [page, expected] of [
    [1, rows(0, 4)],
    [2, rows(5, 9)],
    [3, [10, 11]],
  ] as const) {
    const ask = listOf12(true);
    expect(await readPage(page, 5, ask)).toEqual({ rows: expected, total: 12, page });
    expect(ask).toHaveBeenCalledOnce();
  }
});
