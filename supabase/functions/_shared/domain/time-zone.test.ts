import { describe, expect, test } from 'vitest';
import { instantIn, isTimeZone, localIn } from './time-zone.ts';

describe('times in a zone', () => {
  test.each([
    ['Asia/Ho_Chi_Minh', '2026-12-03T09:00', '2026-12-03T02:00:00.000Z'],
    ['Europe/Rome', '2026-12-03T09:00', '2026-12-03T08:00:00.000Z'],
    ['Europe/Rome', '2026-07-03T09:00', '2026-07-03T07:00:00.000Z'],
    ['America/New_York', '2026-12-31T22:30', '2027-01-01T03:30:00.000Z'],
    ['Asia/Kathmandu', '2026-12-03T00:00', '2026-12-02T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-12-03T00:00', '2026-12-02T10:00:00.000Z'],
    ['UTC', '2026-12-03T09:00', '2026-12-03T09:00:00.000Z'],
  ])('local time in %s %s is the instant %s, and back', (zone, local, instant) => {
    expect(instantIn(zone, local)).toBe(instant);
    expect(localIn(zone, instant)).toBe(local);
  });

  test('local times around the hours at which the clocks change have an instant', () => {
    expect(instantIn('Europe/Rome', '2026-03-29T01:59')).toBe('2026-03-29T00:59:00.000Z');
    expect(instantIn('Europe/Rome', '2026-03-29T03:00')).toBe('2026-03-29T01:00:00.000Z');
    expect(instantIn('Europe/Rome', '2026-10-25T01:59')).toBe('2026-10-24T23:59:00.000Z');
    expect(instantIn('Europe/Rome', '2026-10-25T03:00')).toBe('2026-10-25T02:00:00.000Z');
    expect(instantIn('America/New_York', '2026-03-08T01:59')).toBe('2026-03-08T06:59:00.000Z');
    expect(instantIn('America/New_York', '2026-03-08T03:00')).toBe('2026-03-08T07:00:00.000Z');
  });

  test.each([
    ['Europe/Rome', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['Europe/Rome', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('a local time that is skipped or comes twice has the offset before the change: %s %s', (zone, local, instant) =>
    expect(instantIn(zone, local)).toBe(instant),
  );

  test('zones are known by name', () => {
    expect(['Europe/Rome', 'UTC', 'Asia/Saigon'].map(isTimeZone)).toEqual([true, true, true]);
    expect(['', 'Rome', 'Mars/Olympus', 'x'.repeat(65)].map(isTimeZone)).toEqual([false, false, false, false]);
  });
});
