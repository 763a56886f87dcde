import { localIn } from '@domain/time-zone.ts';
import type { Language } from '@/shared/i18n/language.ts';

/** Times of an event and the zone of its venue; null means the reader's zone. */
type EventTimes = { eventStart: string | null; eventEnd: string | null; eventZone: string | null };

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

const dayOf = (moment: string, zone: string | null, { date }: Language) =>
  date(moment, { ...DAY, timeZone: zone ?? undefined });
const timeOf = (moment: string, zone: string | null, { date }: Language) =>
  date(moment, { ...TIME, timeZone: zone ?? undefined });

/** The time zone of this browser. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The days of an event in its venue's zone: "Dec 3, 2026" or "Dec 3, 2026 – Dec 5, 2026"; empty without a start. */
export function eventDays({ eventStart, eventEnd, eventZone }: EventTimes, language: Language): string {
  if (!eventStart) return '';
  const start = dayOf(eventStart, eventZone, language);
  const end = dayOf(eventEnd ?? eventStart, eventZone, language);
  return start === end ? start : `${start} – ${end}`;
}

/** Days and times of an event in its venue's zone: "Dec 3, 2026, 09:00 AM – 05:00 PM"; empty without a start. */
export function eventRange({ eventStart, eventEnd, eventZone }: EventTimes, language: Language): string {
  if (!eventStart) return '';
  const start = dayOf(eventStart, eventZone, language);
  const from = `${start}, ${timeOf(eventStart, eventZone, language)}`;
  if (!eventEnd || eventEnd === eventStart) return from;
  const end = dayOf(eventEnd, eventZone, language);
  const until = timeOf(eventEnd, eventZone, language);
  return start === end ? `${from} – ${until}` : `${from} – ${end}, ${until}`;
}

/** The abbreviation of a zone at an instant: "GMT+7", "EST". Null means the reader's zone. */
export function zoneName(instant: string, zone: string | null, { locale }: Language): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'short', timeZone: zone ?? undefined }).formatToParts(
    new Date(instant),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The city in the name of a zone: "Ho Chi Minh". */
export function placeOfZone(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Whether two zones (null: the reader's) have different local times at an instant. */
export function isOtherTime(instant: string, zone: string | null): boolean {
  return zone !== null && localIn(zone, instant) !== localIn(ownZone(), instant);
}

/** An instant as the value of `<input type="datetime-local">` in a zone (null: the reader's); empty for null. */
export function toLocalInput(instant: string | null, zone: string | null): string {
  return instant ? localIn(zone ?? ownZone(), instant) : '';
}
