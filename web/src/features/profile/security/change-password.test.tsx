import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { NO_CONNECTION } from '@/shared/errors/app-error.ts';
import { useChangePassword } from './change-password.ts';

afterEach(() => vi.unstubAllGlobals());

test('a change of the password is not repeated after a lost answer, because the repeat would be refused', async () => {
  const fetch = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetch);
  const client = createQueryClient();
  client.setDefaultOptions({ mutations: { ...client.getDefaultOptions().mutations, retryDelay: 0 } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useChangePassword(), { wrapper });
  const change = () => result.current.mutateAsync({ currentPassword: 'Demo1234!', newPassword: 'Demo12345!' });
  await act(() => expect(change()).rejects.toThrow(NO_CONNECTION));
  expect(fetch).toHaveBeenCalledTimes(1);
});
