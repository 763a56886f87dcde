import { readPrice } from '@domain/amounts.ts';
import { NUMBER, readTyped } from '@domain/numbers.ts';
import { UNITS } from '@domain/requirement-options.ts';
import { readBareUnit, readUnit, type Unit } from '@domain/units.ts';

const NUMBER_AND_UNIT = new RegExp(String.raw`^\s*(${NUMBER})\s*(\D.*?)\s*$`, 'u');
const FIRST_NUMBER = new RegExp(NUMBER, 'u');

const known = UNITS.flatMap((name) => {
  const read = readUnit(name);
  return 'unread' in read ? [] : [{ name, unit: read.unit }];
});

const isSame = (a: Unit, b: Unit) => a.dimension === b.dimension && a.size === b.size;

/**
 * A unit as the form has it: the chosen one if it is the same, else the suggested one, else as typed. Null if it is of
 * no suggested kind or the form has another unit.
 */
function asChosen(unit: Unit, chosen: string, typed: string): string | null {
  // "1.5 million" is a number.
  if (/^\d/.test(unit.label)) return null;
  if (!known.some((suggested) => suggested.unit.dimension === unit.dimension)) return null;
  const current = chosen.trim() === '' ? null : readUnit(chosen);
  if (current && ('unread' in current || !isSame(current.unit, unit))) return null;
  return chosen.trim() || (known.find((suggested) => isSame(suggested.unit, unit))?.name ?? typed);
}

/**
 * A quantity that was typed with its unit, "1500 pieces" or "20 tonnes", as both. Null for a number alone, and where the
 * words say more than a unit of a suggested kind or the form has another unit.
 * @param text the text of the quantity
 * @param chosen the unit in the form; '' for none
 */
export function splitQuantity(text: string, chosen: string): { quantity: string; unit: string } | null {
  const [, quantity, word] = NUMBER_AND_UNIT.exec(text) ?? [];
  if (quantity === undefined || word === undefined) return null;
  const bare = readBareUnit(word);
  const unit = bare && asChosen(bare, chosen, word);
  return unit === null ? null : { quantity, unit };
}

/**
 * A target price that was typed with its currency and unit, "650 EUR/ton", as all three. Null for a number alone, and where
 * the text says more, as "650 EUR/100 kg" and "650 EUR FOB", or the form has another currency or unit.
 * @param text the text of the price
 * @param chosen currency and unit in the form; '' for none
 * @param toEnglish converts a number from the notation of the reader
 * @returns the price in English notation
 */
export function splitPrice(
  text: string,
  chosen: { currency: string; unit: string },
  toEnglish: (number: string) => string,
): { price: string; currency: string; unit: string } | null {
  const [typed] = FIRST_NUMBER.exec(text) ?? [];
  if (typed === undefined || typed === text.trim()) return null;
  const price = toEnglish(typed);
  const read = readPrice(text.replace(typed, price), chosen.currency);
  if ('unread' in read || read.from !== null || read.value !== readTyped(price)) return null;
  const { currency, per, terms } = read;
  if (terms.incoterm !== null || terms.tax !== null) return null;
  if (chosen.currency !== '' && chosen.currency !== currency) return null;
  if (per === null) return { price, currency, unit: chosen.unit };
  const unit = per.count === 1 ? asChosen(per.unit, chosen.unit, per.unit.label) : null;
  return unit === null ? null : { price, currency, unit };
}
