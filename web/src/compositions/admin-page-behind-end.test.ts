// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { readTableState } from '@/shared/ui/data-table/table-state.ts';
import { broadcastTable } from '@/features/admin/broadcasts/broadcast-table.ts';
import { broadcastsQueryOptions } from '@/features/admin/broadcasts/list-broadcasts.ts';
import { mailLogQueryOptions } from '@/features/admin/mail/list-mail-log.ts';
import { mailLogTable } from '@/features/admin/mail/mail-log-table.ts';

const address = new URLSearchParams({ page: '3' });

afterEach(() => vi.unstubAllGlobals());

test('a page behind the end of broadcasts or mails does not say that there are none', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const client = createQueryClient();
  const broadcasts = readTableState(broadcastTable, address);
  const mails = readTableState(mailLogTable, address);
  expect((await client.fetchQuery(broadcastsQueryOptions(broadcasts))).total).toBe(2 * broadcasts.pageSize);
  expect((await client.fetchQuery(mailLogQueryOptions(mails))).total).toBe(2 * mails.pageSize);
});
