import type { Language } from '../i18n/language.ts';

/** A number of minutes, hours or days in few letters: "5 min", "2 h", "3 d". */
export const shortUnit = (value: number, unit: 'minute' | 'hour' | 'day', { number }: Language): string =>
  number(value, {
    style: 'unit',
    unit,
    // The narrow minutes would read as metres.
    unitDisplay: unit === 'minute' ? 'short' : 'narrow',
  }).replace(/\d(?=\p{L})/u, '$&\u00a0');
