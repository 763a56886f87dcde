import { expect, test } from 'vitest';
import { firstSide } from './first-side.ts';

test('is what the address asks for, whatever is there', () => {
  expect([firstSide('sent', { sent: 0, received: 9 }), firstSide('received', null)]).toEqual(['sent', 'received']);
});

test('is the list that has something, the sent ones first', () => {
  expect(firstSide(null, { sent: 0, received: 1 })).toBe('received');
  expect(firstSide('neither', { sent: 1, received: 1 })).toBe('sent');
  expect(firstSide(null, { sent: 0, received: 0 })).toBe('sent');
});

test('is open while the numbers are on their way, and the sent ones when they cannot be read', () => {
  expect(firstSide(null, null)).toBeNull();
  expect(firstSide(null, { sent: undefined, received: 5 })).toBe('sent');
});
