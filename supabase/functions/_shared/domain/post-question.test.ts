import { expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { answerBodySchema, questionBodySchema } from './post-question.ts';

const clientId = '0a4b3c1e-1111-4222-8333-444455556666';

test('a question keeps the id of its client, and has none otherwise', () => {
  expect(questionBodySchema.parse({ question: ' Why? ', clientId })).toEqual({ question: 'Why?', clientId });
  for (const none of [null, undefined])
    expect(questionBodySchema.parse({ question: 'Why?', clientId: none })).toMatchObject({ clientId: null });
  expect(refusals(questionBodySchema, { question: 'Why?', clientId: 'one' })).toEqual(['clientId: Invalid input']);
});

test.each([
  [3, []],
  [500, []],
  [2, ['question: At least 3 characters']],
  [501, ['question: Question too long']],
])('a question has 3 to 500 characters: %i', (length, wanted) =>
  expect(refusals(questionBodySchema, { question: 'x'.repeat(length) })).toEqual(wanted),
);

test('an answer has 1 to 1000 characters', () => {
  for (const length of [1, 1_000]) expect(refusals(answerBodySchema, { answer: 'x'.repeat(length) })).toEqual([]);
  expect(refusals(answerBodySchema, { answer: ' ' })).toEqual(['answer: Answer is required']);
  expect(refusals(answerBodySchema, { answer: 'x'.repeat(1_001) })).toEqual(['answer: Answer too long']);
});
