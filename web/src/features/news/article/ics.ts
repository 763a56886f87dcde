import { PRODUCT_NAME } from '@domain/product.ts';

/** A calendar event; times are ISO strings. */
export type CalendarEvent = {
  id: number;
  title: string;
  summary: string;
  location: string | null;
  eventStart: string;
  eventEnd: string | null;
  updatedAt: string;
  /** Absolute URL of the event's page; its host makes the UID unique. */
  url: string;
};

/** RFC 5545 §3.1: a line has at most 75 octets; continuations start with a space. */
const LINE_OCTETS = 75;
const HOUR = 3_600_000;

const utf8 = new TextEncoder();

/** Escapes a text value (RFC 5545 §3.3.11): line breaks become \n, separators get a backslash. */
function escapeText(text: string): string {
  return (
    text
      .replace(/\\/g, '\\\\')
      .replace(/[;,]/g, '\\$&')
      .replace(/\r\n?|\n/g, '\\n')
      // Calendars reject files with other control characters.
      .replace(/\p{Cc}/gu, '')
  );
}

/** Folds a content line into pieces of at most 75 octets, never splitting a character. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = utf8.encode(character).length;
    const isFull = octets + size > LINE_OCTETS;
    folded += isFull ? `\r\n ${character}` : character;
    octets = isFull ? 1 + size : octets + size;
  }
  return folded;
}

/** An instant in UTC: "20261203T020000Z". */
function utc(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/**
 * The iCalendar file of one event (RFC 5545). UTC times are right in every time zone. Without an end, an event lasts an
 * hour.
 */
export function icsOf(event: CalendarEvent): string {
  const start = Date.parse(event.eventStart);
  const end = event.eventEnd ? Date.parse(event.eventEnd) : start + HOUR;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT_NAME}//News//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:news-${event.id}@${new URL(event.url).hostname}`,
    `DTSTAMP:${utc(Date.parse(event.updatedAt))}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.summary ? [`DESCRIPTION:${escapeText(event.summary)}`] : []),
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    `URL:${event.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
