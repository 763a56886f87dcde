import { describe, expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { feedbackBodySchema, feedbackReference, guestFeedbackSchema, userFeedbackSchema } from './feedback.ts';

const feedback = { category: 'bug', subject: 'Search', message: 'It finds nothing', email: 'anna@example.com' };
const longEmail = `${'x'.repeat(242)}@example.com`;

describe.each([
  ['a guest', guestFeedbackSchema],
  ['a user', userFeedbackSchema],
  ['/api', feedbackBodySchema],
])('feedback of %s', (_, schema) => {
  test.each([
    [{}],
    [{ subject: 'abc', message: 'x'.repeat(10), website: '' }],
    [{ subject: 'x'.repeat(100), message: 'x'.repeat(2_000), website: 'x'.repeat(254) }],
  ])('feedback within its limits is taken: %#', (change) =>
    expect(refusals(schema, { ...feedback, ...change })).toEqual([]),
  );

  test.each([
    [{ category: '' }, 'category: Please select a category'],
    [{ subject: undefined }, 'subject: Subject is required'],
    [{ subject: ' ab ' }, 'subject: Subject must be at least 3 characters'],
    [{ subject: 'x'.repeat(101) }, 'subject: Subject too long'],
    [{ message: undefined }, 'message: Message is required'],
    [{ message: ` ${'x'.repeat(9)} ` }, 'message: Message must be at least 10 characters'],
    [{ message: 'x'.repeat(2_001) }, 'message: Message too long'],
    [{ website: 'x'.repeat(255) }, 'website: Invalid input'],
  ])('feedback outside of its limits is refused: %#', (change, refusal) =>
    expect(refusals(schema, { ...feedback, ...change })).toEqual([refusal]),
  );

  test('an empty text is told as missing first', () => {
    expect(
      refusals(schema, { ...feedback, subject: ' \u202e', message: '\n' }).filter((_text, at) => at % 2 === 0),
    ).toEqual(['subject: Subject is required', 'message: Message is required']);
  });
});

describe('the address of feedback', () => {
  test.each([guestFeedbackSchema, feedbackBodySchema])(
    'an address is trimmed, and valid up to 254 characters',
    (schema) => {
      expect(schema.parse({ ...feedback, email: ` ${longEmail} ` }).email).toBe(longEmail);
      for (const email of ['x@', `x${longEmail}`])
        expect(refusals(schema, { ...feedback, email })[0]).toBe('email: Invalid email address');
    },
  );

  test('only a guest needs an address', () => {
    expect(refusals(guestFeedbackSchema, { ...feedback, email: ' ' })[0]).toBe('email: Email is required');
    for (const schema of [userFeedbackSchema, feedbackBodySchema])
      expect(refusals(schema, { ...feedback, email: undefined })).toEqual([]);
  });
});

test('feedback takes the first 500 characters of the page that it is about', () => {
  expect(feedbackBodySchema.parse({ ...feedback, pagePath: 'x'.repeat(501) }).pagePath).toBe('x'.repeat(500));
  expect(feedbackBodySchema.parse(feedback).pagePath).toBe('');
});

test('the reference of feedback has at least six digits', () => {
  expect([42, 1_234_567].map(feedbackReference)).toEqual(['FB-000042', 'FB-1234567']);
});
