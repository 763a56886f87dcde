import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { useDeleteNews } from './delete-news.ts';

/** Deletes an item of which no row is deleted; this is what the audit log shows. */
function deleteWith(entries: object[]) {
  const fetch = vi.fn(async (address: string | URL) =>
    Response.json(String(address).includes('/audit_log') ? entries : []),
  );
  vi.stubGlobal('fetch', fetch);
  const client = createQueryClient();
  client.setDefaultOptions({ mutations: { retry: false } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useDeleteNews(), { wrapper });
  return act(() => result.current.mutateAsync({ id: 3, images: [], updatedAt: '' }));
}

afterEach(() => vi.unstubAllGlobals());

test('deleting a news item that is gone already succeeds', async () => {
  await expect(deleteWith([{ id: 9 }])).resolves.toBeUndefined();
});

test('deleting a draft by somebody who is no admin any more is refused, though they cannot read it', async () => {
  await expect(deleteWith([])).rejects.toThrow('You are not allowed to delete this news item');
});
