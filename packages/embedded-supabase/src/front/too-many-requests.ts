import { tooMany } from '../database/cut-offs.ts';

/** The answer to a client that is refused for some seconds, with the property names that the clients of REST, Auth and Storage read. */
export function tooManyRequests(retryAfter: number): Response {
  const message = tooMany(retryAfter);
  const body = {
    code: 'PT429',
    details: JSON.stringify({ retryAfter }),
    hint: null,
    error: 'TooManyRequests',
    error_code: 'over_request_rate_limit',
    message,
    msg: message,
    statusCode: '429',
  };
  return Response.json(body, { status: 429, headers: { 'Retry-After': String(retryAfter) } });
}
