import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { icsOf, type CalendarEvent } from './ics.ts';

const EVENT: CalendarEvent = {
  id: 7,
  title: 'Sourcing fair',
  summary: 'Meet 120 suppliers.',
  location: 'Hall 4, Hai Phong',
  eventStart: '2026-12-03T09:00:00+07:00',
  eventEnd: '2026-12-03T17:30:00+07:00',
  updatedAt: '2026-11-20T08:15:30.123456+00:00',
  url: 'https://market.example.com/news/7',
};

/** Undoes folding and gives the value of a property. */
const lines = (ics: string) => ics.replaceAll('\r\n ', '').split('\r\n');
const valueOf = (ics: string, name: string) =>
  lines(ics)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);
const unescape = (text: string) =>
  text.replace(/\\([\\;,n])/g, (_, character: string) => (character === 'n' ? '\n' : character));

describe('the calendar file of an event', () => {
  test('the calendar file of an event is a complete calendar with one event', () => {
    expect(icsOf(EVENT)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Marketplace Platform//News//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'BEGIN:VEVENT',
        'UID:news-7@market.example.com',
        'DTSTAMP:20261120T081530Z',
        'DTSTART:20261203T020000Z',
        'DTEND:20261203T103000Z',
        'SUMMARY:Sourcing fair',
        'DESCRIPTION:Meet 120 suppliers.',
        'LOCATION:Hall 4\\, Hai Phong',
        'URL:https://market.example.com/news/7',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  test('the calendar file of an event gives times in UTC, across days and years', () => {
    const ics = icsOf({ ...EVENT, eventStart: '2027-01-01T02:00:00+07:00', eventEnd: '2026-12-31T23:00:00-05:00' });
    expect(valueOf(ics, 'DTSTART')).toBe('20261231T190000Z');
    expect(valueOf(ics, 'DTEND')).toBe('20270101T040000Z');
  });

  test('the calendar event lasts an hour when no end is known', () => {
    expect(valueOf(icsOf({ ...EVENT, eventEnd: null }), 'DTEND')).toBe('20261203T030000Z');
  });

  test('the calendar file of an event omits a missing location and description', () => {
    const ics = icsOf({ ...EVENT, location: null, summary: '' });
    expect(ics).not.toMatch(/LOCATION|DESCRIPTION/);
  });

  test('the calendar file of an event escapes separators, and line ends of every kind', () => {
    const ics = icsOf({ ...EVENT, title: 'a;b,c\\d\r\ne\rf\ng' });
    expect(valueOf(ics, 'SUMMARY')).toBe('a\\;b\\,c\\\\d\\ne\\nf\\ng');
  });

  test('the calendar file of an event has no line that a user wrote', () => {
    const ics = icsOf({ ...EVENT, title: 'x\r\nATTENDEE:mailto:evil@example.com', location: 'y\nEND:VEVENT' });
    expect(lines(ics).filter((line) => /^(ATTENDEE|END:VEVENT)/.test(line))).toEqual(['END:VEVENT']);
  });

  test('the calendar file of an event drops other control characters', () => {
    expect(valueOf(icsOf({ ...EVENT, title: 'a\u0000b\u0007c\u007Fd\te' }), 'SUMMARY')).toBe('abcde');
  });

  test('the calendar file of an event folds lines at exactly 75 octets', () => {
    const fits = 'x'.repeat(75 - 'SUMMARY:'.length);
    expect(icsOf({ ...EVENT, title: fits })).toContain(`\r\nSUMMARY:${fits}\r\n`);
    expect(icsOf({ ...EVENT, title: `${fits}y` })).toContain(`\r\nSUMMARY:${fits}\r\n y\r\n`);
  });

  test('the calendar file of an event keeps every text whole, in lines of at most 75 octets', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const character = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
    const text = fc.string({ unit: character, maxLength: 300 }).map((value) => value.replace(/\p{Cc}|\p{Cs}/gu, ''));
    fc.assert(
      fc.property(text, fc.constantFrom('', '\n', 'ế', '🚢', '\\n', ';,'), (value, extra) => {
        const title = value + extra + value;
        const ics = icsOf({ ...EVENT, title });
        const wrong = ics.split('\r\n').filter((line) => {
          const bytes = new TextEncoder().encode(line);
          return bytes.length > 75 || decoder.decode(bytes) !== line.replace(/^\uFEFF/, '');
        });
        expect(wrong).toEqual([]);
        expect(unescape(valueOf(ics, 'SUMMARY') ?? '')).toBe(title);
      }),
    );
  });
});
