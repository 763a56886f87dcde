import { expect, test } from 'vitest';
import { isStoredAs } from './is-stored-as.ts';

const stored = { id: 3, title: 'Tubes', quantity: 40, images: ['a.webp'], event_start: '2026-12-01T08:00:00+00:00' };

test('a row is stored as sent if all sent fields are the same, instants in any notation', () => {
  const sent = { title: 'Tubes', quantity: 40, images: ['a.webp'], event_start: '2026-12-01T08:00:00.000Z' };
  expect(isStoredAs(stored, sent)).toBe(true);
  expect(isStoredAs(stored, { ...sent, event_zone: undefined })).toBe(true);
});

test('a row is not stored as sent if a field differs', () => {
  expect(isStoredAs(stored, { title: 'Pipes' })).toBe(false);
  expect(isStoredAs(stored, { images: [] })).toBe(false);
  expect(isStoredAs(stored, { quantity: null })).toBe(false);
  expect(isStoredAs(stored, { event_start: '2026-12-01T09:00:00Z' })).toBe(false);
});
