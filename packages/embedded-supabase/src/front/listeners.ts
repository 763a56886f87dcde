import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { oneAtATime } from './one-at-a-time.ts';

/**
 * Idle timeout of a connection. It is longer than those of functions (90 s) and of proxies in front (nginx, load
 * balancers: 60 s): a request sent while this side closes is lost, and a write is not retried.
 */
const IDLE_MS = 120_000;

/** Time for which accepted requests can end after the server has begun to stop. */
const STOP_MS = 10_000;
const LOOK_MS = 20;

const EXPECTATION_FAILED = JSON.stringify({
  code: 'expectation_failed',
  message: 'The only expectation that is met is 100-continue',
});

/** A port is unavailable; the message says which, and what to do. */
export class PortInUseError extends Error {
  constructor(port: number, use: string, variable: string) {
    super(
      `Port ${String(port)} for ${use} is in use by another program. Free it, or choose another with ${variable}=<port>.`,
    );
    this.name = 'PortInUseError';
  }
}

/** Sees every request of a port first. @returns whether it has answered the request */
export type Watch = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface Listener {
  port: number;
  server: Server;
  /** Answers that are not sent in full yet. */
  running: ReadonlySet<ServerResponse>;
  /** Starts answering requests; until then they get a 503. */
  serve: (handler: RequestListener) => void;
  /** Accepts no more connections, and lets accepted requests end within ten seconds. */
  drain: () => Promise<void>;
  /** Drains, and frees the port. */
  close: () => Promise<void>;
}

/** Binds a port (0: any free one) before the server is ready, so that a conflict shows at once. */
export async function listen(
  port: number,
  host: string,
  use: string,
  variable: string,
  watch: Watch,
): Promise<Listener> {
  let handler: RequestListener = (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' }).end('{"message":"Starting"}');
  };
  const running = new Set<ServerResponse>();
  const inTurn = oneAtATime();
  const server = createServer(
    inTurn((request, response) => {
      running.add(response);
      response.once('close', () => running.delete(response));
      // Without keep-alive, the client sends no further request on a connection that is about to be closed.
      if (draining) response.shouldKeepAlive = false;
      if (!watch(request, response)) handler(request, response);
    }),
  );
  let draining: Promise<void> | undefined;
  let closed: Promise<void> | undefined;
  const drain = () => {
    draining ??= (async () => {
      for (const response of running) response.shouldKeepAlive = false;
      closed = new Promise((done) => server.close(() => done()));
      await untilEmpty(running);
      server.closeAllConnections();
    })();
    return draining;
  };
  server.keepAliveTimeout = IDLE_MS;
  // Node itself would answer without a body.
  server.on(
    'checkExpectation',
    inTurn((_request, response) => {
      response.writeHead(417, { 'Content-Type': 'application/json' }).end(EXPECTATION_FAILED);
    }),
  );
  const taken = await new Promise<number>((resolve, reject) => {
    server.once('error', (error) => {
      reject('code' in error && error.code === 'EADDRINUSE' ? new PortInUseError(port, use, variable) : error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error(`No port for ${use}`));
      else resolve(address.port);
    });
  });
  return {
    port: taken,
    server,
    running,
    serve: (next) => {
      handler = next;
    },
    drain,
    close: async () => {
      await drain();
      await closed;
    },
  };
}

/** Waits until no request runs and none has arrived since, at most ten seconds. */
async function untilEmpty(running: ReadonlySet<unknown>): Promise<void> {
  const end = performance.now() + STOP_MS;
  do {
    await delay(LOOK_MS);
    // Data that the sockets have received by now becomes a request.
    await turn();
  } while (running.size > 0 && performance.now() < end);
}
