import { zodResolver } from '@hookform/resolvers/zod';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EMPTY_QUOTE_FORM, quoteFormSchema, type QuoteValues } from '@domain/quote.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { showLanguage } from '@/shared/i18n/use-language.ts';
import vietnamese from '@/shared/i18n/vi.json';
import type { ValidQuote } from './quote-defaults.ts';
import { AmountField } from './amount-field.tsx';

const filled: QuoteValues = {
  ...EMPTY_QUOTE_FORM,
  quantity: '5 kg',
  paymentMethod: 'T/T',
  shippingMethod: 'Sea',
  deliveryTime: '20 days',
  deliveryFrom: 'Hue',
  deliveryTo: 'Hamburg',
};

type FormProps = { price: string; unit: string | null; onValid: (price: string) => void };

function Form({ price, unit, onValid }: FormProps) {
  const { control, handleSubmit, setValue } = useForm<QuoteValues, unknown, ValidQuote>({
    defaultValues: { ...filled, price },
    resolver: zodResolver(quoteFormSchema),
  });
  return (
    <form onSubmit={(event) => void handleSubmit((values) => onValid(values.price))(event)}>
      <AmountField control={control} name="price" label="Price" length={{ limit: 20 }} unit={unit} />
      <button type="button" onClick={() => setValue('currency', 'VND')}>
        Dong
      </button>
      <button type="button" onClick={() => setValue('currency', 'USD')}>
        Dollar
      </button>
      <button type="submit">Send</button>
    </form>
  );
}

function open(price = '', unit: string | null = null) {
  const onValid = vi.fn();
  render(<Form price={price} unit={unit} onValid={onValid} />, { wrapper: MantineProvider });
  const field = screen.getByLabelText<HTMLInputElement>('Price');
  return {
    field,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    press: (name: string) => fireEvent.click(screen.getByText(name)),
    sends: (sent: string) => waitFor(() => expect(onValid).toHaveBeenCalledWith(sent)),
    onValid,
  };
}

const inVietnamese = () => act(() => showLanguage(translated('vi', vietnamese)));
afterEach(() => act(() => showLanguage(ENGLISH)));

describe('the price of a quote', () => {
  test.each([
    ['1.250 USD/kg', '1,250 USD/kg', 'Chúng tôi đọc là: 1.250 USD/kg'],
    ['12,5 USD/kg', '12,5 USD/kg', 'Chúng tôi đọc là: 12,5 USD/kg'],
    ['12.500đ/kg', '12.500đ/kg', 'Chúng tôi đọc là: 12.500 VND/kg, dù tiền tệ đang chọn là USD'],
  ])('a price typed in Vietnamese keeps its meaning in English: %s', async (typed, sent, said) => {
    inVietnamese();
    const form = open();
    form.type(typed);
    expect(form.field.value).toBe(typed);
    screen.getByText(said);
    form.press('Send');
    await form.sends(sent);
  });

  test('an ambiguous price is asked about in the format of the language, and not sent', async () => {
    inVietnamese();
    const form = open();
    form.type('1,250 USD/kg');
    form.press('Send');
    await screen.findByText('Ý bạn là 1,25 hay 1.250?');
    expect(form.onValid).not.toHaveBeenCalled();
  });

  test('a price is shown in the format of the language, and as stored after a change of language', async () => {
    inVietnamese();
    const form = open('1,250 USD/kg');
    expect(form.field.value).toBe('1.250 USD/kg');
    act(() => showLanguage(ENGLISH));
    expect(form.field.value).toBe('1,250 USD/kg');
    form.press('Send');
    await form.sends('1,250 USD/kg');
  });

  test('a press gives a price the unit of the request, and the field has the focus again', async () => {
    inVietnamese();
    const form = open('', 't');
    form.type('1,9');
    form.press('1,9 USD/t');
    expect(form.field.value).toBe('1,9/t');
    expect(document.activeElement).toBe(form.field);
    screen.getByText('Chúng tôi đọc là: 1,9 USD/t');
    expect(screen.queryByRole('button', { name: '1,9 USD/t' })).toBeNull();
    form.press('Send');
    await form.sends('1,9/t');
  });

  test('no unit is offered that the field has no room for, nor next to an error', () => {
    const form = open('', 'user per month');
    form.type('123,456.78');
    expect(screen.queryByRole('button', { name: /per user per month$/ })).toBeNull();
    form.type('1.250');
    expect(screen.queryByRole('button', { name: /per user per month$/ })).toBeNull();
    form.type('1.2');
    screen.getByRole('button', { name: '1.2 USD per user per month' });
  });

  test('a typed price stays as typed when the currency changes, and is sent as it then reads', async () => {
    inVietnamese();
    const form = open();
    form.press('Dong');
    form.type('1.250');
    form.press('Dollar');
    expect(form.field.value).toBe('1.250');
    form.press('Send');
    await form.sends('1,250');
  });
});
