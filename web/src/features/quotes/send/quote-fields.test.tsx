import type { ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { QUOTE_FACT_NAMES, type QuoteValues } from '@domain/quote.ts';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { quoteDefaults, type ValidQuote } from './quote-defaults.ts';
import { QuoteFields } from './quote-fields.tsx';

const wanted = { targetCurrency: null, deliveryAddress: '1 Le Loi', country: 'vn' };
const organization = { organization: 'Bob Steel', taxCode: 'VN-1' };

function Form({ unit = null }: { unit?: string | null }) {
  const form = useForm<QuoteValues, unknown, ValidQuote>({
    // Both ask for a text of their own.
    defaultValues: { ...quoteDefaults(wanted, organization), productMatch: 'different' },
  });
  return <QuoteFields form={form} known={organization} unit={unit} onUploadingChange={vi.fn()} />;
}

const show = (form: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MantineProvider env="test">{form}</MantineProvider>
    </QueryClientProvider>,
  );

test('the form has an input for every fact of a quote', () => {
  const { container } = show(<Form />);
  const named = [...container.querySelectorAll('[name]')].map((input) => input.getAttribute('name') ?? '');
  expect(QUOTE_FACT_NAMES.filter((name) => !named.includes(name))).toEqual([]);
});

test.each([
  [null, '500 pieces'],
  ['pair', '500 pairs'],
  ['m', '500 m'],
  ['tin', '500 tins'],
])('the example of a quantity for a request in %s is %s', (unit, example) => {
  const { container } = show(<Form unit={unit} />);
  expect(container.querySelector('[name="quantity"]')).toHaveProperty('placeholder', example);
});

test('Undo of a currency from the price gives the focus to the currency', () => {
  const { container } = show(<Form />);
  const price = container.querySelector('input[name="price"]');
  if (!price) throw new Error('There is no price.');
  fireEvent.change(price, { target: { value: '18 EUR' } });
  fireEvent.click(screen.getByRole('button', { name: 'Undo: USD' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Currency' }));
});
