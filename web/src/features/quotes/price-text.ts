import type { Price } from '@domain/amounts.ts';
import { pluralOf, type Unit } from '@domain/units.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { countedUnit, unitName } from '@/shared/text/unit-words.ts';

const EXACTLY = { maximumFractionDigits: 10 };

/** So much of a unit, without the number where it is one: "kg", "100 pieces". */
export function amountText(count: number, unit: Unit, language: Language): string {
  if (count === 1) return unitName(unit.label, language);
  const written = language.number(count, EXACTLY);
  const counted = countedUnit(count, written, unit.label, language);
  // A unit whose forms no catalogue has keeps its English plural.
  return counted.endsWith(` ${unit.label}`) ? `${written} ${pluralOf(unit)}` : counted;
}

/** What a price was read as: "1.16 USD per kg", "10 to 12 EUR per 100 pieces", "250 USD". */
export function priceText({ from, value, currency, per }: Price, language: Language): string {
  const { t, number } = language;
  const [least, most] = [from ?? value, value].map((amount) => number(amount, EXACTLY));
  const price = `${from === null ? most : t('{least} to {most}', { least: least ?? '', most: most ?? '' })} ${currency}`;
  return per ? t('{price} per {unit}', { price, unit: amountText(per.count, per.unit, language) }) : price;
}
