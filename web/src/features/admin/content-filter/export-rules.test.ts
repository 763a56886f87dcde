// @vitest-environment jsdom
import { z } from 'zod';
import { afterEach, expect, test, vi } from 'vitest';
import { readAllRules } from './export-rules.ts';

const PAGES = [1_000, 1_000, 5];

const row = (id: number) => ({
  id,
  kind: 'word',
  pattern: `word ${id}`,
  action: 'flag',
  fields: ['quote'],
  is_case_sensitive: false,
  is_enabled: true,
  trial_since: null,
  stopped_share: null,
  updated_at: '2026-11-30T08:00:00Z',
  hits: 0,
  total: 2_005,
});

afterEach(() => vi.unstubAllGlobals());

test('an export contains all rules, also those after the first 2,000', async () => {
  let page = 0;
  vi.stubGlobal('fetch', async () => {
    const rows = Array.from({ length: PAGES[page] ?? 0 }, (_, index) => row(page * 1_000 + index));
    page += 1;
    return Response.json(rows);
  });
  expect(await readAllRules()).toHaveLength(2_005);
});

test('an export that rules have left meanwhile is read again', async () => {
  const left = Array.from({ length: 1_500 }, (_, index) => ({ ...row(index), total: 1_500 }));
  const asked: number[] = [];
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    const { page } = z.object({ page: z.number() }).parse(JSON.parse(String(init.body)));
    asked.push(page);
    const answer = left.slice((page - 1) * 1_000, page * 1_000).map((each) => ({ ...each, total: left.length }));
    if (asked.length === 1) left.shift();
    return Response.json(answer);
  });
  expect((await readAllRules()).map(({ id }) => id)).toEqual(left.map(({ id }) => id));
  expect(asked).toEqual([1, 2, 1, 2]);
});
