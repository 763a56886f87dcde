import { CLOSED_REASON_LABELS } from '@domain/requirement-options.ts';
import { openState } from '@domain/requirements.ts';
import type { Language } from '@/shared/i18n/language.ts';
import type { Post } from '../shown-post.ts';
import { shortUnit } from '@/shared/text/short-unit.ts';
import { countedUnit, unitName } from '@/shared/text/unit-words.ts';

/** A fact on a card. Colour and weight follow from its tone; most facts have none. A place is quiet where it is alone. */
type CardFact = { text: string; tone?: 'urgent' | 'ended' | 'place' };

type Openness = Pick<Post, 'closedAt' | 'closedReason' | 'quoteDeadline'>;
type Place = Pick<Post, 'incoterm' | 'country' | 'area' | 'port'>;
type Requirements = Openness & Place & Pick<Post, 'quantity' | 'unit' | 'targetPrice' | 'targetCurrency' | 'neededBy'>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** From here on a deadline is urgent. */
const LAST_DAYS = 3;

/** The time left in whole units: "3 days left", "1 hour left", "1 minute left". Times are in milliseconds. */
export function timeLeft(until: number, now: number, { plural }: Language): string {
  const left = until - now;
  if (left >= DAY_MS) return plural(Math.floor(left / DAY_MS), { one: '{n} day left', other: '{n} days left' });
  if (left >= HOUR_MS) return plural(Math.floor(left / HOUR_MS), { one: '{n} hour left', other: '{n} hours left' });
  const minutes = Math.max(1, Math.floor(left / MINUTE_MS));
  return plural(minutes, { one: '{n} minute left', other: '{n} minutes left' });
}

const upToSixDecimals = (value: number, { number }: Language) => number(value, { maximumFractionDigits: 6 });

/** The wanted quantity: "20 tons", or the number alone; null if none is given. */
export function quantityText(
  { quantity, unit }: Pick<Requirements, 'quantity' | 'unit'>,
  language: Language,
): string | null {
  if (quantity === null) return null;
  const written = upToSixDecimals(quantity, language);
  return unit ? countedUnit(quantity, written, unit, language) : written;
}

/** The target price per unit: "1,200 USD per ton"; null if none is given. */
export function targetPriceText(
  { targetPrice, targetCurrency, unit }: Pick<Requirements, 'targetPrice' | 'targetCurrency' | 'unit'>,
  language: Language,
): string | null {
  if (targetPrice === null) return null;
  const price = [upToSixDecimals(targetPrice, language), targetCurrency].filter(Boolean).join(' ');
  return unit ? language.t('{price} per {unit}', { price, unit: unitName(unit, language) }) : price;
}

/** How a request ended: "Closed: awarded", "Deadline passed"; null while it is open. */
export function endText(post: Openness, now: number, { t }: Language): string | null {
  const state = openState(post, now);
  if (state === 'open') return null;
  if (state === 'overdue') return t('Deadline passed');
  return post.closedReason === null
    ? t('Closed')
    : t('Closed: {reason}', { reason: t(CLOSED_REASON_LABELS[post.closedReason]).toLowerCase() });
}

/** Why no quote can be sent, for the quotation button; null while the request is open. */
export function refusalText(post: Openness, now: number, language: Language): string | null {
  const end = endText(post, now, language);
  return end && language.t('No quotes can be sent any more. {end}.', { end });
}

/** Trade terms whose named place is a port; of all others that begin with C or D it is any place at the destination. */
const TO_A_PORT = ['CFR', 'CIF'];

/**
 * Term and place of the delivery in one piece: "DAP Stuttgart, DE". The terms of groups E and F name a place of the
 * seller, so a dot parts them from the buyer's: "FOB · Stuttgart, DE".
 */
function deliveryText({ incoterm, country, area, port }: Place, language: Language): string {
  const name = TO_A_PORT.includes(incoterm ?? '') ? port || area : area || port;
  const code = country.length === 2 ? country.toUpperCase() : country;
  const place = name ? `${name}, ${code}` : language.country(country);
  if (!incoterm) return place;
  return `${incoterm}${/^[CD]/.test(incoterm) ? ' ' : ' · '}${place}`;
}

/** A time in whole units, in few letters: "1 d 23 h", "5 h", "9 min". */
function shortTime(ms: number, language: Language): string {
  if (ms < HOUR_MS) return shortUnit(Math.max(1, Math.floor(ms / MINUTE_MS)), 'minute', language);
  const [days, hours] = [Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS)];
  return [days > 0 && shortUnit(days, 'day', language), hours > 0 && shortUnit(hours, 'hour', language)]
    .filter(Boolean)
    .join(' ');
}

/** The time left for quotes: "closes in 14 d"; in the last three days "only 1 d 23 h left". Times are in milliseconds. */
export function closingFact(until: number, now: number, language: Language): CardFact {
  const { t } = language;
  const left = until - now;
  if (left >= LAST_DAYS * DAY_MS)
    return { text: t('closes in {n}', { n: shortTime(left - (left % DAY_MS), language) }) };
  return { text: t('only {n} left', { n: shortTime(left, language) }), tone: 'urgent' };
}

/**
 * The line of facts on a card: "20 tons", "target 650 USD", "by Dec 15", "DAP Stuttgart, DE", "closes in 14 d".
 * The short form has only quantity and time left.
 */
export function cardFacts(post: Requirements, now: number, isShort: boolean, language: Language): CardFact[] {
  const { t } = language;
  // A quantity says the unit already.
  const price = targetPriceText(post.quantity === null ? post : { ...post, unit: null }, language);
  const end = endText(post, now, language);
  const between = [
    price && t('target {price}', { price }),
    post.neededBy && t('by {date}', { date: language.dueDay(post.neededBy, now) }),
    deliveryText(post, language),
  ];
  const facts = [quantityText(post, language), ...(isShort ? [] : between)].flatMap((text): CardFact[] =>
    text ? [{ text }] : [],
  );
  const place = isShort || post.incoterm ? undefined : facts.at(-1);
  if (place) place.tone = 'place';
  if (end !== null) return [...facts, { text: end, tone: 'ended' }];
  return post.quoteDeadline === null ? facts : [...facts, closingFact(Date.parse(post.quoteDeadline), now, language)];
}
