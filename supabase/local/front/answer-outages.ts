import type { MiddlewareHandler } from 'hono';
import { DatabaseOutage, metOutage } from '../database/outages.ts';

/** Answers 503 with a code to each request that failed because the database could not be reached. */
export function answerOutages(): MiddlewareHandler {
  return async (c, next) => {
    if (!(await metOutage(next)) || c.res.status < 400) return;
    const headers = new Headers(c.res.headers);
    for (const name of ['content-type', 'content-length', 'www-authenticate']) headers.delete(name);
    headers.set('Retry-After', '1');
    const { message } = new DatabaseOutage(undefined);
    // The names that the clients of REST, Auth and Storage look for.
    const body = {
      code: 'PGRST001',
      error: 'DatabaseUnavailable',
      error_code: 'database_unavailable',
      message,
      msg: message,
      statusCode: '503',
    };
    // Emptied first: Hono would mix the headers of both answers.
    c.res = undefined;
    c.res = Response.json({ ...body, details: null, hint: null }, { status: 503, headers });
  };
}
