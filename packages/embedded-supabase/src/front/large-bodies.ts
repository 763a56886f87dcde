import type { IncomingMessage } from 'node:http';
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
/** A body that takes longer can be ended for one that waits. It is shorter than the wait. */
const SLOW_MS = 10_000;
/** Bodies are ended one after the other: the next one waits whether the first was enough. */
const LOOK_MS = 1_000;

/** A body that has a place. */
interface Place {
  client: string;
  incoming: IncomingMessage;
  began: number;
  /** Bytes that its connection had received by then. */
  before: number;
}

/**
 * Limits the number of large bodies that are read at once, in total and per client, because they are held in memory, and
 * some of them again while they are parsed. Others wait unread in their connections; 429 after a timeout. While all
 * places are taken, the slowest body that still arrives after some seconds is ended for a client that waits: otherwise
 * eight senders who stop within their bodies would keep everybody from uploading. After `noteClient`.
 */
export const fewLargeBodies = (slowMs?: number): FrontMiddleware =>
  inTurns(new FairQueue({ all: 8, perClient: PER_CLIENT }), askingClient, slowMs);

/** Limits large bodies for functions, which have one total limit. */
export const fewLargeBodiesOfOne = (proxies: number): FrontMiddleware =>
  inTurns(new FairQueue({ all: Infinity, perClient: PER_CLIENT }), (c) =>
    networkOf(peerAddress(c.env.incoming, proxies)),
  );

function inTurns(bodies: FairQueue, clientOf: (c: FrontContext) => string, slowMs = SLOW_MS): FrontMiddleware {
  const places = new Set<Place>();
  let looked = 0;
  /** Ends the slowest body for a client that has a place left. */
  const makeRoom = (client: string) => {
    const now = performance.now();
    const own = [...places].filter((place) => place.client === client).length;
    if (bodies.load.free > 0 || own >= PER_CLIENT || now - looked < Math.min(LOOK_MS, slowMs)) return;
    looked = now;
    const speedOf = ({ incoming, began, before }: Place) => (incoming.socket.bytesRead - before) / (now - began);
    const [slowest] = [...places]
      .filter(({ incoming, began }) => !incoming.complete && now - began > slowMs)
      .sort((left, right) => speedOf(left) - speedOf(right));
    slowest?.incoming.destroy();
  };
  return async (c, next) => {
    const { body, headers } = c.req.raw;
    if (body === null || Number(headers.get('content-length') ?? Infinity) <= SMALL) return next();
    const { incoming } = c.env;
    const client = clientOf(c);
    const looking = setInterval(() => makeRoom(client), Math.min(LOOK_MS, slowMs));
    const leave = await bodies
      .enter(client, TURN_MS)
      .catch(() => undefined)
      .finally(() => clearInterval(looking));
    if (!leave) return tooManyRequests(5);
    const place = { client, incoming, began: performance.now(), before: incoming.socket.bytesRead };
    places.add(place);
    try {
      await next();
    } finally {
      places.delete(place);
      leave();
    }
  };
}
