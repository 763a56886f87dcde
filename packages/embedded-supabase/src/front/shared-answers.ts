import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';

interface Kept {
  bytes: ArrayBuffer;
  headers: Headers;
  at: number;
}

/** Bytes of all kept answers together. */
const BYTES_MAX = 16 * 1024 * 1024;
/** The longest that an answer is kept, whatever its own `max-age`. */
const SECONDS_MAX = 60;
/** Cache key of an answer. Only answers that are the same for all guests are kept, so keys are not secret. */
const TOLD_APART = ['authorization', 'apikey', 'accept', 'accept-profile', 'prefer', 'range', 'range-unit'];

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/** Seconds for which anybody may be given this answer: its `max-age`, if it is `public`. */
function sharedSeconds(headers: Headers): number {
  const control = headers.get('cache-control') ?? '';
  const [, seconds = '0'] = /\bmax-age=(\d+)/.exec(control) ?? [];
  return /\bpublic\b/.test(control) ? Math.min(Number(seconds), SECONDS_MAX) : 0;
}

/**
 * Keeps the answers to reads that the database calls `public`, for their `max-age`, as a cache before a hosted project
 * does. Each write through this server ends what is kept, and nothing is kept while one runs: what somebody has changed
 * or hidden is gone from the next answer, and only what the database does by itself can be older.
 */
export function shareAnswers(now: () => number = () => performance.now()): {
  share: MiddlewareHandler;
  /** For a write past this server's REST: ends what is kept. */
  forget: () => void;
} {
  const kept = new LRUCache<string, Kept>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ bytes }, key) => bytes.byteLength + 2 * key.length + 1_000,
    perf: { now },
    ttlResolution: 0,
  });
  let writes = 0;
  let running = 0;
  const forget = () => {
    writes += 1;
    kept.clear();
  };
  const share: MiddlewareHandler = async (c, next) => {
    const { method, url } = c.req.raw;
    if (method === 'OPTIONS') return next();
    if (!isRead(method)) {
      running += 1;
      try {
        return await next();
      } finally {
        running -= 1;
        forget();
      }
    }
    const key = JSON.stringify([method, url, TOLD_APART.map((name) => c.req.header(name))]);
    const found = kept.get(key);
    if (found) {
      const headers = new Headers(found.headers);
      headers.set('Age', String(Math.floor((now() - found.at) / 1000)));
      return new Response(method === 'HEAD' ? null : found.bytes, { headers });
    }
    const before = writes;
    await next();
    const seconds = c.res.status === 200 ? sharedSeconds(c.res.headers) : 0;
    if (seconds === 0) return undefined;
    const { headers } = c.res;
    const bytes = await c.res.arrayBuffer();
    c.res = new Response(method === 'HEAD' ? null : bytes, { headers });
    if (running === 0 && before === writes)
      kept.set(key, { bytes, headers: new Headers(headers), at: now() }, { ttl: seconds * 1000 });
    return undefined;
  };
  return { share, forget };
}
