import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { currentUserQueryOptions } from '@/shared/session/use-current-user.ts';
import { dismissToast } from '@/shared/ui/toast/toast.ts';
import { Toaster } from '@/shared/ui/toast/toaster.tsx';
import { GuestOnly } from './guest-only.tsx';
import { RequireAdmin } from './require-admin.tsx';
import { RequireUser } from './require-user.tsx';

const bob: CurrentUser = {
  id: 2,
  authId: 'bob',
  username: 'bob',
  email: 'bob@example.com',
  firstName: '',
  lastName: '',
  phoneNumber: '',
  address: '',
  country: '',
  companyName: '',
  bio: '',
  avatarPath: null,
  role: 'user',
  isAdmin: false,
  organization: '',
  taxCode: '',
  suspension: null,
  termsVersion: null,
  locale: null,
};

/** The pages that were shown, however shortly. */
const shown: string[] = [];

function Where() {
  const { pathname, search, state } = useLocation();
  shown.push(pathname);
  return <p>{`at ${pathname}${search} with ${JSON.stringify(state)}`}</p>;
}

/** Shows an address to a user, a guest (null), or somebody who is not known yet (undefined). */
function visit(address: string, user: CurrentUser | null | undefined, state: unknown = null): void {
  const queryClient = createQueryClient();
  queryClient.setQueryDefaults(currentUserQueryOptions.queryKey, { queryFn: () => new Promise(() => undefined) });
  queryClient.setQueryData(currentUserQueryOptions.queryKey, user);
  const router = createMemoryRouter(
    [
      { path: '/', Component: Where },
      { Component: GuestOnly, children: [{ path: '/auth', Component: Where }] },
      {
        Component: RequireUser,
        children: [
          { path: '/profile', Component: Where },
          { Component: RequireAdmin, children: [{ path: '/admin/stats', Component: Where }] },
        ],
      },
    ],
    {
      initialEntries: [
        { pathname: address.split('?')[0], search: address.includes('?') ? `?${address.split('?')[1]}` : '', state },
      ],
    },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('guards', () => {
  afterEach(() => {
    shown.length = 0;
    act(() => dismissToast());
  });

  test('the guards show only a spinner while the user is unknown', () => {
    for (const address of ['/profile', '/admin/stats', '/auth']) {
      visit(address, undefined);
      expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0);
      expect(screen.queryByText(/^at /)).toBeNull();
    }
  });

  test('the guards let a user pass', async () => {
    visit('/profile', bob);
    expect(await screen.findByText(/^at \/profile /)).toBeDefined();
  });

  test('the guards send a guest to the auth page and keep where they came from', async () => {
    visit('/profile?tab=security', null);
    expect(await screen.findByText('at /auth with {"from":"/profile?tab=security"}')).toBeDefined();
  });

  test('the guards send a guest from an admin page to the auth page', async () => {
    visit('/admin/stats', null);
    expect(await screen.findByText(/^at \/auth /)).toBeDefined();
    expect(shown).not.toContain('/admin/stats');
  });

  test('the guards send a plain user from an admin page home and say why', async () => {
    visit('/admin/stats', bob);
    expect(await screen.findByText(/^at \/ /)).toBeDefined();
    expect(screen.getByText('Access denied')).toBeDefined();
    expect(screen.getByText('You do not have permission to view this page')).toBeDefined();
    expect(shown).not.toContain('/admin/stats');
  });

  test('the guards let both admin roles pass', async () => {
    for (const role of ['admin', 'main_admin'] as const) visit('/admin/stats', { ...bob, role, isAdmin: true });
    expect(await screen.findAllByText(/^at \/admin\/stats /)).toHaveLength(2);
  });

  test('the guards send a user from the auth page home, or back to where they came from', async () => {
    visit('/auth?tab=register', bob);
    expect(await screen.findByText(/^at \/ /)).toBeDefined();
    visit('/auth', bob, { from: '/profile' });
    expect(await screen.findByText(/^at \/profile /)).toBeDefined();
  });
});
