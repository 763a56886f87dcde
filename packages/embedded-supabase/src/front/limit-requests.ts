import type { MiddlewareHandler } from 'hono';
import { askingClient } from '../database/asking-client.ts';
import { Buckets } from './buckets.ts';
import { tooManyRequests } from './too-many-requests.ts';

/** A visit to a page takes less than ten requests, a polite crawler one a second. */
const AT_ONCE = 200;
const A_SECOND = 20;

/** Answers 429 to a client that asks more often than people and polite crawlers do. */
export function limitRequests(): MiddlewareHandler {
  const buckets = new Buckets(AT_ONCE, { requests: A_SECOND });
  return async (_c, next) => {
    const client = askingClient();
    if (client === 'service' || buckets.take('requests', client, performance.now() / 1000)) return next();
    return tooManyRequests(1);
  };
}
