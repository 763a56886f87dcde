import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { makeLanguage } from '@/shared/i18n/language.ts';
import { eventDays, eventRange, isOtherTime, placeOfZone, toLocalInput, zoneName } from './event-time.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 11, day, hour, minute).toISOString();

describe('when an event is', () => {
  test('the time of an event names the day once when it ends on the same', () => {
    const event = { eventStart: at(3, 9), eventEnd: at(3, 17, 30), eventZone: null };
    expect(eventDays(event, ENGLISH)).toBe('Dec 3, 2026');
    expect(eventRange(event, ENGLISH)).toBe('Dec 3, 2026, 09:00 AM – 05:30 PM');
  });

  test('the time of an event names both days of a longer one', () => {
    const event = { eventStart: at(3, 9), eventEnd: at(5, 17), eventZone: null };
    expect(eventDays(event, ENGLISH)).toBe('Dec 3, 2026 – Dec 5, 2026');
    expect(eventRange(event, ENGLISH)).toBe('Dec 3, 2026, 09:00 AM – Dec 5, 2026, 05:00 PM');
  });

  test('the time of an event without an end is its start alone', () => {
    expect(eventDays({ eventStart: at(3, 9), eventEnd: null, eventZone: null }, ENGLISH)).toBe('Dec 3, 2026');
    expect(eventRange({ eventStart: at(3, 9), eventEnd: null, eventZone: null }, ENGLISH)).toBe(
      'Dec 3, 2026, 09:00 AM',
    );
    expect(eventRange({ eventStart: at(3, 9), eventEnd: at(3, 9), eventZone: null }, ENGLISH)).toBe(
      'Dec 3, 2026, 09:00 AM',
    );
  });

  test('the time of an event is empty when there is no event', () => {
    expect(eventDays({ eventStart: null, eventEnd: null, eventZone: null }, ENGLISH)).toBe('');
    expect(eventRange({ eventStart: null, eventEnd: null, eventZone: null }, ENGLISH)).toBe('');
  });

  test('the time of an event survives the round trip through its field', () => {
    const local = toLocalInput(at(3, 9, 5), null);
    expect(local).toBe('2026-12-03T09:05');
    expect(new Date(local).toISOString()).toBe(at(3, 9, 5));
    expect(toLocalInput(null, null)).toBe('');
  });

  test('the time of an event is shown in the zone of the venue, wherever the reader is', () => {
    const event = {
      eventStart: '2026-12-03T17:30:00Z',
      eventEnd: '2026-12-03T23:00:00Z',
      eventZone: 'Asia/Ho_Chi_Minh',
    };
    expect(eventDays(event, ENGLISH)).toBe('Dec 4, 2026');
    expect(eventRange(event, ENGLISH)).toBe('Dec 4, 2026, 12:30 AM – 06:00 AM');
    expect(zoneName(event.eventStart, event.eventZone, ENGLISH)).toBe('GMT+7');
    expect(zoneName('2026-07-03T09:00:00Z', 'America/New_York', ENGLISH)).toBe('EDT');
    expect(placeOfZone('Asia/Ho_Chi_Minh')).toBe('Ho Chi Minh');
    expect(isOtherTime(event.eventStart, null)).toBe(false);
    const otherEnds = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    expect(otherEnds.some((zone) => isOtherTime(event.eventStart, zone))).toBe(true);
    expect(isOtherTime(event.eventStart, Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(false);
    expect(toLocalInput(event.eventStart, event.eventZone)).toBe('2026-12-04T00:30');
  });

  test('the time of an event is written in the notation of the reader [A637]', () => {
    const vi = makeLanguage('vi');
    const event = { eventStart: at(3, 9), eventEnd: at(5, 17), eventZone: null };
    expect(eventDays(event, vi)).toBe('3 thg 12, 2026 – 5 thg 12, 2026');
    expect(eventRange(event, vi)).toBe('3 thg 12, 2026, 09:00 – 5 thg 12, 2026, 17:00');
  });
});
