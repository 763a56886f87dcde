import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { EMPTY_QUOTE_FORM, type QuoteValues } from '@domain/quote.ts';
import type { ValidQuote } from './quote-defaults.ts';
import { useTypedCurrency } from './use-typed-currency.ts';

/** A quote form in US dollars. */
function open(currency = 'USD') {
  const { result } = renderHook(() => {
    const form = useForm<QuoteValues, unknown, ValidQuote>({
      defaultValues: { ...EMPTY_QUOTE_FORM, currency },
    });
    return { form, typed: useTypedCurrency(form.control) };
  });
  return {
    currency: () => result.current.form.getValues('currency'),
    canUndo: () => result.current.typed.before !== null,
    type: (price: string) =>
      act(() => {
        result.current.form.setValue('price', price);
        result.current.typed.follow(price);
      }),
    typeByKey(price: string) {
      for (let end = 1; end <= price.length; end += 1) this.type(price.slice(0, end));
    },
    discard: () => act(() => result.current.form.reset()),
    choose: (currency: string) =>
      act(() => {
        result.current.form.setValue('currency', currency);
        result.current.typed.keep();
      }),
    undo: () => act(() => result.current.typed.undo()),
  };
}

test('the currency follows a price that names one, and returns with a price that names none', () => {
  const form = open();
  form.type('18.4');
  expect([form.currency(), form.canUndo()]).toEqual(['USD', false]);
  form.type('18.4 EUR/m2');
  expect([form.currency(), form.canUndo()]).toEqual(['EUR', true]);
  form.type('18.4 EU');
  expect(form.currency()).toBe('EUR');
  form.type('18.4/m2');
  expect([form.currency(), form.canUndo()]).toEqual(['USD', false]);
});

test('a sign of the chosen currency does not change it', () => {
  const form = open();
  form.choose('CAD');
  form.type('18 $');
  expect(form.currency()).toBe('CAD');
});

test('a currency that was undone stays away until the price names another one', () => {
  const form = open();
  form.type('18 EUR');
  form.undo();
  expect([form.currency(), form.canUndo()]).toEqual(['USD', false]);
  form.type('18 EUR/kg');
  expect(form.currency()).toBe('USD');
  form.type('18 GBP/kg');
  expect(form.currency()).toBe('GBP');
});

test('a currency chosen by hand next to the price is kept', () => {
  const form = open();
  form.type('18 EUR');
  form.choose('VND');
  form.type('19 EUR');
  expect([form.currency(), form.canUndo()]).toEqual(['VND', false]);
});

test.each(['USD', 'EUR'])('a discarded draft in %s leaves no currency to undo', (currency) => {
  const form = open(currency);
  form.choose('GBP');
  form.type('18 EUR');
  form.discard();
  expect([form.currency(), form.canUndo()]).toEqual([currency, false]);
  form.type('1');
  expect([form.currency(), form.canUndo()]).toEqual([currency, false]);
});

test('a currency that was undone before the draft was discarded is followed again', () => {
  const form = open();
  form.type('18 EUR');
  form.undo();
  form.discard();
  form.typeByKey('18 EUR');
  expect([form.currency(), form.canUndo()]).toEqual(['EUR', true]);
});

test('an emptied price gives the currency before back', () => {
  const form = open();
  form.type('18 EUR');
  form.type('');
  expect([form.currency(), form.canUndo()]).toEqual(['USD', false]);
});

test('an undone currency stays away from a price that is typed key by key', () => {
  const form = open();
  form.typeByKey('18 EUR');
  form.undo();
  form.typeByKey('19 EUR/kg');
  expect([form.currency(), form.canUndo()]).toEqual(['USD', false]);
});

test('a currency chosen by hand stays with a price that is typed key by key', () => {
  const form = open();
  form.typeByKey('18 EUR');
  form.choose('VND');
  form.typeByKey('19 EUR/kg');
  expect([form.currency(), form.canUndo()]).toEqual(['VND', false]);
});
