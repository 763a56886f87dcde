import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { FairQueue } from '../fair-queue.ts';
import { denoProgram, EdgeFunction, type EdgeFunctionParts } from './edge-function.ts';
import { isLarge } from './large-body.ts';
import { networkOf } from './network.ts';
import { peerAddress } from './peer-address.ts';
import { noteRoute } from './routes.ts';
import { bearerToken, sessionOf, tokenState } from './token-state.ts';

interface EdgeFunctionsParts extends EdgeFunctionParts {
  /** Number of trusted reverse proxies. */
  proxies: number;
  verifyJwt: (name: string) => boolean;
  jwtSecret: string;
  /** The port on which functions call each other: if these calls waited for a turn, their callers would keep theirs. */
  insidePort: number;
}

/** Calls of clients at once, in total and per client: all of a function share one thread. */
const CALLS = { all: 48, perClient: 6 };
/** Time for which a call waits for its turn. */
const TURN_MS = 15_000;

/** Time for which the start of the server waits for all functions: the first start compiles them, slowly on a busy machine. */
const START_MS = 60_000;
/**
 * How fast a body is read after its first megabyte, in bytes a millisecond: faster than most lines, and so that whoever
 * sends many of them waits, not everybody else. For what is left of a refused one nobody waits but its sender.
 */
const PACE = { free: 1024 * 1024, usual: 16 * 1024, refused: 4 * 1024 };
/** In it, a function can name the pattern of the path that it has answered; clients do not get it. */
const ROUTE_HEADER = 'X-Route';
/** Headers with which a client could spoof its address or control the proxy, and the hop-by-hop headers of HTTP. */
const NOT_FORWARDED =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|expect|content-length|forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-.*|fly-client-ip|x-envoy-.*|x-original-.*|x-rewrite-url)$/;

/** A path with its query, and a method. */
export type AskedInstead = { path?: string; method?: string };

/** The edge functions of `supabase/functions`: forwards requests to them, as hosted Supabase does. */
export class EdgeFunctions {
  readonly #functions = new Map<string, EdgeFunction>();
  readonly #parts: EdgeFunctionsParts;
  readonly #calls = new FairQueue(CALLS);

  constructor(parts: EdgeFunctionsParts) {
    this.#parts = parts;
    const folder = join(parts.projectDir, 'supabase', 'functions');
    const names = existsSync(folder)
      ? readdirSync(folder).filter((name) => !name.startsWith('_') && existsSync(join(folder, name, 'index.ts')))
      : [];
    const deno = names.length > 0 ? denoProgram(parts.runtime) : '';
    for (const name of names) this.#functions.set(name, new EdgeFunction(name, join(folder, name), deno, parts));
  }

  get names(): string[] {
    return [...this.#functions.keys()];
  }

  /** The functions that do not listen. */
  get down(): string[] {
    return [...this.#functions].filter(([, edgeFunction]) => !edgeFunction.isUp).map(([name]) => name);
  }

  start(): void {
    for (const edgeFunction of this.#functions.values()) edgeFunction.start();
  }

  /** Waits until each function listens or has failed. */
  async ready(): Promise<void> {
    const started = Promise.all([...this.#functions.values()].map((edgeFunction) => edgeFunction.started()));
    await Promise.race([started, delay(START_MS, undefined, { ref: false })]);
  }

  /** The routes `/{name}/…`; a function receives the path with its name, as on hosted Supabase. */
  routes(): Hono<{ Bindings: HttpBindings }> {
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.all('/:name{[a-zA-Z0-9_-]+}/*', (c) => this.call(c, c.req.param('name')));
    app.all('/:name{[a-zA-Z0-9_-]+}', (c) => this.call(c, c.req.param('name')));
    return app;
  }

  /**
   * Forwards a request to a function; the path after its name is kept.
   * @param asked request to forward instead of the received one; without its body, unless the method is the same
   */
  async call(c: Context<{ Bindings: HttpBindings }>, name: string, asked: AskedInstead = {}): Promise<Response> {
    const { path: target = c.req.url, method = c.req.method } = asked;
    const edgeFunction = this.#functions.get(name);
    if (!edgeFunction)
      return Response.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, { status: 404 });
    // fetch sends none of these.
    if (['TRACE', 'TRACK', 'CONNECT'].includes(method))
      return Response.json({ code: 'method_not_allowed', message: 'Method not allowed' }, { status: 405 });
    if (c.req.method !== 'OPTIONS' && this.#parts.verifyJwt(name)) {
      const token = bearerToken(c.req.header('authorization'));
      if (token === undefined)
        return Response.json({ code: 401, message: 'Missing authorization header' }, { status: 401 });
      if ((await tokenState(token, this.#parts.jwtSecret)) !== 'valid') {
        return Response.json({ code: 401, message: 'Invalid JWT' }, { status: 401 });
      }
    }
    const url = new URL(target, c.req.url);
    const path = url.pathname.replace(/^\/functions\/v1(?=\/)/, '');
    const headers = new Headers();
    for (const [key, value] of c.req.raw.headers) if (!NOT_FORWARDED.test(key)) headers.set(key, value);
    // Replace the client's own claims about its address and host.
    headers.set('x-forwarded-for', peerAddress(c.env.incoming, this.#parts.proxies));
    headers.set('x-forwarded-host', url.host);
    headers.set('x-forwarded-proto', url.protocol.slice(0, -1));
    // Deno would compress for this process to decompress; the answer to the client is compressed here.
    headers.set('accept-encoding', 'identity');
    const length = c.req.header('content-length');
    const sent = isLarge(c.req.raw) ? new PacedReader(c.req.raw.body.getReader()) : undefined;
    // A function that knows the length reads the body once; otherwise it copies it while it grows.
    if (sent && length !== undefined) headers.set('content-length', length);
    // A small body has arrived before the call takes a place.
    const small = sent ? null : await c.req.raw.arrayBuffer().catch(() => undefined);
    if (small === undefined) return c.json({ message: 'The body was not complete' }, 400);
    const body = sent
      ? new ReadableStream({ pull: (controller) => passOn(sent, controller) })
      : c.req.raw.body && small;
    // Large bodies have places of their own (large-bodies.ts).
    const leave = sent ? () => undefined : await this.#enter(c);
    if (!leave) return busy();
    const answer = await edgeFunction
      .fetch(path + url.search, {
        method,
        headers,
        body,
        duplex: 'half',
        redirect: 'manual',
        // A function works on for a client that has left, so its place is not free before the answer.
        ...(sent && { signal: c.req.raw.signal }),
      })
      .finally(leave);
    sent?.slowDown();
    // Drain the body of a request that the function refused without reading it. If the answer overtook the request, the
    // server would close the connection, and a client that is still sending, or reuses the connection, would never see
    // the answer.
    while (sent && !(await sent.read()).done);
    // Without the expressions of its parameters: `/posts/:id{[0-9]+}`.
    noteRoute(c.env.incoming, answer.headers.get(ROUTE_HEADER)?.replaceAll(/\{[^}]*\}/g, '') ?? `/${name}/*`);
    answer.headers.delete(ROUTE_HEADER);
    return answer;
  }

  /** Waits for the turn of a client: the user of a token, or else the network address. @returns leaves it; undefined after a timeout */
  async #enter(c: Context<{ Bindings: HttpBindings }>): Promise<(() => void) | undefined> {
    const { incoming, outgoing } = c.env;
    const { insidePort, jwtSecret, proxies } = this.#parts;
    if (incoming.socket.localPort === insidePort) return () => undefined;
    const token = bearerToken(c.req.header('authorization')) ?? '';
    const user = (await tokenState(token, jwtSecret)) === 'valid' ? sessionOf(token)?.sub : undefined;
    const leave = await this.#calls
      .enter(user ?? networkOf(peerAddress(incoming, proxies)), TURN_MS)
      .catch(() => undefined);
    if (!leave || !outgoing.destroyed) return leave;
    // Its client did not wait.
    leave();
    return undefined;
  }

  /** Calls a function, or one of its paths, from the scheduler. */
  async invoke(path: string, headers: Record<string, string>): Promise<Response> {
    const name = path.split('/')[0] ?? '';
    const edgeFunction = this.#functions.get(name);
    if (!edgeFunction) throw new Error(`There is no function "${name}"`);
    return edgeFunction.fetch(`/${path}`, { method: 'POST', headers });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#functions.values()].map((edgeFunction) => edgeFunction.stop()));
  }
}

const busy = () =>
  Response.json(
    { code: 'WORKER_LIMIT', message: 'The service is busy. Please try again.' },
    { status: 503, headers: { 'Retry-After': '5' } },
  );

/** Reads a body no faster than `PACE`. */
class PacedReader {
  readonly #from: ReadableStreamDefaultReader<Uint8Array>;
  #bytes = 0;
  #bytesPerMs = PACE.usual;

  constructor(from: ReadableStreamDefaultReader<Uint8Array>) {
    this.#from = from;
  }

  async read() {
    const next = await this.#from.read();
    this.#bytes += next.value?.byteLength ?? 0;
    if (next.value && this.#bytes > PACE.free) await delay(next.value.byteLength / this.#bytesPerMs);
    return next;
  }

  /** For a body that is refused. */
  slowDown(): void {
    this.#bytesPerMs = PACE.refused;
  }
}

async function passOn(from: PacedReader, to: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
  const { done, value } = await from.read();
  if (done) to.close();
  else to.enqueue(value);
}
