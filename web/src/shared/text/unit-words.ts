import { UNITS } from '@domain/requirement-options.ts';
import type { Forms, Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';

const isSuggested = (unit: string) => UNITS.some((suggested) => suggested === unit);

/** A unit for display: suggested units are translated, others stay as typed. */
export const unitName = (unit: string, { t }: Language): string => (isSuggested(unit) ? t(unit) : unit);

/** The unit to store for a text: a suggested unit can be chosen or typed by its translated name. */
export const unitOf = (text: string, language: Language): string =>
  UNITS.find((unit) => unitName(unit, language) === text) ?? text;

/** Suggested units that are words, with plural forms; the others are symbols. */
const COUNTED: ReadonlyMap<string, Forms> = new Map([
  ['piece', { one: '{n} piece', other: msg('{n} pieces') }],
  ['pair', { one: '{n} pair', other: msg('{n} pairs') }],
  ['dozen', { one: '{n} dozen', other: msg('{n} dozen') }],
  ['set', { one: '{n} set', other: msg('{n} sets') }],
  ['box', { one: '{n} box', other: msg('{n} boxes') }],
  ['pallet', { one: '{n} pallet', other: msg('{n} pallets') }],
  ['container', { one: '{n} container', other: msg('{n} containers') }],
  ['ton', { one: '{n} ton', other: msg('{n} tons') }],
  ['litre', { one: '{n} litre', other: msg('{n} litres') }],
  ['hour', { one: '{n} hour', other: msg('{n} hours') }],
]);

/**
 * A number with its unit: "20 tons", "1 ton", "5 m²".
 * @param count the number
 * @param written the number as formatted
 */
export function countedUnit(count: number, written: string, unit: string, { plural }: Language): string {
  const forms = COUNTED.get(unit);
  return forms ? plural(count, forms, { n: written }) : `${written} ${unit}`;
}
