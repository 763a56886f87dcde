import { zodResolver } from '@hookform/resolvers/zod';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { typedNumber } from '@domain/typed-number.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { showLanguage } from '@/shared/i18n/use-language.ts';
import vi_ from '@/shared/i18n/vi.json';
import { NumberField } from './number-field.tsx';

const schema = z.object({ amount: typedNumber('Not a number') });

function Form({ amount, onValid }: { amount: string; onValid: (amount: number) => void }) {
  const { control, handleSubmit } = useForm({ defaultValues: { amount }, resolver: zodResolver(schema) });
  return (
    <form onSubmit={(event) => void handleSubmit((values) => onValid(values.amount))(event)}>
      <NumberField control={control} name="amount" label="Amount" />
      <button type="submit">Send</button>
    </form>
  );
}

function open(amount = '') {
  const onValid = vi.fn();
  render(<Form amount={amount} onValid={onValid} />, { wrapper: MantineProvider });
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  return {
    field,
    onValid,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    send: () => fireEvent.click(screen.getByText('Send')),
    /** What is said below the field. */
    said: () => {
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.flatMap((id) => document.getElementById(id)?.textContent ?? []).join(' ');
    },
  };
}

const inVietnamese = () => act(() => showLanguage(translated('vi', vi_)));
afterEach(() => act(() => showLanguage(ENGLISH)));

describe('a field of a number', () => {
  test.each([
    ['4,85', 'We read: 4.85', 4.85],
    ['4 080 000', 'We read: 4,080,000', 4_080_000],
    ['２０', 'We read: 20', 20],
    ['1,00,000', 'We read: 100,000', 100_000],
    ['.5', 'We read: 0.5', 0.5],
    ['20', '', 20],
    ['1,250.5', '', 1250.5],
    ['1250.5', '', 1250.5],
  ])('a number field shows how it read the text, unless that is the same: %s', async (text, said, number) => {
    const form = open();
    form.type(text);
    expect(form.said()).toBe(said);
    form.send();
    await waitFor(() => expect(form.onValid).toHaveBeenCalledWith(number));
  });

  test.each([
    ['12.000', 'Do you mean 12 or 12,000?'],
    ['0x10', 'Not a number'],
  ])('an ambiguous or unread number is not sent: %s', async (text, error) => {
    const form = open();
    form.type(text);
    form.send();
    await screen.findByText(error);
    expect(form.onValid).not.toHaveBeenCalled();
  });

  test.each([
    ['1.250', '', 1250],
    ['20,5', '', 20.5],
    ['20.5', 'Chúng tôi đọc là: 20,5', 20.5],
    ['4 080 000', 'Chúng tôi đọc là: 4.080.000', 4_080_000],
  ])('a number in another than the Vietnamese format is repeated in that format: %s', async (text, said, number) => {
    inVietnamese();
    const form = open();
    form.type(text);
    expect(form.field.value).toBe(text);
    expect(form.said()).toBe(said);
    form.send();
    await waitFor(() => expect(form.onValid).toHaveBeenCalledWith(number));
  });

  test('an ambiguous number is asked about in the format of the language', async () => {
    inVietnamese();
    const form = open();
    form.type('1,250');
    form.send();
    await screen.findByText('Ý bạn là 1,25 hay 1.250?');
    expect(form.onValid).not.toHaveBeenCalled();
  });

  test('a stored number is shown in the format of the language', () => {
    inVietnamese();
    expect(open('1250.5').field.value).toBe('1250,5');
  });
});
