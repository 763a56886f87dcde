import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * How long a connection stays open without a request. Longer than functions (90 s) and proxies in front (nginx, load balancers: 60 s)
 * keep theirs: what they send in the moment in which this side closes is lost, and a write is not sent twice.
 */
const IDLE_MS = 120_000;

/** Thrown when a port cannot be had; the message says which and what to do. */
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
  /** Answers requests from now on; until then they get a 503. */
  serve: (handler: RequestListener) => void;
  close: () => Promise<void>;
}

/** Takes a port (0: any free one) before there is anything to serve, so that a conflict shows at once. */
export async function listen(port: number, host: string, use: string, variable: string): Promise<Listener> {
  let handler: RequestListener = (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' }).end('{"message":"Starting"}');
  };
  const server = createServer((request, response) => {
    handler(request, response);
  });
  server.keepAliveTimeout = IDLE_MS;
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
