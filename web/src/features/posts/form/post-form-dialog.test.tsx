import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { Toaster } from '@/shared/ui/toast/toaster.tsx';
import { PostFormDialog } from './post-form-dialog.tsx';

// jsdom has no fonts, whose loading a growing text area waits for.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

const DRAFT = 'draft_post_7_new';
const file = { path: '7/0190f1d2-7c3b-4a55-9d6e-0123456789ab.pdf', name: 'drawing.pdf' };
const typed = {
  title: 'Steel tubes',
  description: '40 tons of them',
  category: 'industrial',
  country: 'Vietnam',
  deliveryAddress: 'Hai Phong',
  documents: [file],
};
const stored = {
  id: 17,
  user_id: 7,
  title: typed.title,
  description: typed.description,
  category: typed.category,
  country: 'vn',
  delivery_address: typed.deliveryAddress,
  images: [],
  updated_at: '2026-11-30T08:00:00Z',
};

function answerOf(address: URL, method: string): Response {
  if (address.pathname.endsWith('/rpc/set_post_documents'))
    return Response.json({ code: 'PT403', message: 'These files are not yours' }, { status: 403 });
  if (address.pathname.endsWith('/posts') && method === 'POST')
    return Response.json({ id: stored.id, title: stored.title }, { status: 201 });
  if (address.pathname.endsWith('/posts')) return Response.json([stored]);
  return Response.json([]);
}

/** The dialog for a new post, with the text and the document of an earlier visit. */
function open() {
  localStorage.setItem(DRAFT, JSON.stringify(typed));
  const fetch = vi.fn(async (address: string | URL, init?: RequestInit) =>
    answerOf(new URL(address), init?.method ?? 'GET'),
  );
  vi.stubGlobal('fetch', fetch);
  // jsdom has none; date inputs ask it.
  vi.stubGlobal('CSS', { supports: () => false });
  const client = createQueryClient();
  client.setQueryData(keys.session.user, { id: 7, role: 'user' });
  const dialog = (opened: boolean) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <PostFormDialog opened={opened} onClose={() => view.rerender(dialog(false))} />
          <Toaster />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const view = render(dialog(true));
  return fetch;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('documents that a new post could not take stay in its edit form, and are not reported as a success', async () => {
  const fetch = open();
  fireEvent.click(screen.getByText('Post request'));
  expect(await screen.findByText('Save changes', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getAllByText('Documents were not added')).toHaveLength(2);
  expect(screen.getAllByText('These files are not yours')).toHaveLength(2);
  expect(screen.queryByText('Success')).toBeNull();
  expect(screen.getByText('Your post has been created successfully!')).toBeTruthy();
  await waitFor(() => expect(screen.getByText(file.name)).toBeTruthy());
  expect(localStorage.getItem(DRAFT)).toBeNull();
  const created = fetch.mock.calls.filter(
    ([address, init]) => init?.method === 'POST' && new URL(address).pathname.endsWith('/posts'),
  );
  expect(created).toHaveLength(1);
});
