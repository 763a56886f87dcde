import { requiredText } from './input.ts';
import { ANSWER_MAX, QUESTION_MAX, QUESTION_MIN } from './limits.ts';

export const QUESTION_TOO_LONG = 'Question too long';
export const ANSWER_TOO_LONG = 'Answer too long';

/** A question on a request. */
export const questionSchema = requiredText('Question is required', QUESTION_MAX, QUESTION_TOO_LONG).min(
  QUESTION_MIN,
  `At least ${QUESTION_MIN} characters`,
);

/** The answer to a question. */
export const answerSchema = requiredText('Answer is required', ANSWER_MAX, ANSWER_TOO_LONG);
