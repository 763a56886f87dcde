import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Idle timeout of a connection. It is longer than those of functions (90 s) and of proxies in front (nginx, load
 * balancers: 60 s): a request sent while this side closes is lost, and a write is not retried.
 */
const IDLE_MS = 120_000;

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

export interface Listener {
  port: number;
  server: Server;
  /** Starts answering requests; until then they get a 503. */
  serve: (handler: RequestListener) => void;
  close: () => Promise<void>;
}

/** Binds a port (0: any free one) before the server is ready, so that a conflict shows at once. */
export async function listen(port: number, host: string, use: string, variable: string): Promise<Listener> {
  let handler: RequestListener = (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' }).end('{"message":"Starting"}');
  };
  const server = createServer((request, response) => {
    handler(request, response);
  });
  server.keepAliveTimeout = IDLE_MS;
  // Node itself would answer without a body.
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { 'Content-Type': 'application/json' }).end(EXPECTATION_FAILED);
  });
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
    serve: (next) => {
      handler = next;
    },
    close: () =>
      new Promise<void>((done) => {
        const impatient = setTimeout(() => {
          server.closeAllConnections();
        }, 1_000);
        server.close(() => {
          clearTimeout(impatient);
          done();
        });
        server.closeIdleConnections();
      }),
  };
}
