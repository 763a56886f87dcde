import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { verify } from 'hono/jwt';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { z } from 'zod';
import { serveAs } from '../database/asking-client.ts';
import { networkOf } from '../platform/network.ts';
import { peerAddress } from '../platform/peer-address.ts';
import { Buckets } from './buckets.ts';

/** Limits of connections. A person has a connection per tab; many people share the address of a company. */
const LIMITS = {
  /** Open connections in total, per network address, and joined ones per user. */
  sockets: 2_000,
  perAddress: 500,
  perUser: 50,
  /** Those that an address opens at once, as all pages of a company do after a restart, and then per second. */
  opensAtOnce: 500,
  opensASecond: 20,
  /** Those in total that have not joined a channel. A newer one ends the oldest of the address that has most of them. */
  strangers: 500,
  /** Channels of a connection. */
  channels: 10,
  /** Bytes of a frame of a client; the largest of a page has its token. */
  frame: 8 * 1024,
  /** Bytes that wait for a client that does not read. */
  unread: 64 * 1024,
  /** Interval of pings, in milliseconds. A connection that has not answered the last one is ended. */
  pingMs: 30_000,
  /** Frames of a connection within an interval of pings. */
  frames: 30,
  /** Time of a client to answer a close, in milliseconds. Meanwhile its connection holds no place. */
  closeMs: 1_000,
};

const PATH = '/realtime/v1/websocket';
const TOPIC_PREFIX = 'realtime:';
/** Joins and renewals of a user at once, and per second: each asks the database. */
const JOINS = { atOnce: 60, aSecond: 2 };

const claimsSchema = z.looseObject({
  role: z.enum(['anon', 'authenticated']),
  exp: z.number(),
  sub: z.string().optional(),
  session_id: z.string().optional(),
});
/** The claims of a valid token. */
type Claims = z.infer<typeof claimsSchema>;

/** A frame of the protocol: reference of the join, reference of the message, topic, event, payload. */
const frameSchema = z.tuple([
  z.string().nullable(),
  z.string().nullable(),
  z
    .string()
    .max(TOPIC_PREFIX.length + 255)
    // Postgres has no zero bytes.
    .refine((topic) => !topic.includes('\0')),
  z.string(),
  z.unknown(),
]);
const joinSchema = z.object({
  access_token: z.string(),
  config: z.object({ private: z.literal(true), postgres_changes: z.array(z.unknown()).length(0).optional() }),
});
const renewalSchema = z.object({ access_token: z.string() });
const sentSchema = z.object({ topic: z.string(), event: z.string(), payload: z.unknown() });

const PRIVATE_ONLY = 'PrivateOnly: This project only allows private channels that listen to broadcasts';
const UNAUTHORIZED = 'Unauthorized: You do not have permissions to read from this Channel topic';
const TOO_MANY_JOINS = 'ClientJoinRateLimitReached: Too many joins per second';
const TOO_MANY_CHANNELS = 'ChannelRateLimitReached: Too many channels';

interface Connection {
  socket: WebSocket;
  address: string;
  channels: Map<string, Channel>;
  /** Whether it has answered since the last ping. */
  isAlive: boolean;
  /** Whether it had no channel at the last ping. */
  wasIdle: boolean;
  framesLeft: number;
  /** The last frame; frames are handled one after the other. */
  handled: Promise<void>;
}

interface Channel {
  connection: Connection;
  topic: string;
  joinRef: string | null;
  claims: Claims;
  /** The subject of its token, or the address without one. */
  user: string;
}

interface Topic {
  members: Set<Channel>;
  /** Messages to deliver, as they are sent. */
  waiting: string[];
  isDelivering: boolean;
}

interface RealtimeParts {
  /** The server of the Supabase port. */
  server: Server;
  /** Number of trusted reverse proxies. */
  proxies: number;
  jwtSecret: string;
  publishableKey: string;
  /** Whether the policies of `realtime.messages` let a user with these claims read what is sent to a topic. */
  mayRead: (topic: string, claims: Claims) => Promise<boolean>;
  log: (line: string) => void;
  limits?: Partial<typeof LIMITS>;
}

interface Realtime {
  /** Delivers what `realtime.send` has sent, after its commit. */
  deliver: (sent: string) => void;
  /** Ends all connections, because messages were missed; clients connect again and refresh. */
  dropAll: () => void;
  /** Ends all connections, and accepts no more. */
  close: () => void;
}

/**
 * Realtime for private channels on which only the database broadcasts. Before each delivery, the policies decide again
 * whether a session can read the topic, so nothing reaches one that has ended.
 */
export function serveRealtime(parts: RealtimeParts): Realtime {
  const limits = { ...LIMITS, ...parts.limits };
  // The types of `ws` do not know the last of them yet.
  const options = { maxPayload: limits.frame, perMessageDeflate: false, closeTimeout: limits.closeMs };
  const sockets = new WebSocketServer({ noServer: true, ...options });
  const connections = new Set<Connection>();
  const topics = new Map<string, Topic>();
  const joins = new Buckets(JOINS.atOnce, { joins: JOINS.aSecond });
  const opens = new Buckets(limits.opensAtOnce, { opens: limits.opensASecond });
  let isClosed = false;

  /** Those that count: a client that is told to close may take its time. */
  const openOnes = (): Connection[] => [...connections].filter(isOpen);

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // A client can vanish at any time.
    stream.on('error', () => stream.destroy());
    const address = networkOf(peerAddress(request, parts.proxies));
    const status = refusalOf(request, address);
    if (status !== undefined) {
      stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => stream.destroy());
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => connect(socket, address));
  };

  const refusalOf = ({ url = '/', headers }: IncomingMessage, address: string): string | undefined => {
    if (!URL.canParse(url, 'http://localhost')) return '400 Bad Request';
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (headers.upgrade?.toLowerCase() !== 'websocket' || pathname !== PATH) return '404 Not Found';
    if (searchParams.get('apikey') !== parts.publishableKey) return '401 Unauthorized';
    if (searchParams.get('vsn') !== '2.0.0') return '400 Bad Request';
    const open = openOnes();
    if (isClosed || open.length >= limits.sockets) return '503 Service Unavailable';
    const same = open.filter((each) => each.address === address).length;
    const mayOpen = same < limits.perAddress && opens.take('opens', address, performance.now() / 1000);
    return mayOpen ? undefined : '429 Too Many Requests';
  };

  const connect = (socket: WebSocket, address: string) => {
    const connection: Connection = {
      socket,
      address,
      channels: new Map(),
      isAlive: true,
      wasIdle: false,
      framesLeft: limits.frames,
      handled: Promise.resolve(),
    };
    // Or a few networks could hold all places without ever joining.
    const strangers = openOnes().filter(({ channels }) => channels.size === 0);
    if (strangers.length >= limits.strangers) oldestOfMost(strangers)?.socket.close(1013, 'Too many connections');
    connections.add(connection);
    // Or those that are closing could be any number.
    if (connections.size > limits.sockets) for (const each of connections) if (!isOpen(each)) each.socket.terminate();
    // Frames that are too large or broken end the connection.
    socket.on('error', () => socket.terminate());
    socket.on('pong', () => {
      connection.isAlive = true;
    });
    socket.on('close', () => {
      connections.delete(connection);
      for (const channel of connection.channels.values()) leave(channel);
    });
    socket.on('message', (data, isBinary) => {
      connection.framesLeft -= 1;
      if (connection.framesLeft < 0) socket.close(1008, 'Too many messages');
      // Clients broadcast in binary frames, and none can.
      else if (!isBinary) connection.handled = connection.handled.then(() => receive(connection, data));
    });
  };

  const receive = async (connection: Connection, data: RawData): Promise<void> => {
    if (!isOpen(connection)) return;
    const frame = frameSchema.safeParse(parseJson(data)).data;
    if (!frame) {
      connection.socket.close(1007, 'Not a message');
      return;
    }
    const [joinRef, ref, topic, event, payload] = frame;
    const reply = (status: 'ok' | 'error', response: Record<string, unknown>) =>
      send(connection, JSON.stringify([joinRef, ref, topic, 'phx_reply', { status, response }]));
    const channel = connection.channels.get(topic);
    if (event === 'heartbeat' && topic === 'phoenix') reply('ok', {});
    else if (event === 'phx_join') {
      const refusal = await join(connection, topic, joinRef, payload);
      if (refusal === undefined) reply('ok', { postgres_changes: [] });
      else reply('error', { reason: refusal });
    } else if (event === 'phx_leave') {
      if (channel) leave(channel);
      reply('ok', {});
    } else if (event === 'access_token' && channel) await renew(channel, payload);
  };

  /** @returns why the channel is refused */
  const join = async (
    connection: Connection,
    topic: string,
    joinRef: string | null,
    payload: unknown,
  ): Promise<string | undefined> => {
    const before = connection.channels.get(topic);
    // A client that joins again has lost the first join.
    if (before) leave(before);
    if (connection.channels.size >= limits.channels) return TOO_MANY_CHANNELS;
    const asked = joinSchema.safeParse(payload);
    if (!asked.success) return isPrivate(payload) ? UNAUTHORIZED : PRIVATE_ONLY;
    const claims = await claimsOf(asked.data.access_token);
    if (!claims || !topic.startsWith(TOPIC_PREFIX)) return UNAUTHORIZED;
    const user = claims.sub ?? connection.address;
    if (!mayAsk(user)) return TOO_MANY_JOINS;
    const channel = { connection, topic, joinRef, claims, user };
    if (!(await isAllowed(channel, claims))) return UNAUTHORIZED;
    // Counted after the wait: many can ask at the same moment.
    if (joinedBy(user) >= limits.perUser) return TOO_MANY_CHANNELS;
    // It can have closed meanwhile.
    if (!isOpen(connection)) return UNAUTHORIZED;
    connection.channels.set(topic, channel);
    const known = topics.get(topic) ?? { members: new Set(), waiting: [], isDelivering: false };
    topics.set(topic, known);
    known.members.add(channel);
    return undefined;
  };

  const mayAsk = (user: string): boolean => joins.take('joins', user, performance.now() / 1000);

  const joinedBy = (user: string): number => {
    let joined = 0;
    for (const { channels } of openOnes())
      for (const channel of channels.values()) if (channel.user === user) joined += 1;
    return joined;
  };

  const renew = async (channel: Channel, payload: unknown): Promise<void> => {
    const token = renewalSchema.safeParse(payload).data?.access_token;
    const claims = token === undefined ? undefined : await claimsOf(token);
    const isSame = claims !== undefined && claims.sub === channel.claims.sub;
    if (isSame && mayAsk(channel.user) && (await isAllowed(channel, claims))) channel.claims = claims;
    else end(channel);
  };

  const claimsOf = async (token: string): Promise<Claims | undefined> =>
    claimsSchema.safeParse(await verify(token, parts.jwtSecret, 'HS256').catch(() => undefined)).data;

  /** A database that cannot answer allows nothing. The statement queues among those of the user. */
  const isAllowed = async ({ topic, user }: Channel, claims: Claims): Promise<boolean> => {
    try {
      return await serveAs(user, () => parts.mayRead(topic.slice(TOPIC_PREFIX.length), claims));
    } catch (error) {
      parts.log(`Realtime cannot read the policies: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  };

  const leave = (channel: Channel) => {
    const { connection, topic } = channel;
    if (connection.channels.get(topic) === channel) connection.channels.delete(topic);
    const known = topics.get(topic);
    known?.members.delete(channel);
    if (known?.members.size === 0) topics.delete(topic);
  };

  const end = (channel: Channel) => {
    leave(channel);
    const { connection, joinRef, topic } = channel;
    send(connection, JSON.stringify([joinRef, joinRef, topic, 'phx_close', {}]));
  };

  const send = (connection: Connection, text: string) => {
    const { socket } = connection;
    if (socket.bufferedAmount > limits.unread) socket.terminate();
    else if (isOpen(connection)) socket.send(text);
  };

  const deliverAll = async (known: Topic): Promise<void> => {
    known.isDelivering = true;
    while (known.waiting.length > 0) {
      const messages = known.waiting.splice(0);
      const sessions = new Map<string, Promise<boolean>>();
      for (const channel of known.members) {
        const { claims, user } = channel;
        const session = claims.session_id ?? user;
        const decided = sessions.get(session) ?? isAllowed(channel, claims);
        sessions.set(session, decided);
        const isAllowedNow = (await decided) && !isExpired(channel);
        // It can have left meanwhile.
        if (!known.members.has(channel)) continue;
        if (isAllowedNow) for (const message of messages) send(channel.connection, message);
        else end(channel);
      }
    }
    known.isDelivering = false;
  };

  const dropAll = () => {
    for (const { socket } of connections) socket.terminate();
  };

  const look = () => {
    for (const connection of connections) {
      const { socket, channels } = connection;
      for (const channel of channels.values()) if (isExpired(channel)) end(channel);
      if (!connection.isAlive || (connection.wasIdle && channels.size === 0)) socket.terminate();
      connection.isAlive = false;
      connection.wasIdle = channels.size === 0;
      connection.framesLeft = limits.frames;
      socket.ping();
    }
  };

  const timer = setInterval(look, limits.pingMs);
  parts.server.on('upgrade', upgrade);
  return {
    deliver: (sent) => {
      // Others can notify on this channel of a shared database.
      const message = sentSchema.safeParse(parseJson(sent)).data;
      if (!message) return;
      const { topic, event, payload } = message;
      const name = `${TOPIC_PREFIX}${topic}`;
      const known = topics.get(name);
      if (!known) return;
      known.waiting.push(JSON.stringify([null, null, name, 'broadcast', { type: 'broadcast', event, payload }]));
      if (!known.isDelivering) void deliverAll(known);
    },
    dropAll,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      dropAll();
    },
  };
}

const isOpen = ({ socket }: Connection): boolean => socket.readyState === socket.OPEN;

/** The oldest connection of the address that has most: one that opens many ends its own ones, and nobody else's. */
function oldestOfMost(connections: Connection[]): Connection | undefined {
  const counts = new Map<string, number>();
  for (const { address } of connections) counts.set(address, (counts.get(address) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return connections.find(({ address }) => counts.get(address) === most);
}

const isExpired = ({ claims }: Channel): boolean => claims.exp * 1000 <= Date.now();

function parseJson(data: RawData | string): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}

const isPrivate = (payload: unknown): boolean =>
  z.object({ config: z.object({ private: z.literal(true) }) }).safeParse(payload).success;
