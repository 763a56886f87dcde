import { NUMBER } from '@domain/numbers.ts';
import { UNITS } from '@domain/requirement-options.ts';
import { readBareUnit, readUnit, type Unit } from '@domain/units.ts';

const NUMBER_AND_UNIT = new RegExp(String.raw`^\s*(${NUMBER})\s*(\D.*?)\s*$`, 'u');

const known = UNITS.flatMap((name) => {
  const read = readUnit(name);
  return 'unread' in read ? [] : [{ name, unit: read.unit }];
});

const isSame = (a: Unit, b: Unit) => a.dimension === b.dimension && a.size === b.size;

/**
 * A quantity that was typed with its unit, "1500 pieces" or "20 tonnes", as both. The unit is the suggested one if it is
 * the same, else as typed. Null for a number alone, and where the words say more than a unit of a suggested kind or the form
 * has another unit.
 * @param text the text of the quantity
 * @param chosen the unit in the form; '' for none
 */
export function splitQuantity(text: string, chosen: string): { quantity: string; unit: string } | null {
  const [, quantity, word] = NUMBER_AND_UNIT.exec(text) ?? [];
  if (quantity === undefined || word === undefined) return null;
  const unit = readBareUnit(word);
  // "1.5 million" is a number.
  if (!unit || /^\d/.test(unit.label)) return null;
  if (!known.some((suggested) => suggested.unit.dimension === unit.dimension)) return null;
  const current = chosen.trim() === '' ? null : readUnit(chosen);
  if (current && ('unread' in current || !isSame(current.unit, unit))) return null;
  return { quantity, unit: chosen.trim() || (known.find((suggested) => isSame(suggested.unit, unit))?.name ?? word) };
}
