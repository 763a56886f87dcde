import { CLOSED_REASON_LABELS } from '@domain/requirement-options.ts';
import { openState } from '@domain/requirements.ts';
import { calendarDay } from '@/shared/text/dates.ts';
import type { Post } from './post.ts';

type Openness = Pick<Post, 'closedAt' | 'closedReason' | 'quoteDeadline'>;
type Requirements = Openness &
  Pick<Post, 'quantity' | 'unit' | 'targetPrice' | 'targetCurrency' | 'neededBy' | 'incoterm'>;

const UNITS_OF_TIME = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** How long it is until a moment, in whole units: "3 days left", "1 hour left", "1 minute left". In: both in milliseconds. */
export function timeLeft(until: number, now: number): string {
  const left = until - now;
  const [length, unit] = UNITS_OF_TIME.find(([each]) => left >= each) ?? [left, 'minute'];
  const count = Math.max(1, Math.floor(left / length));
  return `${count} ${unit}${count === 1 ? '' : 's'} left`;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/** Of the units that the form suggests those that are words; others are written as they were typed. */
const PLURALS = new Map([
  ['piece', 'pieces'],
  ['pair', 'pairs'],
  ['set', 'sets'],
  ['box', 'boxes'],
  ['pallet', 'pallets'],
  ['container', 'containers'],
  ['ton', 'tons'],
  ['litre', 'litres'],
  ['hour', 'hours'],
]);

/** The wanted quantity: "20 tons", or the number alone; null when none is given. */
export function quantityText({ quantity, unit }: Pick<Requirements, 'quantity' | 'unit'>): string | null {
  if (quantity === null) return null;
  const written = unit !== null && quantity !== 1 ? (PLURALS.get(unit) ?? unit) : unit;
  return [number.format(quantity), written].filter(Boolean).join(' ');
}

/** The target price with its currency, for one of its unit: "1,200 USD per ton"; null when none is given. */
export function targetPriceText({
  targetPrice,
  targetCurrency,
  unit,
}: Pick<Requirements, 'targetPrice' | 'targetCurrency' | 'unit'>): string | null {
  if (targetPrice === null) return null;
  return [number.format(targetPrice), targetCurrency, unit && `per ${unit}`].filter(Boolean).join(' ');
}

/** How a request ended: "Closed: awarded", "Deadline passed"; null while it is open. */
export function endText(post: Openness, now: number): string | null {
  const state = openState(post, now);
  if (state === 'open') return null;
  if (state === 'overdue') return 'Deadline passed';
  return post.closedReason === null ? 'Closed' : `Closed: ${CLOSED_REASON_LABELS[post.closedReason].toLowerCase()}`;
}

/** Why no quote can be sent, for the button that would send one; null while the request is open. */
export function refusalText(post: Openness, now: number): string | null {
  const end = endText(post, now);
  return end && `No quotes can be sent any more. ${end}.`;
}

/** What a card says of the requirements, in few words each: "20 tons", "by Dec 15", "3 days left"; in short how much and how long. */
export function requirementChips(post: Requirements, now: number, isShort = false): { text: string; isEnd: boolean }[] {
  const price = targetPriceText(post);
  const end = endText(post, now);
  const left = post.quoteDeadline === null ? null : timeLeft(Date.parse(post.quoteDeadline), now);
  const between = [price && `target ${price}`, post.neededBy && `by ${calendarDay(post.neededBy, now)}`, post.incoterm];
  return [quantityText(post), ...(isShort ? [] : between), end ?? left].flatMap((text) =>
    text ? [{ text, isEnd: text === end }] : [],
  );
}
