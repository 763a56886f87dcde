/** Which words of a page no translation has made. */
import { PRODUCT_NAME } from '../../../supabase/functions/_shared/domain/product.ts';
import type { ShownText } from './shown-texts.ts';

/** Every name and word by which a browser writes dates, countries and currencies in Vietnamese. */
function wordsOfFormats(): Set<string> {
  const texts: string[] = [];
  for (let month = 0; month < 12; month += 1)
    for (const dateStyle of ['full', 'long', 'medium', 'short'] as const)
      texts.push(new Date(2026, month, month + 1).toLocaleString('vi', { dateStyle, timeStyle: 'long' }));
  const relative = ['always', 'auto'].map(
    (numeric) => new Intl.RelativeTimeFormat('vi', { numeric: numeric === 'auto' ? 'auto' : 'always' }),
  );
  for (const unit of ['year', 'month', 'week', 'day', 'hour', 'minute'] as const)
    for (const value of [-3, -2, -1, 0, 1, 2]) texts.push(...relative.map((format) => format.format(value, unit)));
  const countries = new Intl.DisplayNames('vi', { type: 'region' });
  for (const one of PLAIN)
    for (const code of [...PLAIN].map((two) => one + two)) {
      const name = countries.of(code);
      // Facts of a request name its country by the code.
      if (name !== undefined && name !== code) texts.push(name, code);
    }
  const currencies = new Intl.DisplayNames('vi', { type: 'currency' });
  for (const code of Intl.supportedValuesOf('currency')) texts.push(code, currencies.of(code) ?? '');
  for (const unit of ['byte', 'kilobyte', 'megabyte', 'percent', 'day', 'minute', 'hour'])
    for (const unitDisplay of ['short', 'long', 'narrow'] as const)
      texts.push((12).toLocaleString('vi', { style: 'unit', unit, unitDisplay }));
  texts.push((1e3).toLocaleString('vi', { notation: 'compact' }), (1e6).toLocaleString('vi', { notation: 'compact' }));
  return new Set(texts.flatMap(wordsOf));
}

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** What index.html calls a page that has not named itself yet. */
const UNNAMED = `${PRODUCT_NAME}: Business for everyone`;
const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

/** Codes, formats and names that are the same in every language. */
const CODES =
  `PDF JPG JPEG PNG WebP GIF HEIC CSV DOCX DOC XLSX XLS PPTX PPT ICS pdf EXW FCA CPT CIP DAP DPU DDP FAS FOB CFR CIF
   kB KB MB kg ml GB UTC GMT API SMTP TLS STARTTLS URL HTML example com Facebook LinkedIn Twitter YouTube Google English FB`.split(
    /\s+/,
  );
const formats = wordsOfFormats();
const codes = new Set(CODES);

/**
 * Finds plain Latin words that are neither code, name nor format: in a page in pseudo-language all of them are English that nobody can
 * translate. In: texts that people wrote. Avatars show the first letters of names.
 */
export function untranslatedBeside(written: ReadonlySet<string>): (shown: readonly ShownText[]) => ShownText[] {
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const longestFirst = [...written, UNNAMED, PRODUCT_NAME].toSorted((a, b) => b.length - a.length);
  const taken = new RegExp(
    `(?<!\\p{L})(?:${longestFirst.map(literal).join('|')})(?!\\p{L})|\\S+@\\S+|https?:\\S+|[\\w-]+(?:\\.[\\w-]+)+|(?<!\\S)/[\\w/?=&-]*|\\{+\\w+\\}+`,
    'gu',
  );
  const isPlain = (word: string) => /^[a-z]{2,}$/i.test(word) && !formats.has(word) && !codes.has(word);
  // Names of mails and their texts are Vietnamese already: they are no part of the catalogue.
  const isVietnamese = (text: string) => /[áàãíìóòõúùăâêôơưđ\u1ea0-\u1ef9]/iu.test(text.normalize('NFC'));
  return (shown) =>
    shown.filter(
      ({ text }) =>
        !/^[A-Z]{2}$/.test(text) && !isVietnamese(text) && wordsOf(text.replaceAll(taken, ' ')).some(isPlain),
    );
}
