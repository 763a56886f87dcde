import { setTimeout as delay } from 'node:timers/promises';
import { tooMany } from '../database/cut-offs.ts';

/** A client that asks again as soon as it is refused would take the thread by its refusals alone. */
const HELD_MS = 1_000;

/**
 * The answer to a client that is refused for some seconds, with the property names that the clients of REST, Auth and
 * Storage read. It comes late, so that each connection of the client gets one a second.
 */
export async function tooManyRequests(retryAfter: number): Promise<Response> {
  await delay(HELD_MS);
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
