import type { MiddlewareHandler } from 'hono';
import { FairQueue } from '../../functions/_shared/fair-queue.ts';
import { askingClient } from '../database/asking-client.ts';
import { tooManyRequests } from './too-many-requests.ts';

/** Bytes that are read at once, however many requests there are. */
const SMALL = 64 * 1024;
const TURN_MS = 15_000;

/**
 * Large bodies are in memory as a whole, and some of them once more while they are read: only a few are read at a time, and fewer of
 * one client. The others wait unread in their connections; 429 after a while.
 */
export function fewLargeBodies(): MiddlewareHandler {
  const bodies = new FairQueue({ all: 8, perClient: 2 });
  return async (c, next) => {
    const { body, headers } = c.req.raw;
    if (body === null || Number(headers.get('content-length') ?? Infinity) <= SMALL) return next();
    let leave: () => void;
    try {
      leave = await bodies.enter(askingClient(), TURN_MS);
    } catch {
      return tooManyRequests(5);
    }
    try {
      await next();
    } finally {
      leave();
    }
  };
}
