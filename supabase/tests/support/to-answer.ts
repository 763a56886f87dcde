/** `expect(answer).toAnswer(200, { … })`: checks the status of an HTTP answer, and its body if one is given. */
import { expect } from 'vitest';

/** The compared parts of an answer: of `ApiClient`, of `fetch`, or of the Supabase client, whose error is the body. */
interface Answered {
  status: number;
  body?: unknown;
  data?: unknown;
  error?: unknown;
  /** Only shown, so that a failure includes the request. */
  method?: string;
  path?: string;
  url?: string;
}

declare module 'vitest' {
  interface Matchers<T> {
    /** Compares the status, and the body like `toEqual` if one is given; use asymmetric matchers for partial matches. */
    toAnswer: T extends Answered ? (status: number, body?: unknown) => void : never;
  }
}

/** The body of a `Response` would have to be read first. */
const bodyOf = (answer: Answered) =>
  answer instanceof Response ? undefined : (answer.body ?? answer.error ?? answer.data);

expect.extend({
  toAnswer(answer: Answered, status: number, ...expectedBody: [body?: unknown]) {
    const body = bodyOf(answer);
    const [wanted] = expectedBody;
    const comparesBody = expectedBody.length > 0;
    if (comparesBody && answer instanceof Response) throw new TypeError('Read the body of the response first');
    const pass =
      answer.status === status &&
      (!comparesBody || this.equals(body, wanted, [...this.customTesters, this.utils.iterableEquality]));
    const asked = [answer.method, answer.path ?? answer.url].filter(Boolean).join(' ') || 'The call';
    const expected = answer.status === status ? 'with another body' : `expected ${status}`;
    return {
      pass,
      message: () => `${asked} answered ${answer.status}${pass ? '' : `, ${expected}`}: ${this.utils.stringify(body)}`,
      actual: { status: answer.status, body },
      expected: { status, body: comparesBody ? wanted : body },
    };
  },
});
