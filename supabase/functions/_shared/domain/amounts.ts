import {
  METRE_OR_MILLION,
  NOT_READ,
  normalized,
  NUMBER,
  readNumber,
  writeNumber,
  type Unread,
  type Whole,
} from './numbers.ts';
import { readTerms, sayTerms, type Terms } from './trade-terms.ts';
import { PIECE, pluralOf, readUnit, type Unit } from './units.ts';

/*
 * What people mean by the texts of a quote: price, minimum quantity, delivery time. docs/numbers.md has the grammar. Where a text can
 * mean two things, nothing is read and the reason says why: docs/decisions.md#numbers-are-read-only-where-they-mean-one-thing.
 */

/** A parsed price. The value of a range ("10-12 USD") is its upper end, the most that can be asked. */
export type Price = {
  value: number;
  from: number | null;
  currency: string;
  per: { count: number; unit: Unit } | null;
  terms: Terms;
};

/** A parsed quantity. `unit` is null if the text names none; the value of a range is its upper end. */
export type Quantity = { value: number; from: number | null; unit: Unit | null };

/** A parsed delivery time: the latest number of days. */
export type DeliveryTime = { days: number };

const OPEN = { unread: 'the amount has no upper end' };
const ZERO = { unread: 'the quantity is 0' };

/** Longer than any field: parsing a text that was pasted by mistake is not worth the time. */
const LENGTH_MAX = 100;

// Numbers ------------------------------------------------------------------------------------------------------------

const DASH = String.raw`(?:-|–|—|~|to|đến|tới)`;

/** Words after a number that scale it, with the currencies that are counted this way unless all are. */
const SCALES: readonly (readonly [pattern: RegExp, scale: number, currencies?: readonly string[]])[] = [
  [/^(?:tỷ|tỉ)(?!\p{L})/iu, 1e9, ['VND']],
  [/^(?:triệu|tr)(?!\p{L})/iu, 1e6, ['VND']],
  [/^(?:nghìn|ngàn)(?!\p{L})/iu, 1e3, ['VND']],
  [/^crores?(?!\p{L})/iu, 1e7, ['', 'INR', 'PKR', 'BDT', 'NPR', 'LKR']],
  [/^(?:lakhs?|lacs?)(?!\p{L})/iu, 1e5, ['', 'INR', 'PKR', 'BDT', 'NPR', 'LKR']],
  [/^(?:billions?|bn)(?!\p{L})/iu, 1e9],
  [/^(?:millions?|mio|mln|mn)(?!\p{L})/iu, 1e6],
  [/^(?:thousands?|k)(?!\p{L})/iu, 1e3],
];

const LEADING_NUMBER = new RegExp(`^${NUMBER}`, 'u');
const LEADING_DASH = new RegExp(String.raw`^\s*${DASH}\s*`, 'iu');

/** The leading digits of a text, their scale word with its currencies, and the rest. */
type Digits = { digits: string; scale: number; scaleWord: string; currencies: readonly string[]; rest: string };

function leadingDigits(text: string): Digits | null {
  const [digits] = LEADING_NUMBER.exec(text) ?? [];
  if (digits === undefined) return null;
  // "12,-", "12.-" and "12/-"
  const rest = text
    .slice(digits.length)
    .replace(/^(?:[.,]-+|\s*\/\s?[-=]+)/, '')
    .trimStart();
  for (const [pattern, scale, currencies = []] of SCALES) {
    const [scaleWord] = pattern.exec(rest) ?? [];
    if (scaleWord !== undefined) {
      return { digits, scale, scaleWord, currencies, rest: rest.slice(scaleWord.length).trimStart() };
    }
  }
  return { digits, scale: 1, scaleWord: '', currencies: [], rest };
}

/** The leading number or range of a text. `high` counts; `low` is null for a single number. */
type Span = { low: Digits | null; high: Digits; rest: string };

/**
 * Parses the leading number or range.
 * @param text the text
 * @param strip removes what can precede the second number of a range, such as a currency
 */
function leadingSpan(text: string, skip: (text: string) => string = (rest) => rest): Span | null {
  const first = leadingDigits(text);
  if (!first) return null;
  const afterFirst = skip(first.rest);
  const [dash] = LEADING_DASH.exec(afterFirst) ?? [];
  const second = dash === undefined ? null : leadingDigits(skip(afterFirst.slice(dash.length)));
  return second ? { low: first, high: second, rest: second.rest } : { low: null, high: first, rest: first.rest };
}

/** Whether a unit is itself a number, so that no number can be shown before it: "6 k" for "6+k" would mean 6,000. */
const isScale = ({ dimension, label }: Unit): boolean =>
  (dimension === 'count' && /^\d/.test(label)) || SCALES.some(([pattern]) => pattern.test(label));

type Value = { value: number; from: number | null };

/** The value of a number or range; `whole` as in `readNumber`. */
function valueOf({ low, high }: Span, whole: Whole): Value | Unread {
  // A fraction is valid before "million", even of pieces.
  const numberOf = ({ digits, scale }: Digits, usual: number) => {
    const factor = scale === 1 ? usual : scale;
    const number = readNumber(digits, factor === 1 ? whole : 'any');
    return typeof number === 'number' ? exact(number * factor) : number;
  };
  const value = numberOf(high, 1);
  // The scale of "1,2-1,5 triệu" applies to both numbers.
  const from = low === null ? null : numberOf(low, high.scale);
  if (typeof value !== 'number') return value;
  if (from !== null && typeof from !== 'number') return from;
  return from !== null && from >= value ? NOT_READ : { value, from };
}

/** A product rounded to decimal precision: 1.1 million is 1100000, not 1100000.0000000002. */
const exact = (product: number): number => Number(product.toPrecision(15));

/** Words that leave the upper end open, so that the amount cannot be compared. */
const OPEN_END =
  /^(?:from|starting(?: at| from)?|start at|at least|min(?:imum)?|over|above|more than|about|approx(?:imately)?|around|circa|ca|từ|khoảng|trên|tối thiểu|ít nhất|>|≥|~|≈)(?!\p{L})[.:]?\s*/iu;
/** Words before an amount that do not change its upper end. */
const LEAD =
  /^(?:up to|max(?:imum)?|at most|within|less than|only|price|giá|tối đa|chỉ|trong(?: vòng)?|<|≤)(?!\p{L})[.:]?\s*/iu;
// Prices -------------------------------------------------------------------------------------------------------------

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Currency codes that are also English words; they only count in capitals. */
const WORDS: ReadonlySet<string> = new Set(['ALL', 'TOP', 'TRY', 'MOP', 'CUP', 'PEN', 'GEL', 'BAM']);

/** Symbols and names of currencies. An ambiguous one means its first currency unless the quote's own is among them. */
const NAMES: readonly (readonly [pattern: string, currencies: readonly string[]])[] = [
  ['us ?\\$|u\\.s\\. ?\\$|us dollars?', ['USD']],
  ['hk\\$', ['HKD']],
  ['s\\$|sg\\$', ['SGD']],
  ['a\\$|au\\$', ['AUD']],
  ['c\\$|ca\\$', ['CAD']],
  ['nz\\$', ['NZD']],
  ['nt\\$', ['TWD']],
  ['r\\$', ['BRL']],
  [
    '\\$|dollars?',
    [
      'USD',
      'AUD',
      'BBD',
      'BMD',
      'BND',
      'BSD',
      'CAD',
      'FJD',
      'HKD',
      'JMD',
      'MXN',
      'NZD',
      'SGD',
      'TTD',
      'TWD',
      'CLP',
      'COP',
      'ARS',
    ],
  ],
  ['€|euros?', ['EUR']],
  ['£', ['GBP', 'EGP', 'LBP', 'SYP']],
  ['₫|vnđ|đồng|dong|đ', ['VND']],
  ['rmb|元', ['CNY']],
  ['yuan', ['CNY']],
  ['yen|円', ['JPY']],
  ['¥', ['', 'JPY', 'CNY']],
  ['₹|rupees?|rs', ['INR', 'PKR', 'LKR', 'NPR', 'MUR']],
  ['rp', ['IDR']],
  ['rm', ['MYR']],
  ['₩|won', ['KRW']],
  ['฿|baht', ['THB']],
  ['₱', ['PHP']],
  ['₺', ['TRY']],
  ['₽', ['RUB']],
  ['zł', ['PLN']],
  ['kr', ['', 'SEK', 'NOK', 'DKK', 'ISK']],
];

const NAME_PATTERNS = NAMES.map(([pattern, currencies]) => ({
  pattern: new RegExp(`^(?:${pattern})(?!\\p{L})`, 'iu'),
  currencies,
}));

/** Names written with a full stop: "Rs.45" is 45, while "$.85" is 0.85. */
const ABBREVIATED = /^(?:rs|rp|kr)$/i;

/** Currencies without fractions in practice: a full stop before three digits separates thousands there. */
const UNDIVIDED: ReadonlySet<string> = new Set(
  'VND JPY KRW IDR CLP PYG ISK UGX RWF XAF XOF XPF KMF GNF DJF BIF VUV LAK KHR MMK IRR LBP UZS TZS COP CRC HUF'.split(
    ' ',
  ),
);

type Named = { currency: string; rest: string };

/** The leading currency of a text, or null. `own`, the quote's currency, resolves shared symbols. */
function leadingCurrency(text: string, own: string): Named | Unread | null {
  const [word = ''] = /^[A-Za-z]{3}(?!\p{L})/u.exec(text) ?? [];
  const code = word.toUpperCase();
  if (CODES.has(code) && (word === code || !WORDS.has(code)))
    return { currency: code, rest: text.slice(3).trimStart() };
  for (const { pattern, currencies } of NAME_PATTERNS) {
    const [sign] = pattern.exec(text) ?? [];
    if (sign === undefined) continue;
    const currency = currencies.includes(own) ? own : currencies[0];
    if (!currency) return { unread: `${sign} is the sign of several currencies` };
    return {
      currency,
      rest: text
        .slice(sign.length)
        .replace(ABBREVIATED.test(sign) ? /^\.\s*/ : /^\s+/, '')
        .trimStart(),
    };
  }
  return null;
}

/** Parses the unit of a price: "/kg", "per 100 pcs", "a piece", "each". */
function perOf(text: string, isCurrencyNamed: boolean): Price['per'] | Unread {
  if (text === '') return null;
  const [, sign] = /^(\/|(?:per|each|every|an?|one|mỗi|một|cho|trên)(?!\p{L}))/iu.exec(text) ?? [];
  let rest = sign === undefined ? text : text.slice(sign.length).trim();
  if (sign?.toLowerCase() === 'each' && rest === '') return { count: 1, unit: PIECE };
  if (sign === '/') rest = rest.replace(/^(?:1|một|one|an?)\s+(?=\p{L})/iu, '');
  if (sign === undefined && !(isCurrencyNamed && /^\p{L}/u.test(rest))) return NOT_READ;
  // "$2m" means a million more often than a metre.
  if (sign === undefined && /^m(?![\p{L}\d])/iu.test(rest)) return METRE_OR_MILLION;
  const whole = readUnit(rest);
  if ('unit' in whole) return isMoney(whole.unit) ? NOT_READ : whole;
  const counted = sign === undefined ? null : leadingSpan(rest);
  if (!counted || counted.low) return whole;
  const amount = valueOf(counted, 'whole');
  if ('unread' in amount || amount.value <= 0) return NOT_READ;
  const of = counted.rest === '' ? { count: 1, unit: PIECE } : readUnit(counted.rest);
  if ('unread' in of) return of;
  return isMoney(of.unit) ? NOT_READ : { count: amount.value * of.count, unit: of.unit };
}

/** Whether an unknown unit is in fact a currency, as in "5 USD/EUR". */
const isMoney = ({ dimension, label }: Unit): boolean =>
  dimension === label.toLowerCase() && leadingCurrency(label, '') !== null;

/** Words between a trade term and the amount: "FOB Hai Phong 12 USD". */
function withoutPlace(text: string): string {
  let rest = text;
  for (let words = 0; words < 3 && /^\p{L}/u.test(rest) && !leadingCurrency(rest, ''); words += 1) {
    rest = rest.replace(/^\p{L}+[\s,:-]*/u, '');
  }
  return LEADING_NUMBER.test(rest) || leadingCurrency(rest, '') ? rest : text;
}

/**
 * Parses a price: "$1,250.50/t" → 1250.5 USD per t.
 *
 * @param text the price as stored, with numbers in English notation
 * @param currency the quote's currency, used if the text names none (a currency in the text wins, because users see the
 * text)
 */
export function readPrice(text: string, currency: string): Price | Unread {
  if (text.length > LENGTH_MAX) return NOT_READ;
  const { terms, rest: said, isFirst } = readTerms(normalized(text), (place) => leadingCurrency(place, '') !== null);
  let rest = said.replace(/(?:^|\s)(?:only|chỉ)$/iu, '');
  if (OPEN_END.test(rest)) return OPEN;
  rest = rest.replace(LEAD, '');
  if (isFirst) rest = withoutPlace(rest);
  const before = leadingCurrency(rest, currency);
  if (before && 'unread' in before) return before;
  // A capital M after an amount of money is a million; elsewhere it can be a metre.
  const amountText = (before?.rest ?? rest).replace(/^(\d[\d.,]*)M(?!\p{L})/u, '$1 million');
  const names = new Set<string>();
  const span = leadingSpan(amountText, (after) => {
    const named = leadingCurrency(after, before?.currency ?? currency);
    if (!named || 'unread' in named) return after;
    names.add(named.currency);
    return named.rest;
  });
  if (!span) return NOT_READ;
  const after = leadingCurrency(span.rest, before?.currency ?? currency);
  if (after && 'unread' in after) return after;
  const { currencies, scaleWord } = span.high;
  const own = currencies.length === 0 || currencies.includes(currency) ? currency : currencies[0];
  const named = after?.currency ?? before?.currency ?? [...names][0] ?? own;
  if (!named) return { unread: `${scaleWord} is the sign of several currencies` };
  // "$12 CAD" names one currency twice, "€12 USD" none.
  const again = before && leadingCurrency(rest, named);
  if (again && !('unread' in again) && again.currency !== named) return NOT_READ;
  if (span.low && [...names].some((name) => name !== named)) return NOT_READ;
  const amount = valueOf(span, UNDIVIDED.has(named) ? 'whole' : 'any');
  if ('unread' in amount) return amount;
  const tail = (after?.rest ?? span.rest).replace(/^[,;:]\s*|[\s,;:/-]+$/g, '');
  if (tail.startsWith('+')) return OPEN;
  const per = perOf(tail, before !== null || after !== null || names.size > 0);
  return per && 'unread' in per ? per : { ...amount, currency: named, per, terms };
}

// Quantities ---------------------------------------------------------------------------------------------------------

/** The frequency of a need, which says nothing about the quantity. */
const EVERY =
  /(?:(\s)(?:a|an|per|each|every|mỗi)\s+|\s*\/\s*)(?:day|week|month|quarter|year|order|shipment|ngày|tuần|tháng|quý|năm)\.?$/iu;

/** Parses a quantity: "50,000 pieces", "2 x 25 kg", "1 x 40 ft", "3.2 million". Zero is not a quantity. */
export function readQuantity(text: string): Quantity | Unread {
  if (text.length > LENGTH_MAX) return NOT_READ;
  let rest = normalized(text)
    .replace(LEAD, '')
    .replace(/^(?:moq|min(?:imum)?|from|at least|từ|tối thiểu|ít nhất|≥|>=)(?!\p{L})[.:]?\s*/iu, '');
  if (OPEN_END.test(rest)) return OPEN;
  rest = rest
    .replace(EVERY, '')
    .replace(/^(?:one|an?|một)(?=\s)/iu, '1')
    .trim();
  const packed = new RegExp(String.raw`^(${NUMBER})\s*(?:[×*]|x(?=[\s\d]))\s*(.+)$`, 'iu').exec(rest);
  if (packed?.[1] !== undefined && packed[2] !== undefined) return packedQuantity(packed[1], packed[2]);
  const one = readUnit(rest);
  // "40 ft" is a length unless a number precedes it.
  const isLength = /^\d+ ?(?:ft|feet|foot|['’])$/i.test(rest);
  if ('unit' in one && isContainer(one.unit) && !isLength) return { value: 1, from: null, unit: one.unit };
  const span = leadingSpan(rest);
  if (!span) return NOT_READ;
  const name = span.rest.replace(/^\+\s*/, '').replace(/^of\s+/i, '');
  const of = name === '' ? null : readUnit(name);
  if (of && 'unread' in of) return of;
  if (of && isScale(of.unit)) return NOT_READ;
  // Pieces have no fractions: "1.250 pcs" can only be 1,250.
  const amount = valueOf(span, of?.unit.dimension === 'count' && of.unit.size === 1 ? 'whole' : 'any');
  if ('unread' in amount) return amount;
  if (amount.value <= 0) return ZERO;
  const { count, unit } = of ?? { count: 1, unit: null };
  return { value: amount.value * count, from: amount.from === null ? null : amount.from * count, unit };
}

const isContainer = ({ dimension }: Unit): boolean => dimension.endsWith('container');

/** "10 x 25 kg" is 250 kg, "2 x 40 ft" two containers. */
function packedQuantity(times: string, of: string): Quantity | Unread {
  const count = readNumber(times, 'whole');
  if (typeof count !== 'number') return count;
  if (count <= 0) return ZERO;
  const unit = readUnit(of);
  const isOne = 'unit' in unit && !isScale(unit.unit) && (!/\d/.test(of) || isContainer(unit.unit));
  if (isOne) return { value: count * unit.count, from: null, unit: unit.unit };
  const each = readQuantity(of);
  if ('unread' in each) return each;
  return {
    value: exact(count * each.value),
    from: each.from === null ? null : exact(count * each.from),
    unit: each.unit,
  };
}

// Delivery times -----------------------------------------------------------------------------------------------------

/** Days per word for time. Five working days are a week, a month has 30 days. */
const TIMES: readonly (readonly [pattern: string, days: number])[] = [
  ['(?:working|business|work) ?days?|ngày làm việc', 7 / 5],
  ['hours?|hrs?|h|giờ|gio', 1 / 24],
  ['(?:calendar )?days?|d|ngày|ngay', 1],
  ['weeks?|wks?|w|tuần|tuan', 7],
  ['months?|mths?|mos?|tháng|thang', 30],
  ['years?|yrs?|năm', 365],
];

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  một: 1,
  hai: 2,
  ba: 3,
  bốn: 4,
  năm: 5,
  sáu: 6,
  bảy: 7,
  tám: 8,
  chín: 9,
  mười: 10,
};

/** Words for immediate delivery. */
const AT_ONCE: readonly (readonly [pattern: RegExp, days: number])[] = [
  [
    /^(?:immediate(?:ly)?|at once|now|today|same day|in stock|(?:ex|from) stock|ready(?: stock| to ship)?|có sẵn|ngay|ngay lập tức|hàng sẵn|trong ngày)$/iu,
    0,
  ],
  [/^(?:next day|tomorrow|overnight|ngày mai)$/iu, 1],
];

const YEARS = 10;
const DAYS_MAX = 365 * YEARS;

/** Parses a delivery time to the latest number of days: "4-5 weeks" → 35, "10 working days" → 14, "in stock" → 0. */
export function readDeliveryTime(text: string): DeliveryTime | Unread {
  if (text.length > LENGTH_MAX) return NOT_READ;
  let rest = normalized(text).toLowerCase();
  for (const [pattern, days] of AT_ONCE) if (pattern.test(rest)) return { days };
  if (
    /^(?:from|at least|over|more than|min(?:imum)?|từ|ít nhất|trên|>)(?!\p{L})/u.test(rest) &&
    !/[-–—]|\bto\b|đến/u.test(rest)
  )
    return OPEN;
  rest = rest
    .replace(/^(?:about|approx(?:imately)?\.?|around|circa|ca\.?|from|từ|khoảng|in|~|≈)\s*/u, '')
    .replace(LEAD, '');
  const word = Object.keys(NUMBER_WORDS).join('|');
  const number = String.raw`(?:\d+(?:[.,]\d{1,2})?|(?:${word})(?!\p{L}))`;
  const time = TIMES.map(([pattern]) => pattern).join('|');
  const one = String.raw`(${number})(?:\s*${DASH}\s*(${number}))?\s*[- ]?\s*(${time})(?![\p{L}\d])`;
  const [matched, low, high = low, name] = new RegExp(`^${one}`, 'u').exec(rest) ?? [];
  if (matched === undefined || high === undefined || name === undefined) return NOT_READ;
  const [least, most] = [timeNumber(low ?? high), timeNumber(high)];
  if (least === null || most === null || least > most) return NOT_READ;
  const factor = TIMES.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'u').test(name))?.[1] ?? 1;
  const after = rest.slice(matched.length).trim();
  if (after.startsWith('+')) return OPEN;
  const days = Math.ceil(Number((most * factor).toFixed(6)));
  if (/\d/.test(after)) {
    // "1 week to 10 days" means the later one. Other texts with several numbers are not parsed.
    const second = new RegExp(String.raw`^(?:${DASH}|or|hoặc)\s*(.*)$`, 'u').exec(after)?.[1];
    const other = second === undefined ? NOT_READ : readDeliveryTime(second);
    return 'days' in other ? { days: Math.max(days, other.days) } : other;
  }
  return days <= DAYS_MAX ? { days } : NOT_READ;
}

const timeNumber = (text: string): number | null => {
  const known = NUMBER_WORDS[text] ?? readNumber(text);
  return typeof known === 'number' ? known : null;
};

// In words -----------------------------------------------------------------------------------------------------------

/** A number for display: cents for large values, four significant digits for small ones: "1,250.5", "0.01235". */
export const sayNumber = (value: number, locale = 'en-US'): string =>
  value.toLocaleString(
    locale,
    Math.abs(value) >= 1 || value === 0 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 4 },
  );

/** A share in percent: "4.2%", "12.0%". */
export const sayPercent = (share: number, locale = 'en-US'): string =>
  share.toLocaleString(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** An exchange rate as stored: "1.15934", "0.00003794". */
export const sayRate = (value: number, locale = 'en-US'): string =>
  value.toLocaleString(locale, { maximumSignificantDigits: 10 });

const sayRange = (from: number | null, value: number) =>
  from === null ? writeNumber(value) : `${writeNumber(from)} to ${writeNumber(value)}`;

/** A count of a unit, without the number if it is one: "kg", "100 pieces", "2 t", "300 boxes". */
export function sayAmount(count: number, unit: Unit): string {
  return count === 1 ? unit.label : `${writeNumber(count)} ${pluralOf(unit)}`;
}

/** A parsed price in words: "1.16 USD per kg", "10 to 12 EUR per 100 pieces, FOB", "250 USD, tax excluded". */
export function sayPrice({ from, value, currency, per, terms }: Price): string {
  const amount = `${sayRange(from, value)} ${currency}`;
  return [per ? `${amount} per ${sayAmount(per.count, per.unit)}` : amount, ...sayTerms(terms)].join(', ');
}

/** A parsed quantity in words: "50,000 pieces", "100 to 200 kg". */
export function sayQuantity({ from, value, unit }: Quantity): string {
  return unit ? `${sayRange(from, value)} ${value === 1 ? unit.label : pluralOf(unit)}` : sayRange(from, value);
}
