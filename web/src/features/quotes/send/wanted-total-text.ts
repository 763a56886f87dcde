import { readPrice } from '@domain/amounts.ts';
import { totalOf } from '@domain/quote-comparison.ts';
import { readUnit } from '@domain/units.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { countedUnit } from '@/shared/text/unit-words.ts';

/** The quantity that the buyer wants; null if the request names none. */
export type Wanted = { quantity: number | null; unit: string | null };

/**
 * What the wanted quantity costs by a price, as the buyer will compare it: "Total for 12,000 pieces: 58,200 EUR".
 * Null if the price cannot be read yet, with the reason if it is for another kind of unit.
 */
export function wantedTotalText(price: string, currency: string, wanted: Wanted, language: Language): string | null {
  const read = readPrice(price, currency);
  if (wanted.quantity === null || !wanted.unit || 'unread' in read || !read.per) return null;
  const total = totalOf(read, wanted.quantity, readUnit(wanted.unit));
  if (typeof total !== 'number') return language.message(total.problem);
  const quantity = language.number(wanted.quantity, { maximumFractionDigits: 6 });
  return language.t('Total for {quantity}: {price}', {
    quantity: countedUnit(wanted.quantity, quantity, wanted.unit, language),
    price: `${language.number(total, { maximumFractionDigits: 2 })} ${read.currency}`,
  });
}
