import { describe, expect, test } from 'vitest';
import { toAppError } from '@/shared/errors/app-error.ts';
import { displayOfSubmitError } from './quote-failure.ts';

const answer = (status: number, body: string) => toAppError(body, status, 'Status text');

describe('displayOfSubmitError', () => {
  test('reads the days to wait from the answer', () => {
    expect(displayOfSubmitError(answer(429, '{"message":"Slow down","daysToWait":3}'))).toEqual({
      place: 'inline',
      text: 'Please wait 3 days to send another quote',
    });
  });

  test('finds the days also where the answer has no message', () => {
    expect(displayOfSubmitError(answer(429, '{"daysToWait":2}'))).toMatchObject({
      text: expect.stringContaining('2 days'),
    });
  });

  test('marks the fields of an errors array', () => {
    const errors = [{ path: 'price', message: 'Price is required' }];
    expect(displayOfSubmitError(answer(400, JSON.stringify({ message: 'Invalid input', errors })))).toEqual({
      place: 'toast',
      text: 'Validation failed',
      fieldErrors: errors,
    });
  });

  test.each([
    [
      'the message of the server',
      '{"message":"This post is not accepting quotes"}',
      'This post is not accepting quotes',
    ],
    ['a fixed text for an answer that is no JSON', '<html>Bad gateway</html>', 'Server error occurred'],
    ['a fixed text for an empty answer', '', 'Server error occurred'],
    ['a fixed text for an answer without a message', '{"error":true}', 'Server error occurred'],
  ])('shows %s', (_, body, text) => {
    expect(displayOfSubmitError(answer(500, body))).toMatchObject({ place: 'toast', text });
  });

  test('has a text of its own when no answer came', () => {
    expect(displayOfSubmitError(toAppError(new TypeError('Failed to fetch')))).toMatchObject({
      place: 'toast',
      text: 'Failed to submit quote. Please try again.',
    });
  });
});
