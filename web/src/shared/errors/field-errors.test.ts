import { expect, test } from 'vitest';
import { AppError, toAppError } from './app-error.ts';
import { fieldErrorsOf } from './field-errors.ts';

const message = 'Your text contains content that is not allowed';
const rule = (details: object) =>
  toAppError({ code: 'PT400', message, details: JSON.stringify(details), hint: null }, 400);

test.each([
  ['a rule of the database with one field', rule({ path: 'images' }), ['images']],
  [
    'the content filter',
    rule({ path: 'title', paths: ['title', 'description'], refusal: 'x.y' }),
    ['title', 'description'],
  ],
  ['a rule without a field', rule({ daysToWait: 3 }), []],
  ['a failure without details', new AppError(message, { kind: 'server', status: 500 }), []],
])('the field errors are those of %s', (_what, error, paths) => {
  expect(fieldErrorsOf(error)).toEqual(paths.map((path) => ({ path, message })));
});

test('the field errors are those of an /api answer, and none for any other error', () => {
  const errors = [{ path: 'price', message: 'Price is required' }];
  expect(fieldErrorsOf(toAppError(JSON.stringify({ message, errors }), 400))).toEqual(errors);
  expect(fieldErrorsOf(new Error(message))).toEqual([]);
});
