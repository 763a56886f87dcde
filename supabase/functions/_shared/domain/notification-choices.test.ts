import { expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { isCollected, saveDigestTimeSchema, saveNotificationPreferencesSchema } from './notification-choices.ts';

test('daily and weekly mails come in the digest', () => {
  expect((['now', 'daily', 'weekly', 'off'] as const).filter(isCollected)).toEqual(['daily', 'weekly']);
});

test('at most 50 choices are changed at once, of kinds with at most 50 characters', () => {
  const preferences = Array.from({ length: 50 }, () => ({ kind: 'x'.repeat(50), mail: 'off' }));
  expect(refusals(saveNotificationPreferencesSchema, { preferences })).toEqual([]);
  expect(refusals(saveNotificationPreferencesSchema, { preferences: [] })).toEqual([]);
  expect(refusals(saveNotificationPreferencesSchema, { preferences: [...preferences, { kind: 'x' }] })).toEqual([
    'preferences: Invalid input',
  ]);
  expect(refusals(saveNotificationPreferencesSchema, { preferences: [{ kind: 'x'.repeat(51) }] })).toEqual([
    'preferences.0.kind: Invalid input',
  ]);
});

test.each([
  [0, 'UTC', []],
  [23, 'x'.repeat(64), []],
  [-1, 'UTC', ['hour: Invalid input']],
  [24, 'UTC', ['hour: Invalid input']],
  [7.5, 'UTC', ['hour: Invalid input']],
  [7, 'x'.repeat(65), ['timeZone: Invalid input']],
])('the digest comes at a full hour of the day, in a zone: %s %s', (hour, timeZone, wanted) =>
  expect(refusals(saveDigestTimeSchema, { hour, timeZone })).toEqual(wanted),
);
