import { useState } from 'react';
import { useController, useWatch, type Control } from 'react-hook-form';
import { readPrice } from '@domain/amounts.ts';
import type { QuoteValues } from '@domain/quote.ts';
import type { ValidQuote } from './quote-defaults.ts';

/**
 * Makes the currency of a quote follow a price that names one, as in "18.4 EUR/kg": the quote must not list another one
 * beside its price.
 * @returns `follow` for each typed price; `undo`, if the currency was taken from the price; `keep` for a currency that
 *   was chosen by hand
 */
export function useTypedCurrency(control: Control<QuoteValues, unknown, ValidQuote>) {
  const { field } = useController({ control, name: 'currency' });
  const price = useWatch({ control, name: 'price' });
  /** The currency before the price named another one. */
  const [before, setBefore] = useState<string | null>(null);
  /** A currency that the price names but the user does not want. */
  const [refused, setRefused] = useState<string | null>(null);

  const change = (currency: string, next: string | null) => {
    setBefore(next);
    field.onChange(currency);
  };
  const follow = (typed: string) => {
    const own = before ?? field.value;
    const read = readPrice(typed, own);
    if ('unread' in read || read.currency === refused) return;
    setRefused(null);
    if (read.currency !== own) change(read.currency, own);
    else if (before !== null) change(before, null);
  };
  const keep = () => {
    const read = readPrice(price, '');
    setBefore(null);
    setRefused('unread' in read ? null : read.currency);
  };
  const undo = () => {
    if (before !== null) field.onChange(before);
    keep();
  };
  return { follow, keep, undo: before === null ? null : undo };
}
