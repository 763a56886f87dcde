import { useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { readPrice } from '@domain/amounts.ts';
import type { QuoteValues } from '@domain/quote.ts';
import { useField } from '@/shared/form/use-field.ts';
import type { ValidQuote } from './quote-defaults.ts';

/**
 * Makes the currency of a quote follow a price that names one, as in "18.4 EUR/kg": the quote must not list another one
 * next to its price.
 * @returns `follow` for each typed price; `undo` and the currency `before`, if the currency was taken from the price;
 *   `keep` for a currency that was chosen by hand
 */
export function useTypedCurrency(control: Control<QuoteValues, unknown, ValidQuote>) {
  const { field } = useField({ control, name: 'currency' });
  const price = useWatch({ control, name: 'price' });
  /** The currency that was taken from the price, and the one before. */
  const [typed, setTyped] = useState<{ taken: string; before: string } | null>(null);
  /** A currency that the price names but the user does not want. */
  const [refused, setRefused] = useState<string | null>(null);
  // A discarded draft empties the price.
  if (price.trim() === '' && (typed ?? refused) !== null) {
    setTyped(null);
    setRefused(null);
  }
  const before = typed?.taken === field.value ? typed.before : null;

  const follow = (text: string) => {
    const own = before ?? field.value;
    const read = text.trim() === '' ? { currency: own } : readPrice(text, own);
    if ('unread' in read || read.currency === refused) return;
    setTyped(read.currency === own ? null : { taken: read.currency, before: own });
    // "1", the beginning of "19 EUR", names no other currency yet.
    if (read.currency !== own) setRefused(null);
    if (read.currency !== field.value) field.onChange(read.currency);
  };
  const keep = () => {
    const read = readPrice(price, '');
    setTyped(null);
    setRefused('unread' in read ? null : read.currency);
  };
  const undo = () => {
    if (before !== null) field.onChange(before);
    keep();
  };
  return { follow, keep, before, undo };
}
