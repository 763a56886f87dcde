import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Quote } from '../facts/shown-quote.ts';
import { QuoteHead } from './quote-head.tsx';

// jsdom has no fonts, whose loading a growing text area waits for.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

const QUOTE: Quote = {
  id: 1,
  postId: 7,
  postTitle: 'Cashew nuts',
  productMatch: 'high',
  description: '',
  price: '1 USD/kg',
  quantity: '1 t',
  currency: 'USD',
  paymentMethod: 'T/T',
  shippingMethod: 'Sea',
  deliveryTime: '20 days',
  deliveryFrom: 'Hai Phong',
  deliveryTo: 'Hamburg',
  accountType: 'individual',
  organizationName: null,
  taxCode: null,
  images: [],
  lastMessageAt: null,
  quotedRequest: null,
  createdAt: '2026-11-20T10:00:00Z',
  status: 'pending',
  statusReason: null,
  changedAt: '2026-11-20T10:00:00Z',
  validUntil: null,
  revision: 0,
  version: 1,
  revisedAt: null,
  post: { isHidden: false, closedAt: null, quoteDeadline: null, quantity: 1, unit: 't', targetCurrency: 'USD' },
  supplier: { id: 2, username: 'bob', avatarPath: null, companyName: null, ratingAverage: null, ratingCount: 0 },
  owner: null,
  attachments: [],
};

const BUYER = 1;

const page = (isShort: boolean) => (
  <MantineProvider env="test">
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MemoryRouter>
        <QuoteHead
          quote={QUOTE}
          userId={BUYER}
          isShort={isShort}
          mute={isShort && <button type="button">Mute</button>}
        />
      </MemoryRouter>
    </QueryClientProvider>
  </MantineProvider>
);

test('the short form has the request, the other party, the state, the price and the button to mute', () => {
  render(page(true));
  expect(screen.getByRole('heading', { name: 'Cashew nuts' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'bob' })).toBeDefined();
  expect(screen.getByText('· Pending')).toBeDefined();
  expect(screen.getByText(/^1(\.00)? USD/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Mute' })).toBeDefined();
});

test('a reason for declining stays when a phone is turned', async () => {
  const user = userEvent.setup();
  const { rerender } = render(page(true));
  await user.click(screen.getByRole('button', { name: /^More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Decline' }));
  await user.type(await screen.findByRole('textbox', { name: /own words/ }), 'Too late');
  rerender(page(false));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /own words/ }).value).toBe('Too late');
});
