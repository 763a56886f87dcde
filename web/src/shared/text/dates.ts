const DAY = 86_400_000;
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago something was, in the largest whole unit: "3 days ago", "yesterday", "just now". */
export function age(iso: string, now: number = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(iso));
  const unit = units.find(([, length]) => passed >= length);
  return unit ? relative.format(-Math.floor(passed / unit[1]), unit[0]) : 'just now';
}

/** The day of something as "Nov 18", with the year when it is not the current one. */
export function day(iso: string, now: number = Date.now()): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: isThisYear ? undefined : 'numeric' });
}

/** A day of the calendar, such as "2026-12-15", as "Dec 15", with the year when it is not the current one; the same in every time zone. */
export function calendarDay(date: string, now: number = Date.now()): string {
  return day(`${date}T00:00`, now);
}

/** The time of day of something: "02:07 PM". */
export function timeOfDay(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit' });
}

/** Day and time of something as short month, day, hour and minute: "Mar 5, 02:07 PM". */
export function dayAndTime(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });
}

const MOMENT: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};

/** Day with its year, and time, where things of years stand together: "Mar 5, 2026, 02:07 PM". */
export function dateAndTime(iso: string): string {
  return new Date(iso).toLocaleString('en-US', MOMENT);
}

/** Like `dateAndTime`, with the name of the reader's time zone: "Mar 5, 2026, 02:07 PM GMT+7". */
export function dateAndTimeWithZone(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { ...MOMENT, timeZoneName: 'short' });
}
