import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { StatsStock, StatsTotals } from '@domain/stats.ts';

export type StatTile = {
  /** In English. */
  label: string;
  value: string;
  /** Change against the previous period. */
  delta: string;
  direction: 'up' | 'down' | 'none';
  /** Growth is bad news. */
  isBurden?: boolean;
  /** Current number, regardless of the period. */
  stock?: string;
  hint: string;
};

const ratio = (part: number, of: number) => (of === 0 ? null : part / of);

function directionOf(change: number): StatTile['direction'] {
  if (change === 0) return 'none';
  return change > 0 ? 'up' : 'down';
}

/** "+12%" against the previous period. A change from zero has no percentage. */
function countDelta(current: number, previous: number, { t, number }: Language): Pick<StatTile, 'delta' | 'direction'> {
  const direction = directionOf(current - previous);
  if (direction === 'none') return { delta: t('No change'), direction };
  const sign = direction === 'up' ? '+' : '−';
  if (previous === 0) return { delta: `${sign}${number(Math.abs(current))}`, direction };
  const percent = Math.round((Math.abs(current - previous) / previous) * 1000) / 10;
  return { delta: `${sign}${number(percent)}%`, direction };
}

function countTile(label: string, hint: string, current: number, previous: number, language: Language): StatTile {
  return { label, hint, value: language.number(current), ...countDelta(current, previous, language) };
}

type RatioFormat = { scale: number; digits: number; unit: string };

function ratioTile(
  label: string,
  hint: string,
  current: number | null,
  previous: number | null,
  format: RatioFormat,
  { t, number }: Language,
): StatTile {
  const text = (value: number) => number(value * format.scale, { maximumFractionDigits: format.digits });
  if (current === null) return { label, hint, value: '–', delta: t('No data'), direction: 'none' };
  const value = `${text(current)}${format.unit}`;
  if (previous === null) return { label, hint, value, delta: t('None before'), direction: 'none' };
  const change = current - previous;
  if (text(Math.abs(change)) === '0') return { label, hint, value, delta: t('No change'), direction: 'none' };
  const difference = `${change > 0 ? '+' : '−'}${text(Math.abs(change))}`;
  return {
    label,
    hint,
    value,
    delta: format.unit === '%' ? t('{difference} points', { difference }) : difference,
    direction: directionOf(change),
  };
}

const PERCENT: RatioFormat = { scale: 100, digits: 1, unit: '%' };
const NUMBER: RatioFormat = { scale: 1, digits: 2, unit: '' };

/** The tiles of the statistics, each with its change against the previous period. */
export function statTiles(now: StatsTotals, before: StatsTotals, stock: StatsStock, language: Language): StatTile[] {
  const { t, number } = language;
  return [
    countTile(msg('Visitors'), t('Sessions of guests'), now.visitors, before.visitors, language),
    countTile(msg('Registrations'), t('New accounts'), now.registrations, before.registrations, language),
    ratioTile(
      msg('Verified'),
      t('{n} of the new accounts have a verified address', { n: number(now.verified) }),
      ratio(now.verified, now.registrations),
      ratio(before.verified, before.registrations),
      PERCENT,
      language,
    ),
    {
      ...countTile(msg('Posts'), t('New purchase requests'), now.posts, before.posts, language),
      stock: t('{n} visible now', { n: number(stock.visiblePosts) }),
    },
    countTile(msg('Quotes'), t('Quotes sent'), now.quotes, before.quotes, language),
    ratioTile(
      msg('Quotes per post'),
      t('Quotes sent for each new post'),
      ratio(now.quotes, now.posts),
      ratio(before.quotes, before.posts),
      NUMBER,
      language,
    ),
    ratioTile(
      msg('Quoted within 48\u00a0h'),
      t('{n} of the new posts had a quote within 48 hours', { n: number(now.quotedWithin48h) }),
      ratio(now.quotedWithin48h, now.posts),
      ratio(before.quotedWithin48h, before.posts),
      PERCENT,
      language,
    ),
    countTile(msg('Messages'), t('Messages sent'), now.messages, before.messages, language),
    countTile(msg('Reviews'), t('First written in the period'), now.reviews, before.reviews, language),
    {
      ...countTile(
        msg('Hidden posts'),
        t('Hidden in the period, and still hidden'),
        now.hiddenPosts,
        before.hiddenPosts,
        language,
      ),
      isBurden: true,
    },
    {
      ...countTile(
        msg('Open feedback'),
        t('Sent in the period, not yet resolved'),
        now.openFeedback,
        before.openFeedback,
        language,
      ),
      isBurden: true,
    },
  ];
}
