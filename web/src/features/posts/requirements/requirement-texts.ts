import { CLOSED_REASON_LABELS } from '@domain/requirement-options.ts';
import { openState } from '@domain/requirements.ts';
import type { Language } from '@/shared/i18n/language.ts';
import type { Post } from '../shown-post.ts';
import { countedUnit, unitName } from '@/shared/text/unit-words.ts';

type Openness = Pick<Post, 'closedAt' | 'closedReason' | 'quoteDeadline'>;
type Requirements = Openness &
  Pick<Post, 'quantity' | 'unit' | 'targetPrice' | 'targetCurrency' | 'neededBy' | 'incoterm'>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

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

/**
 * Short texts of the optional facts for a card: "20 tons", "by Dec 15", "3 days left". The short form has only quantity
 * and time left.
 */
export function requirementChips(
  post: Requirements,
  now: number,
  isShort: boolean,
  language: Language,
): { text: string; isEnd: boolean }[] {
  const { t, calendarDay } = language;
  const price = targetPriceText(post, language);
  const end = endText(post, now, language);
  const left = post.quoteDeadline === null ? null : timeLeft(Date.parse(post.quoteDeadline), now, language);
  const between = [
    price && t('target {price}', { price }),
    post.neededBy && t('by {date}', { date: calendarDay(post.neededBy, now) }),
    post.incoterm,
  ];
  return [quantityText(post, language), ...(isShort ? [] : between), end ?? left].flatMap((text) =>
    text ? [{ text, isEnd: text === end }] : [],
  );
}
