import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareHandler } from 'hono';

/** SQLSTATE of a connection failure. */
export const OUTAGE = '08006';

/** The database cannot be reached, or ended the connection. Its text is for people, and the one of `/api`. */
export class DatabaseOutage extends Error {
  readonly code = OUTAGE;

  constructor(cause: unknown) {
    super('The service is busy. Please try again.', { cause });
  }
}

const requests = new AsyncLocalStorage<{ met: boolean }>();

/** Remembers that the request at hand met an outage, whatever becomes of the error on its way up. */
export function noteOutage(): void {
  const request = requests.getStore();
  if (request) request.met = true;
}

/** Answers 503 with a code to each request that failed because the database could not be reached. */
export function answerOutages(): MiddlewareHandler {
  return async (c, next) => {
    const request = { met: false };
    await requests.run(request, next);
    if (!request.met || c.res.status < 400) return;
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
    // Set anew, as Hono would mix the headers of both otherwise.
    c.res = undefined;
    c.res = Response.json({ ...body, details: null, hint: null }, { status: 503, headers });
  };
}
