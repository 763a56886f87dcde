import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { FairQueue } from '../fair-queue.ts';
import { networkOf } from '../platform/network.ts';
import { askingClient } from '../database/asking-client.ts';
import { peerAddress } from '../platform/peer-address.ts';
import { tooManyRequests } from './too-many-requests.ts';

type FrontContext = Context<{ Bindings: HttpBindings }>;
type FrontMiddleware = MiddlewareHandler<{ Bindings: HttpBindings }>;

/** Bytes that are read at once, for all requests together. */
const SMALL = 64 * 1024;
const TURN_MS = 15_000;
const PER_CLIENT = 2;

/**
 * Limits the number of large bodies that are read at once, in total and per client, because they are held in memory, and
 * some of them again while they are parsed. Others wait unread in their connections; 429 after a timeout. After
 * `noteClient`.
 */
export const fewLargeBodies = (): FrontMiddleware =>
  inTurns(new FairQueue({ all: 8, perClient: PER_CLIENT }), askingClient);

/** Limits large bodies for functions, which have one total limit. */
export const fewLargeBodiesOfOne = (proxies: number): FrontMiddleware =>
  inTurns(new FairQueue({ all: Infinity, perClient: PER_CLIENT }), (c) =>
    networkOf(peerAddress(c.env.incoming, proxies)),
  );

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
