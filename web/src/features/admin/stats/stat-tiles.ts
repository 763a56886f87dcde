import type { StatsStock, StatsTotals } from '@domain/stats.ts';

export type StatTile = {
  label: string;
  value: string;
  /** Change against the period before. */
  delta: string;
  direction: 'up' | 'down' | 'none';
  /** More of it is no success. */
  isBurden?: boolean;
  /** How many there are now, regardless of the period. */
  stock?: string;
  hint: string;
};

const whole = (value: number) => value.toLocaleString('en-US');
const ratio = (part: number, of: number) => (of === 0 ? null : part / of);

function directionOf(change: number): StatTile['direction'] {
  if (change === 0) return 'none';
  return change > 0 ? 'up' : 'down';
}

/** "+12%" against the period before; of nothing no share can be told. */
function countDelta(current: number, previous: number): Pick<StatTile, 'delta' | 'direction'> {
  const direction = directionOf(current - previous);
  if (direction === 'none') return { delta: 'No change', direction };
  const sign = direction === 'up' ? '+' : '−';
  if (previous === 0) return { delta: `${sign}${whole(Math.abs(current))}`, direction };
  const percent = Math.round((Math.abs(current - previous) / previous) * 1000) / 10;
  return { delta: `${sign}${percent.toLocaleString('en-US')}%`, direction };
}

function countTile(label: string, hint: string, current: number, previous: number): StatTile {
  return { label, hint, value: whole(current), ...countDelta(current, previous) };
}

type RatioFormat = { scale: number; digits: number; unit: string };

function ratioTile(
  label: string,
  hint: string,
  current: number | null,
  previous: number | null,
  format: RatioFormat,
): StatTile {
  const text = (value: number) =>
    (value * format.scale).toLocaleString('en-US', { maximumFractionDigits: format.digits });
  if (current === null) return { label, hint, value: '–', delta: 'No data', direction: 'none' };
  const value = `${text(current)}${format.unit}`;
  if (previous === null) return { label, hint, value, delta: 'None before', direction: 'none' };
  const change = current - previous;
  if (text(Math.abs(change)) === '0') return { label, hint, value, delta: 'No change', direction: 'none' };
  const unit = format.unit === '%' ? ' points' : '';
  return {
    label,
    hint,
    value,
    delta: `${change > 0 ? '+' : '−'}${text(Math.abs(change))}${unit}`,
    direction: directionOf(change),
  };
}

const PERCENT: RatioFormat = { scale: 100, digits: 1, unit: '%' };
const NUMBER: RatioFormat = { scale: 1, digits: 2, unit: '' };

/** The tiles of the statistics, each with its change against the period before. */
export function statTiles(now: StatsTotals, before: StatsTotals, stock: StatsStock): StatTile[] {
  return [
    countTile('Visitors', 'Sessions of guests', now.visitors, before.visitors),
    countTile('Registrations', 'New accounts', now.registrations, before.registrations),
    ratioTile(
      'Verified',
      `${whole(now.verified)} of the new accounts have a verified address`,
      ratio(now.verified, now.registrations),
      ratio(before.verified, before.registrations),
      PERCENT,
    ),
    {
      ...countTile('Posts', 'New purchase requests', now.posts, before.posts),
      stock: `${whole(stock.visiblePosts)} visible now`,
    },
    countTile('Quotes', 'Quotes sent', now.quotes, before.quotes),
    ratioTile(
      'Quotes per post',
      'Quotes sent for each new post',
      ratio(now.quotes, now.posts),
      ratio(before.quotes, before.posts),
      NUMBER,
    ),
    ratioTile(
      'Quoted within 48\u00a0h',
      `${whole(now.quotedWithin48h)} of the new posts had a quote within 48 hours`,
      ratio(now.quotedWithin48h, now.posts),
      ratio(before.quotedWithin48h, before.posts),
      PERCENT,
    ),
    countTile('Messages', 'Messages sent', now.messages, before.messages),
    countTile('Reviews', 'First written in the period', now.reviews, before.reviews),
    {
      ...countTile('Hidden posts', 'Hidden in the period, and still hidden', now.hiddenPosts, before.hiddenPosts),
      isBurden: true,
    },
    {
      ...countTile('Open feedback', 'Sent in the period, not yet resolved', now.openFeedback, before.openFeedback),
      isBurden: true,
    },
  ];
}
