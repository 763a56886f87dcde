import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { FairQueue } from '../fair-queue.ts';
import { isLarge } from '../platform/large-body.ts';
import { networkOf } from '../platform/network.ts';
import { askingClient } from '../database/asking-client.ts';
import { peerAddress } from '../platform/peer-address.ts';
import { tooManyRequests } from './too-many-requests.ts';

type FrontContext = Context<{ Bindings: HttpBindings }>;
type FrontMiddleware = MiddlewareHandler<{ Bindings: HttpBindings }>;

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
  /** What its connection had received when somebody last waited, and since when. */
  seen: { bytes: number; at: number };
}

/**
 * Limits the number of large bodies that are read at once, in total and per client, because they are held in memory, and
 * some of them again while they are parsed. Others wait unread in their connections; 429 after a timeout. While all
 * places are taken, the slowest body that still arrives after some seconds is ended for a client that waits: otherwise
 * eight senders who stop within their bodies would keep everybody from uploading. A client that has all places of its own
 * loses a body of which nothing comes any more: a phone that changed its network would wait for minutes. After `noteClient`.
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
  /** Ends the slowest body for a client that has a place left, else one of its own that has stopped. */
  const makeRoom = (client: string) => {
    const now = performance.now();
    if (now - looked < Math.min(LOOK_MS, slowMs)) return;
    const own = [...places].filter((place) => place.client === client);
    const hasAll = own.length >= PER_CLIENT;
    if (!hasAll && bodies.load.free > 0) return;
    looked = now;
    for (const place of own) {
      const { bytesRead } = place.incoming.socket;
      if (bytesRead !== place.seen.bytes) place.seen = { bytes: bytesRead, at: now };
    }
    const speedOf = ({ incoming, began, before }: Place) => (incoming.socket.bytesRead - before) / (now - began);
    const [slowest] = (hasAll ? own : [...places])
      .filter(({ incoming, began, seen }) => !incoming.complete && now - (hasAll ? seen.at : began) > slowMs)
      .sort((left, right) => speedOf(left) - speedOf(right));
    slowest?.incoming.destroy();
  };
  return async (c, next) => {
    if (!isLarge(c.req.raw)) return next();
    const { incoming } = c.env;
    const client = clientOf(c);
    const looking = setInterval(() => makeRoom(client), Math.min(LOOK_MS, slowMs));
    const leave = await bodies
      .enter(client, TURN_MS)
      .catch(() => undefined)
      .finally(() => clearInterval(looking));
    if (!leave) return tooManyRequests(5);
    const [began, before] = [performance.now(), incoming.socket.bytesRead];
    const place: Place = { client, incoming, began, before, seen: { bytes: before, at: began } };
    places.add(place);
    try {
      await next();
    } finally {
      places.delete(place);
      leave();
    }
  };
}
