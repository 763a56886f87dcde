import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { below } from '@/shared/ui/breakpoints.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { QuoteCard } from './quote-card.tsx';

const QUOTE: Quote = {
  id: 1,
  postId: 7,
  postTitle: 'Cashew nuts',
  productMatch: 'high',
  description: '',
  price: '1 USD/kg',
  quantity: '5 t',
  currency: 'USD',
  paymentMethod: 'T/T',
  shippingMethod: 'Sea',
  deliveryTime: '20 days',
  deliveryFrom: 'Hai Phong',
  deliveryTo: 'Hamburg',
  accountType: 'organization',
  organizationName: 'Ngoc Nuts',
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

function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
        <MemoryRouter>
          <QuoteCard
            quote={QUOTE}
            quotes={[QUOTE]}
            userId={1}
            messages={{ unreadOf: () => 0, onMessage: () => undefined }}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** The names of the facts that are not folded. */
const shownNames = () =>
  [...document.querySelectorAll('dt')].filter((name) => !name.closest('[hidden]')).map((name) => name.textContent);

afterEach(() => vi.unstubAllGlobals());

test('a quote shows all its facts where there is room', () => {
  show();
  expect(shownNames()).toEqual(['Price', 'Min. quantity', 'Delivery time', 'Delivery', 'Payment', 'Shipping']);
  expect(screen.getByText('Ngoc Nuts')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Details: bob' })).toBeNull();
});

test('on a phone a quote has price, minimum and delivery time, and the rest behind a button', async () => {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: query === below('phone') }));
  show();
  const brief = ['Price', 'Min. quantity', 'Delivery time'];
  expect(shownNames()).toEqual(brief);
  const details = screen.getByRole('button', { name: 'Details: bob', expanded: false });
  await userEvent.click(details);
  expect(details.getAttribute('aria-expanded')).toBe('true');
  expect(shownNames()).toEqual([...brief, 'Delivery', 'Payment', 'Shipping', 'Account type', 'Organization']);
  await userEvent.click(details);
  expect(shownNames()).toEqual(brief);
});
