import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { ProfileForm } from './profile-form.tsx';

// jsdom has no fonts, whose loading a growing text area waits for.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

const save = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('./update-profile.ts', async () => {
  const { useMutation } = await import('@tanstack/react-query');
  return { useUpdateProfile: () => useMutation({ mutationFn: save }) };
});

const USER: CurrentUser = {
  id: 1,
  authId: 'a1',
  username: 'anna',
  email: 'anna@example.com',
  firstName: 'Anna',
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

function Page({ isShown }: { isShown: boolean }) {
  const me = useCurrentUser();
  return me.status === 'user' ? (
    <ProfileForm user={me.user} isShown={isShown} renderAside={() => null}>
      {null}
    </ProfileForm>
  ) : null;
}

function open({ isShown = true } = {}) {
  const client = createQueryClient();
  client.setQueryData(keys.session.user, USER);
  const router = createMemoryRouter([{ path: '/', element: <Page isShown={isShown} /> }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  return {
    field,
    type: (label: string, value: string) => fireEvent.change(field(label), { target: { value } }),
    store: (user: Partial<CurrentUser>) =>
      act(async () => client.setQueryData(keys.session.user, { ...USER, ...user })),
  };
}

test('the profile is read-only until it is saved, and then follows what is stored', async () => {
  let finish: () => void = () => undefined;
  save.mockReturnValue(new Promise<void>((resolve) => (finish = resolve)));
  const { field, type, store } = open();
  type('First name', ' Ann');
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(save).toHaveBeenCalled());
  await store({ firstName: 'Ann' });
  expect(field('First name').readOnly).toBe(true);
  expect(field('Last name').readOnly).toBe(true);
  await act(async () => finish());
  await waitFor(() => expect(field('First name').readOnly).toBe(false));
  await waitFor(() => expect(field('First name').value).toBe('Ann'));
  await store({ firstName: 'Anna Maria' });
  await waitFor(() => expect(field('First name').value).toBe('Anna Maria'));
  expect(screen.getByText('Save').closest('button')?.disabled).toBe(true);
});

test.each([true, false])('Save makes room for itself after a change: %s, as its tab is open', (isShown) => {
  const { type } = open({ isShown });
  type('First name', 'Ann');
  expect(document.querySelector('[data-dirty]') !== null).toBe(isShown);
});
