import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { QuoteForm, type QuotedPost } from './quote-form.tsx';

// jsdom has no fonts, whose loading a growing text area waits for.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

const USER: CurrentUser = {
  id: 2,
  authId: 'b2',
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
const POST: QuotedPost = {
  id: 5,
  userId: 1,
  username: 'anna',
  title: 'Steel tubes',
  description: '40 tons of them',
  quantity: 40,
  unit: 'ton',
  targetCurrency: null,
  incoterm: null,
  neededBy: null,
  country: 'vn',
  area: '',
  deliveryAddress: 'Hai Phong',
  port: '',
  closedAt: null,
  quoteDeadline: null,
};
const TYPED = {
  price: '650 USD/ton',
  quantity: '5 tons',
  paymentMethod: 'T/T',
  shippingMethod: 'Sea',
  deliveryTime: '20 days',
  deliveryFrom: 'Hue',
};

afterEach(() => vi.unstubAllGlobals());

test('a quote names the request that its form showed, and after a refusal the one that is shown then', async () => {
  localStorage.setItem('draft_quote_2_5', JSON.stringify(TYPED));
  const sent: unknown[] = [];
  vi.stubGlobal('CSS', { supports: () => false });
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    const body: { expectedRequest?: { quantity: number } } = JSON.parse(String(init.body));
    sent.push(body.expectedRequest?.quantity);
    return Response.json({ message: 'The request has changed', code: 'changed_meanwhile' }, { status: 409 });
  });
  const client = createQueryClient();
  client.setQueryData(keys.quotes.mineOnPost(5), null);
  const form = (post: QuotedPost) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <QuoteForm post={post} about={null} user={USER} onClose={vi.fn()} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(form(POST));
  rerender(form({ ...POST, quantity: 60 }));
  const send = () => act(async () => fireEvent.click(screen.getByText('Send Quote')));
  await send();
  await waitFor(() => expect(sent).toEqual([40]));
  await waitFor(() => screen.getByText('Send Quote'));
  await send();
  await waitFor(() => expect(sent).toEqual([40, 60]));
});
