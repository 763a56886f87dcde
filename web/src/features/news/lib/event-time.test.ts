import { describe, expect, it } from 'vitest';
import { eventDays, eventRange, toLocalInput } from './event-time.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 11, day, hour, minute).toISOString();

describe('when an event is', () => {
  it('names the day once when it ends on the same', () => {
    const event = { eventStart: at(3, 9), eventEnd: at(3, 17, 30) };
    expect(eventDays(event)).toBe('Dec 3, 2026');
    expect(eventRange(event)).toBe('Dec 3, 2026, 09:00 AM – 05:30 PM');
  });

  it('names both days of a longer one', () => {
    const event = { eventStart: at(3, 9), eventEnd: at(5, 17) };
    expect(eventDays(event)).toBe('Dec 3, 2026 – Dec 5, 2026');
    expect(eventRange(event)).toBe('Dec 3, 2026, 09:00 AM – Dec 5, 2026, 05:00 PM');
  });

  it('names the start alone without an end', () => {
    expect(eventDays({ eventStart: at(3, 9), eventEnd: null })).toBe('Dec 3, 2026');
    expect(eventRange({ eventStart: at(3, 9), eventEnd: null })).toBe('Dec 3, 2026, 09:00 AM');
    expect(eventRange({ eventStart: at(3, 9), eventEnd: at(3, 9) })).toBe('Dec 3, 2026, 09:00 AM');
  });

  it('is empty for what is no event', () => {
    expect(eventDays({ eventStart: null, eventEnd: null })).toBe('');
    expect(eventRange({ eventStart: null, eventEnd: null })).toBe('');
  });

  it('goes into a field and back', () => {
    const local = toLocalInput(at(3, 9, 5));
    expect(local).toBe('2026-12-03T09:05');
    expect(new Date(local).toISOString()).toBe(at(3, 9, 5));
    expect(toLocalInput(null)).toBe('');
  });
});
