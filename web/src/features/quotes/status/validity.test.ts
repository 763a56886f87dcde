import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { validityOf } from './validity.ts';

const pending = { status: 'pending', validUntil: '2026-12-04' } as const;

test('the validity of a quote shows its last day, marks the last seven days, and includes the last one [A611]', () => {
  expect(validityOf(pending, '2026-11-22', ENGLISH)).toEqual({ text: 'Valid until Dec 4', isEnding: false });
  expect(validityOf(pending, '2026-11-27', ENGLISH)).toEqual({ text: 'Valid until Dec 4', isEnding: false });
  expect(validityOf(pending, '2026-11-28', ENGLISH)).toEqual({ text: 'Valid until Dec 4', isEnding: true });
  expect(validityOf(pending, '2026-12-04', ENGLISH)).toEqual({ text: 'Valid until Dec 4', isEnding: true });
  expect(validityOf(pending, '2026-12-05', ENGLISH)).toEqual({ text: 'Was valid until Dec 4', isEnding: false });
});

test('the validity of a quote names the year when it is another one', () => {
  expect(validityOf({ ...pending, validUntil: '2027-01-09' }, '2026-12-20', ENGLISH)?.text).toBe(
    'Valid until Jan 9, 2027',
  );
});

test('the validity of a quote is empty without an end and after the decision', () => {
  expect(validityOf({ ...pending, validUntil: null }, '2026-11-22', ENGLISH)).toBeNull();
  for (const status of ['accepted', 'declined', 'withdrawn', 'cancelled'] as const)
    expect(validityOf({ ...pending, status }, '2026-11-22', ENGLISH)).toBeNull();
});
