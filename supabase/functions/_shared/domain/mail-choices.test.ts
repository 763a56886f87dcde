import { expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { mailChoicesQuerySchema, saveMailChoicesSchema } from './mail-choices.ts';

const most = { token: 'x'.repeat(300), wanted: Array<string>(50).fill('x'.repeat(50)) };

test('mail choices are at most 50 names of 50 characters, with a token of 300', () => {
  expect(refusals(saveMailChoicesSchema, most)).toEqual([]);
  expect(refusals(saveMailChoicesSchema, { token: 'x', wanted: [] })).toEqual([]);
  expect(refusals(saveMailChoicesSchema, { token: `${most.token}x`, wanted: [`${most.wanted[0]}x`] })).toEqual([
    'token: Invalid input',
    'wanted.0: Invalid input',
  ]);
  expect(refusals(saveMailChoicesSchema, { ...most, shown: most.wanted })).toEqual([]);
  expect(refusals(saveMailChoicesSchema, { ...most, shown: [...most.wanted, 'x'] })).toEqual(['shown: Invalid input']);
  expect(refusals(saveMailChoicesSchema, { ...most, wanted: [...most.wanted, 'x'] })).toEqual([
    'wanted: Invalid input',
  ]);
});

test('mail choices are asked for with the token of a mail', () => {
  expect(refusals(mailChoicesQuerySchema, { token: most.token })).toEqual([]);
  expect(refusals(mailChoicesQuerySchema, {})).toEqual(['token: Invalid input']);
});
