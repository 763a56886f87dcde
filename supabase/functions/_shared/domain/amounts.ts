import { knownUnit, normalized, PIECE, pluralOf, unitOf, type Unit } from './units.ts';

/*
 * What people mean by the texts of a quote: price, minimum quantity, delivery time. Where a text can mean two things, nothing is
 * read and the reason says why: docs/decisions.md#numbers-are-read-only-where-they-mean-one-thing.
 */

/** Why a text was not read, as a sentence without its capital and its full stop. */
export type Unread = { unread: string };

/** A price that was read. Of a range ("10-12 USD") the value is the upper end, because that is what may be asked. */
export type Price = { value: number; from: number | null; currency: string; per: { count: number; unit: Unit } | null };

/** A quantity that was read; `unit` is null where the text names none. Of a range the value is the upper end. */
export type Quantity = { value: number; from: number | null; unit: Unit | null };

/** A delivery time that was read: in how many days at the latest. */
export type DeliveryTime = { days: number };

const NOT_READ = { unread: 'no amount is plain to see' };
const OPEN = { unread: 'the amount has no upper end' };

/** Longer than any field is: a text that was pasted by mistake is not worth the time. */
const LENGTH_MAX = 100;

// Numbers ------------------------------------------------------------------------------------------------------------

/** Digits with the signs that part them; blanks and apostrophes only before three digits. */
const NUMBER = String.raw`(?:\d{1,3}(?:[ '’]\d{3})+(?!\d)|\d+)(?:[.,]\d+)*`;
const DASH = String.raw`(?:-|–|—|~|to|đến|tới)`;

type Whole = 'whole' | 'any';

const ambiguous = (text: string): Unread => ({
  unread: `${text} can be ${Number(text)} or ${sayExactly(Number(text.replace('.', '')))}`,
});

/**
 * The number that digits with separators mean. A comma before groups of three parts thousands, as in English; a single full stop
 * before three digits can be either ("1.250"), unless fractions make no sense there or it follows a zero.
 */
export function readNumber(digits: string, whole: Whole = 'any'): number | Unread {
  const text = digits.replaceAll(/[ '’]/g, '');
  const signs = [...text.matchAll(/[.,]/g)].map(([sign]) => sign);
  const [first] = signs;
  const last = signs.at(-1);
  if (first === undefined || last === undefined) return finite(text);
  const isMixed = signs.includes('.') && signs.includes(',');
  if (isMixed) {
    // The last sign stands once and parts the decimals; all before part groups.
    const [integer = '', ...rest] = text.split(last);
    return rest.length === 1 && isGrouped(integer, first)
      ? finite(`${integer.replaceAll(first, '')}.${rest[0]}`)
      : NOT_READ;
  }
  if (signs.length > 1) return isGrouped(text, first) ? finite(text.replaceAll(first, '')) : NOT_READ;
  const isGroup = isGrouped(text, first);
  if (isGroup && (first === ',' || whole === 'whole')) return finite(text.replace(first, ''));
  if (isGroup) return ambiguous(text);
  return finite(text.replace(',', '.'));
}

/** Whether a sign parts groups of three, or as in India groups of two and a last one of three; a zero begins no group. */
function isGrouped(text: string, sign: string): boolean {
  const [head = '', ...groups] = text.split(sign);
  if (groups.length === 0 || groups.at(-1)?.length !== 3 || head.startsWith('0')) return false;
  const between = groups.slice(0, -1);
  const isOfThree = head.length <= 3 && between.every((group) => group.length === 3);
  const isIndian = sign === ',' && head.length <= 2 && between.every((group) => group.length === 2);
  return isOfThree || (between.length > 0 && isIndian);
}

const finite = (text: string): number | Unread => {
  const value = Number(text);
  return Number.isFinite(value) ? value : NOT_READ;
};

/** Words behind a number that make it larger. Of the Vietnamese ones nobody counts another money than dong. */
const SCALES: readonly { pattern: RegExp; scale: number; isVietnamese: boolean }[] = [
  { pattern: /^(?:tỷ|tỉ)(?!\p{L})/iu, scale: 1e9, isVietnamese: true },
  { pattern: /^(?:triệu|tr)(?!\p{L})/iu, scale: 1e6, isVietnamese: true },
  { pattern: /^(?:nghìn|ngàn)(?!\p{L})/iu, scale: 1e3, isVietnamese: true },
  { pattern: /^(?:billions?|bn)(?!\p{L})/iu, scale: 1e9, isVietnamese: false },
  { pattern: /^(?:millions?|mio|mln|mn)(?!\p{L})/iu, scale: 1e6, isVietnamese: false },
  { pattern: /^(?:thousands?|k)(?!\p{L})/iu, scale: 1e3, isVietnamese: false },
];

const RANGE = new RegExp(String.raw`^(${NUMBER})(?:\s*${DASH}\s*(${NUMBER}))?`, 'u');

type Digits = { low: string | null; high: string; scale: number; isVietnamese: boolean; rest: string };

/** The digits, or two of a range, that a text starts with, the word that makes them larger, and what follows. */
function leadingDigits(text: string): Digits | null {
  const [matched, first, second] = RANGE.exec(text) ?? [];
  if (matched === undefined || first === undefined) return null;
  const found = { low: second === undefined ? null : first, high: second ?? first };
  // "12,-" and "12.-"
  const rest = text
    .slice(matched.length)
    .replace(/^[.,]-+/, '')
    .trimStart();
  for (const { pattern, scale, isVietnamese } of SCALES) {
    const [word] = pattern.exec(rest) ?? [];
    if (word !== undefined) return { ...found, scale, isVietnamese, rest: rest.slice(word.length).trimStart() };
  }
  return { ...found, scale: 1, isVietnamese: false, rest };
}

type Value = { value: number; from: number | null };

/** What digits mean; `whole` where fractions make no sense. Of a range the upper end counts. */
function valueOf({ low, high, scale }: Digits, whole: Whole): Value | Unread {
  // A fraction may stand before "million", even of pieces.
  const rule = scale === 1 ? whole : 'any';
  const value = readNumber(high, rule);
  const from = low === null ? null : readNumber(low, rule);
  if (typeof value !== 'number') return value;
  if (from !== null && typeof from !== 'number') return from;
  if (from !== null && from >= value) return NOT_READ;
  return { value: value * scale, from: from === null ? null : from * scale };
}

/** Words that leave the upper end open. Nothing that follows them can be compared. */
const OPEN_END =
  /^(?:from|starting(?: at| from)?|start at|at least|min(?:imum)?|over|above|more than|about|approx(?:imately)?|around|circa|ca|từ|khoảng|trên|tối thiểu|ít nhất|>|≥|~|≈)(?!\p{L})[.:]?\s*/iu;
/** Words before an amount that change nothing about its upper end. */
const LEAD =
  /^(?:up to|max(?:imum)?|at most|within|less than|only|price|giá|tối đa|chỉ|trong(?: vòng)?|<|≤)(?!\p{L})[.:]?\s*/iu;
/** Where the price holds: it says nothing about the amount. */
const TRADE_TERM = /(^|\P{L})(?:exw|fca|fas|fob|cfr|cnf|c&f|cif|cpt|cip|dap|dpu|ddp|ddu)(?!\p{L})/iu;

// Prices -------------------------------------------------------------------------------------------------------------

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Codes that are English words, which count only in capitals. */
const WORDS: ReadonlySet<string> = new Set(['ALL', 'TOP', 'TRY', 'MOP', 'CUP', 'PEN', 'GEL', 'BAM']);

/** Signs and names of money; of those with several currencies the first is meant unless the quote's own is among them. */
const NAMES: readonly (readonly [pattern: string, currencies: readonly string[]])[] = [
  ['us\\$|us dollars?', ['USD']],
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
  pattern: new RegExp(`^(?:${pattern})(?!\\p{L})\\.?`, 'iu'),
  currencies,
}));

/** Currencies that are not divided in practice: a full stop before three digits parts thousands there. */
const UNDIVIDED: ReadonlySet<string> = new Set(
  'VND JPY KRW IDR CLP PYG ISK UGX RWF XAF XOF XPF KMF GNF DJF BIF VUV LAK KHR MMK IRR LBP UZS TZS COP CRC HUF'.split(
    ' ',
  ),
);

type Named = { currency: string; rest: string };

/** The currency that a text starts with, or null. `own` is the quote's: it decides between those that share a sign. */
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
    return { currency, rest: text.slice(sign.length).trimStart() };
  }
  return null;
}

/** What a text names as the unit of a price: "/kg", "per 100 pcs", "a piece", "each". Undefined where it makes no sense. */
function perOf(text: string, isCurrencyNamed: boolean): Price['per'] | undefined {
  if (text === '') return null;
  const [, sign] = /^(\/|(?:per|each|every|an?|one|mỗi|một|cho|trên)(?!\p{L}))/iu.exec(text) ?? [];
  let rest = sign === undefined ? text : text.slice(sign.length).trim();
  if (sign?.toLowerCase() === 'each' && rest === '') return { count: 1, unit: PIECE };
  if (sign === '/') rest = rest.replace(/^(?:1|một|one|an?)\s+(?=\p{L})/iu, '');
  if (sign === undefined && !(isCurrencyNamed && knownUnit(rest))) return undefined;
  if (rest === '') return undefined;
  const whole = knownUnit(rest);
  if (whole) return { count: 1, unit: whole };
  const counted = leadingDigits(rest);
  if (counted) {
    const amount = valueOf(counted, 'whole');
    if ('unread' in amount || amount.from !== null || amount.value <= 0) return undefined;
    const unit = counted.rest === '' ? PIECE : unitWithin(counted.rest);
    return unit ? { count: amount.value, unit } : undefined;
  }
  const unit = unitWithin(rest);
  return unit ? { count: 1, unit } : undefined;
}

/** The unit of a text that may go on with words: "kg net". Null where more numbers follow or nothing can be read. */
function unitWithin(text: string): Unit | null {
  const known = knownUnit(text);
  if (known) return known;
  if (/[\d/+]/.test(text.replace(/(?:m|cm|km|ft|yd)[23](?!\d)/gi, '').replace(/\bm\/t\b/i, ''))) {
    // "piece/month" is a unit of its own; a second number may be a second price.
    return /\d|\+/.test(text) ? null : unitOf(text);
  }
  const words = text.split(' ');
  // The longest known beginning: "sq m floor" is an area, "metric tons dry" a mass.
  for (let count = Math.min(words.length, 3); count >= 1; count -= 1) {
    const unit = knownUnit(words.slice(0, count).join(' '));
    if (unit && !/^(?:per|a|an|each)$/i.test(words[count] ?? '')) return unit;
  }
  return unitOf(text);
}

/**
 * What a price says: "$1,250.50/t" → 1250.5 USD per t. In: the text, and the currency of the quote, which counts where the text
 * names none (a currency in the text wins, because the text is what people see).
 */
export function readPrice(text: string, currency: string): Price | Unread {
  if (text.length > LENGTH_MAX) return NOT_READ;
  let rest = normalized(text)
    .replace(TRADE_TERM, '$1 ')
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (OPEN_END.test(rest)) return OPEN;
  rest = rest.replace(LEAD, '');
  const before = leadingCurrency(rest, currency);
  if (before && 'unread' in before) return before;
  // A capital M behind an amount of money is a million; elsewhere it may be a metre.
  const digits = leadingDigits((before?.rest ?? rest).replace(/^(\d[\d.,]*)M(?!\p{L})/u, '$1 million'));
  if (!digits) return NOT_READ;
  const after = leadingCurrency(digits.rest, before?.currency ?? currency);
  if (after && 'unread' in after) return after;
  const named = after?.currency ?? before?.currency ?? (digits.isVietnamese ? 'VND' : currency);
  // "$12 CAD" is one currency in two ways, "€12 USD" is none.
  const again = before && leadingCurrency(rest, named);
  if (again && !('unread' in again) && again.currency !== named) return NOT_READ;
  const amount = valueOf(digits, UNDIVIDED.has(named) ? 'whole' : 'any');
  if ('unread' in amount) return amount;
  const tail = (after?.rest ?? digits.rest).replace(/^[,;:]\s*/, '');
  if (tail.startsWith('+')) return OPEN;
  const per = perOf(tail, before !== null || after !== null);
  return per === undefined ? NOT_READ : { ...amount, currency: named, per };
}

// Quantities ---------------------------------------------------------------------------------------------------------

/** How often something is needed: it says nothing about how much. */
const EVERY =
  /(?:(?:^|\s+)(?:a|an|per|each|every|mỗi)\s+|\s*\/\s*)(?:day|week|month|quarter|year|order|shipment|ngày|tuần|tháng|quý|năm)\.?$/iu;

/** What a quantity says: "50,000 pieces", "2 x 25 kg", "1 x 40 ft", "3.2 million". */
export function readQuantity(text: string): Quantity | Unread {
  if (text.length > LENGTH_MAX) return NOT_READ;
  let rest = normalized(text)
    .replace(LEAD, '')
    .replace(/^(?:moq|min(?:imum)?|from|at least|từ|tối thiểu|ít nhất|≥|>=)(?!\p{L})[.:]?\s*/iu, '');
  if (OPEN_END.test(rest)) return OPEN;
  rest = rest.replace(EVERY, '').trim();
  const packed = new RegExp(String.raw`^(${NUMBER})\s*[x×*]\s*(.+)$`, 'iu').exec(rest);
  if (packed?.[1] !== undefined && packed[2] !== undefined) return packedQuantity(packed[1], packed[2]);
  if (/^\d[\d.,]*\s*M$/.test(rest)) return { unread: 'M can be metre or million' };
  const digits = leadingDigits(rest);
  if (!digits) return NOT_READ;
  const name = digits.rest.replace(/^\+\s*/, '').replace(/^of\s+/i, '');
  const unit = name === '' ? null : unitWithin(name);
  if (name !== '' && !unit) return NOT_READ;
  // Pieces are whole: "1.250 pcs" can only be 1,250.
  const amount = valueOf(digits, unit?.dimension === 'count' && unit.size === 1 ? 'whole' : 'any');
  return 'unread' in amount ? amount : { ...amount, unit };
}

/** "10 x 25 kg" is 250 kg, "2 x 40 ft" two containers. */
function packedQuantity(times: string, of: string): Quantity | Unread {
  const count = readNumber(times, 'whole');
  if (typeof count !== 'number') return count;
  const container = /^(?:20|40|45)/.test(of) ? knownUnit(of) : null;
  if (container) return { value: count, from: null, unit: container };
  const each = readQuantity(of);
  if ('unread' in each) {
    const unit = /\d/.test(of) ? null : unitWithin(of);
    return unit ? { value: count, from: null, unit } : each;
  }
  return { value: count * each.value, from: each.from === null ? null : count * each.from, unit: each.unit };
}

// Delivery times -----------------------------------------------------------------------------------------------------

/** Days of each word for time. Five working days are a week, a month has 30 days. */
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

/** Delivery at once, in words. */
const AT_ONCE: readonly (readonly [pattern: RegExp, days: number])[] = [
  [
    /^(?:immediate(?:ly)?|at once|now|today|same day|in stock|(?:ex|from) stock|ready(?: stock| to ship)?|có sẵn|ngay|ngay lập tức|hàng sẵn|trong ngày)$/iu,
    0,
  ],
  [/^(?:next day|tomorrow|overnight|ngày mai)$/iu, 1],
];

const YEARS = 10;
const DAYS_MAX = 365 * YEARS;

/** In how many days a delivery comes at the latest: "4-5 weeks" → 35, "10 working days" → 14, "in stock" → 0. */
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
    // "1 week to 10 days": the later of both. Whatever else has numbers is not plain.
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

/** A number for people: cents where it is large, four digits that count where it is small: "1,250.5", "0.01235". */
export const sayNumber = (value: number, locale = 'en-US'): string =>
  value.toLocaleString(
    locale,
    Math.abs(value) >= 1 || value === 0 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 4 },
  );

/** A number that was computed with an exchange rate, no more exact than the rate is: "120,100", "50.04". */
export const sayRoughly = (value: number, locale = 'en-US'): string =>
  value.toLocaleString(locale, { maximumSignificantDigits: 5 });

/** An exchange rate as it is kept: "1.15934", "0.00003794". */
export const sayRate = (value: number, locale = 'en-US'): string =>
  value.toLocaleString(locale, { maximumSignificantDigits: 10 });

/** A number exactly as it was read. Three decimals get a zero where they could be taken for thousands: "2.0080". */
const sayExactly = (value: number) => {
  const text = value.toLocaleString('en-US', { maximumFractionDigits: 10 });
  return isGrouped(text, '.') ? `${text}0` : text;
};

const sayRange = (from: number | null, value: number) =>
  from === null ? sayExactly(value) : `${sayExactly(from)} to ${sayExactly(value)}`;

/** So much of a unit, without the number where it is one: "kg", "100 pieces", "2 t", "300 boxes". */
export function sayAmount(count: number, unit: Unit): string {
  return count === 1 ? unit.label : `${sayExactly(count)} ${pluralOf(unit)}`;
}

/** What a price was read as: "1.16 USD per kg", "10 to 12 EUR per 100 pieces", "250 USD". */
export function sayPrice({ from, value, currency, per }: Price): string {
  const amount = `${sayRange(from, value)} ${currency}`;
  return per ? `${amount} per ${sayAmount(per.count, per.unit)}` : amount;
}
