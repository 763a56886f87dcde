type EventTimes = { eventStart: string | null; eventEnd: string | null };

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

const dayOf = (date: Date) => date.toLocaleDateString('en-US', DAY);
const timeOf = (date: Date) => date.toLocaleTimeString('en-US', TIME);

/** The days of an event in the reader's time: "Dec 3, 2026" or "Dec 3, 2026 – Dec 5, 2026"; empty without a start. */
export function eventDays({ eventStart, eventEnd }: EventTimes): string {
  if (!eventStart) return '';
  const start = dayOf(new Date(eventStart));
  const end = dayOf(new Date(eventEnd ?? eventStart));
  return start === end ? start : `${start} – ${end}`;
}

/** Days and times of an event in the reader's time: "Dec 3, 2026, 09:00 AM – 05:00 PM"; empty without a start. */
export function eventRange({ eventStart, eventEnd }: EventTimes): string {
  if (!eventStart) return '';
  const start = new Date(eventStart);
  const from = `${dayOf(start)}, ${timeOf(start)}`;
  if (!eventEnd || eventEnd === eventStart) return from;
  const end = new Date(eventEnd);
  return dayOf(start) === dayOf(end) ? `${from} – ${timeOf(end)}` : `${from} – ${dayOf(end)}, ${timeOf(end)}`;
}

/** An instant as an `<input type="datetime-local">` wants it, in the reader's time; empty for none. */
export function toLocalInput(instant: string | null): string {
  if (!instant) return '';
  const date = new Date(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
