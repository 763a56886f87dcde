import type { MiddlewareHandler } from 'hono';
import { retryAfterOf } from '../database/cut-offs.ts';
import { OUTAGE } from '../database/database-error.ts';
import { metOutage } from '../database/outages.ts';
import { postgrestStatus, type DatabaseError } from '../database/request-errors.ts';
import { tooManyRequests } from './too-many-requests.ts';

/**
 * Answers 503 or 504 with a code, or 429 to a client that was cut off, if a request failed after the database could not be
 * asked. Whatever was made of the error, such as a table that is missing, is not the fault of the client.
 */
export function answerOutages(): MiddlewareHandler {
  return async (c, next) => {
    const outage = await metOutage(next);
    if (!outage || !isRefusal(c.res)) return;
    const headers = new Headers(c.res.headers);
    for (const name of ['content-type', 'content-length', 'www-authenticate', 'location']) headers.delete(name);
    const seconds = retryAfterOf(outage);
    const answer = seconds === undefined ? unavailable(outage) : await tooManyRequests(seconds);
    // Cleared first, because Hono would merge the headers of both answers.
    c.res = undefined;
    for (const [name, value] of answer.headers) headers.set(name, value);
    c.res = new Response(answer.body, { status: answer.status, headers });
  };
}

/** A link of a mail leads back to the page with an error, whose address would be asked no more. */
const isRefusal = ({ status, headers }: Response) => status >= 400 || /[?#&]error=/.test(headers.get('location') ?? '');

function unavailable({ code, message, detail = null, hint = null }: DatabaseError): Response {
  // The property names that the clients of REST, Auth and Storage read.
  const status = postgrestStatus(code);
  const body = {
    code: code === OUTAGE ? 'PGRST001' : code,
    error: 'DatabaseUnavailable',
    error_code: 'database_unavailable',
    message,
    msg: message,
    statusCode: String(status),
    details: detail,
    hint,
  };
  return Response.json(body, { status, headers: { 'Retry-After': '1' } });
}
