// @ts-check
/** Values of the database in JSON, as PostgREST writes them. Plain JavaScript, because a worker thread cannot load TypeScript. */

const NUMERIC = 1700;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;

/**
 * Converts `2026-01-02 03:04:05.6+00` to the format in JSON: `2026-01-02T03:04:05.6+00:00`.
 * @param {string} value
 */
export function isoTime(value) {
  return value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/**
 * NaN and the infinities stay text, because JSON has no such numbers.
 * @param {string} value
 * @returns {number | string}
 */
export function jsonNumber(value) {
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/**
 * Parsers by type; `@supabase/lite` would pass times and fractions on as Postgres prints them.
 * @type {Record<number, (value: string) => unknown>}
 */
export const jsonValues = { [NUMERIC]: jsonNumber, [TIMESTAMP]: isoTime, [TIMESTAMPTZ]: isoTime };
