// @vitest-environment jsdom
import { z } from 'zod';
import { afterEach, expect, test, vi } from 'vitest';
import { readTableState } from '@/shared/ui/data-table/table-state.ts';
import { readAllUsers } from './export-users.ts';
import { userTable } from './user-table.ts';

afterEach(() => vi.unstubAllGlobals());

const askedSchema = z.object({ after: z.number(), page: z.literal(1), page_size: z.number() });

const user = (id: number, rating_average: number | null = null) => ({
  profile_id: id,
  role: 'user',
  created_at: '2026-11-30T08:00:00Z',
  profile: { id, username: `user${id}`, rating_average },
});

/** A server of users, which answers those after an id. */
function serve(users: readonly ReturnType<typeof user>[]) {
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const text = input instanceof Request ? await input.text() : String(init?.body);
    const { after, page_size } = askedSchema.parse(JSON.parse(text));
    return Response.json(users.filter(({ profile_id }) => profile_id > after).slice(0, page_size));
  });
}

const exported = async (query: string) =>
  (await readAllUsers(readTableState(userTable, new URLSearchParams(query)))).map(({ id }) => id);

test('an export holds all users, however many, newest first as the list', async () => {
  serve(Array.from({ length: 10_500 }, (_, n) => user(n + 1)));
  expect(await exported('')).toEqual(Array.from({ length: 10_500 }, (_, n) => 10_500 - n));
});

test('an export of users keeps the order of the list, those without a value as the lowest', async () => {
  serve([user(1, 4), user(2), user(3, 5), user(4, 4)]);
  expect(await exported('sort=rating&order=desc')).toEqual([3, 4, 1, 2]);
  expect(await exported('sort=rating&order=asc')).toEqual([2, 1, 4, 3]);
});
