import type { MiddlewareHandler } from 'hono';
import { DatabaseOutage, metOutage } from '../database/outages.ts';

/** Answers 503 with a code if a request failed because the database was unreachable. */
export function answerOutages(): MiddlewareHandler {
  return async (c, next) => {
    if (!(await metOutage(next)) || c.res.status < 400) return;
    const headers = new Headers(c.res.headers);
    for (const name of ['content-type', 'content-length', 'www-authenticate']) headers.delete(name);
    headers.set('Retry-After', '1');
    const { message } = new DatabaseOutage(undefined);
    // The property names that the clients of REST, Auth and Storage read.
    const body = {
      code: 'PGRST001',
      error: 'DatabaseUnavailable',
      error_code: 'database_unavailable',
      message,
      msg: message,
      statusCode: '503',
    };
    // Cleared first, because Hono would merge the headers of both answers.
    c.res = undefined;
    c.res = Response.json({ ...body, details: null, hint: null }, { status: 503, headers });
  };
}
