import { describe, expect, test } from 'vitest';
import { translated } from '@/shared/i18n/translated.ts';
import catalogue from '@/shared/i18n/vi.json';
import { quoteFailureDisplay, quoteWaitText } from './quote-failure.ts';

const answer = (status: number, body: unknown) => quoteFailureDisplay({ kind: 'answer', status, body });
const fiveDays = { place: 'inline', text: 'Please wait 5 days to send another quote' };

describe('what a failed quote submission shows', () => {
  test('429 shows inline with the days of the answer', () => {
    expect(answer(429, { message: 'x', daysToWait: 3 })).toEqual({
      place: 'inline',
      text: 'Please wait 3 days to send another quote',
    });
    expect(answer(429, { daysToWait: 1 })).toMatchObject({ text: 'Please wait 1 days to send another quote' });
  });
  test('429 without usable days shows 5', () => {
    for (const body of [{}, undefined, 'x', { daysToWait: 'soon' }, { daysToWait: -1 }]) {
      expect(answer(429, body)).toEqual(fiveDays);
    }
  });
  test('the limit texts show inline with 5 days for any status', () => {
    for (const message of [
      'Limit exceeded',
      'You must wait for next 5 days.',
      'Quote limit exceeded',
      'limit exceeded',
    ]) {
      expect(answer(400, { message, daysToWait: 2 })).toEqual(fiveDays);
    }
  });
  test('an errors array shows "Validation failed" and marks its fields', () => {
    const errors = [{ path: 'price', message: 'Price is required' }];
    expect(answer(400, { message: 'Price is required', errors })).toEqual({
      place: 'toast',
      text: 'Validation failed',
      fieldErrors: errors,
    });
    expect(answer(400, { errors: ['odd'] })).toMatchObject({ text: 'Validation failed', fieldErrors: [] });
  });
  test('any other body shows its message', () => {
    expect(answer(403, { message: 'You cannot send a quote on your own post' })).toEqual({
      place: 'toast',
      text: 'You cannot send a quote on your own post',
      fieldErrors: [],
    });
  });
  test('an unreadable body is a server error', () => {
    for (const body of [undefined, null, '<html>', 7, {}, { message: 5 }]) {
      expect(answer(500, body)).toMatchObject({ place: 'toast', text: 'Server error occurred' });
    }
  });
  test('no answer at all asks to try again', () => {
    expect(quoteFailureDisplay({ kind: 'no-answer' })).toMatchObject({
      place: 'toast',
      text: 'Failed to submit quote. Please try again.',
    });
  });
});

test('the wait is in Vietnamese for every number of days [A635]', () => {
  const { message } = translated('vi', catalogue);
  for (let days = 1; days <= 30; days += 1)
    expect(message(quoteWaitText(days))).toBe(`Vui lòng chờ ${days} ngày để gửi báo giá khác`);
});
