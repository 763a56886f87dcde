import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { FairQueue } from '../../functions/_shared/fair-queue.ts';
import { networkOf } from '../../functions/_shared/http/network.ts';
import { askingClient } from '../database/asking-client.ts';
import { peerAddress } from '../platform/peer-address.ts';
import { tooManyRequests } from './too-many-requests.ts';

type FrontContext = Context<{ Bindings: HttpBindings }>;
type FrontMiddleware = MiddlewareHandler<{ Bindings: HttpBindings }>;

/** Bytes that are read at once, however many requests there are. */
const SMALL = 64 * 1024;
const TURN_MS = 15_000;
const PER_CLIENT = 2;

/**
 * Large bodies are in memory as a whole, and some of them once more while they are read: only a few are read at a time, and fewer of
 * one client. The others wait unread in their connections; 429 after a while. After `noteClient`.
 */
export const fewLargeBodies = (): FrontMiddleware =>
  inTurns(new FairQueue({ all: 8, perClient: PER_CLIENT }), askingClient);

/** Large bodies on their way to a function, which has a limit of its own for all of them together. */
export const fewLargeBodiesOfOne = (proxies: number): FrontMiddleware =>
  inTurns(new FairQueue({ all: Infinity, perClient: PER_CLIENT }), (c) => networkOf(peerAddress(c, proxies)));

function inTurns(bodies: FairQueue, clientOf: (c: FrontContext) => string): FrontMiddleware {
  return async (c, next) => {
    const { body, headers } = c.req.raw;
    if (body === null || Number(headers.get('content-length') ?? Infinity) <= SMALL) return next();
    const leave = await bodies.enter(clientOf(c), TURN_MS).catch(() => undefined);
    if (!leave) return tooManyRequests(5);
    try {
      await next();
    } finally {
      leave();
    }
  };
}
