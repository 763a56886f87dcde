import { UNITS } from '@domain/requirement-options.ts';
import type { Forms, Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';

const isSuggested = (unit: string) => UNITS.some((suggested) => suggested === unit);

/** A unit as people read it: those that the form suggests in the language, any other as it was typed. */
export const unitName = (unit: string, { t }: Language): string => (isSuggested(unit) ? t(unit) : unit);

/** The unit that is stored for a text: a suggested one may have been chosen or typed by its name in the language. */
export const unitOf = (text: string, language: Language): string =>
  UNITS.find((unit) => unitName(unit, language) === text) ?? text;

/** Of the units that the form suggests those that are words; others are written as they are. */
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

/** A number of a unit: "20 tons", "1 ton", "5 m²". In: the number, and how it is written. */
export function countedUnit(count: number, written: string, unit: string, { plural }: Language): string {
  const forms = COUNTED.get(unit);
  return forms ? plural(count, forms, { n: written }) : `${written} ${unit}`;
}
