import { describe, expect, test } from 'vitest';
import './to-answer.ts';

const answer = {
  status: 404,
  body: { message: 'Post not found', code: 'not_found' },
  method: 'GET',
  path: '/api/posts/7',
};

describe('toAnswer', () => {
  test('toAnswer accepts the status only, or status and body', () => {
    expect(answer).toAnswer(404);
    expect(answer).toAnswer(404, { message: 'Post not found', code: 'not_found' });
    expect(answer).toAnswer(404, expect.objectContaining({ code: expect.stringMatching(/^not_/) }));
    expect({ status: 204 }).toAnswer(204, undefined);
  });

  test.for([
    ['another status', 200, []],
    ['another status with the right body', 200, [answer.body]],
    ['another body', 404, [{ message: 'User not found', code: 'not_found' }]],
    ['a part of the body', 404, [{ code: 'not_found' }]],
    ['a matcher that does not hold', 404, [expect.objectContaining({ code: 'conflict' })]],
    ['no body where there is one', 404, [undefined]],
  ] as const)('toAnswer fails for %s', ([, status, body]) => {
    expect(() => expect(answer).toAnswer(status, ...body)).toThrow(/^GET \/api\/posts\/7 answered 404/);
  });

  test('a failed toAnswer names the request and the answer', () => {
    expect(() => expect(answer).toAnswer(200)).toThrow(
      /^GET \/api\/posts\/7 answered 404, expected 200: [^]*Post not found/,
    );
    expect(() => expect(answer).toAnswer(404, {})).toThrow(/^GET \/api\/posts\/7 answered 404, with another body: /);
  });

  test('toAnswer reads the error of the Supabase client as the body, or its data without an error', () => {
    const error = { message: 'Post not found' };
    expect({ status: 404, error, data: null }).toAnswer(404, error);
    expect({ status: 200, error: null, data: [7] }).toAnswer(200, [7]);
    expect(() => expect({ status: 200, error: null, data: [7] }).toAnswer(200, [])).toThrow(/^The call answered 200/);
  });
});
