import { expect, test } from 'vitest';
import { firstSide } from './first-side.ts';

test('the first side of quotes is the one that the address asks for, even if it is empty', () => {
  expect([firstSide('sent', { sent: 0, received: 9 }), firstSide('received', null)]).toEqual(['sent', 'received']);
});

test('the first side of quotes is the list that has something, the sent ones first', () => {
  expect(firstSide(null, { sent: 0, received: 1 })).toBe('received');
  expect(firstSide('neither', { sent: 1, received: 1 })).toBe('sent');
  expect(firstSide(null, { sent: 0, received: 0 })).toBe('sent');
});

test('the first side of quotes is open while the numbers load, and the sent one when they fail', () => {
  expect(firstSide(null, null)).toBeNull();
  expect(firstSide(null, { sent: undefined, received: 5 })).toBe('sent');
});
