import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { routeOf } from '../platform/routes.ts';
import type { Health } from './health.ts';
import type { Watch } from './listeners.ts';

/** The ports of a server: of the page, the Supabase API, its functions, and the tools. */
type Door = 'page' | 'supabase' | 'functions' | 'tools';

interface DoorParts {
  log: Log;
  metrics: Metrics;
  health: Health;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Status of a request whose client did not wait for the answer. */
const CLIENT_GONE = 499;
/** Monitors ask for them every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Names, counts and logs the requests of a port, and answers monitors. */
export function watchDoor(door: Door, { log, metrics, health }: DoorParts): Watch {
  return (request, response) => {
    const began = performance.now();
    const id = nameRequest(request);
    response.once('close', () => {
      const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : 'other';
      const status = response.writableFinished ? response.statusCode : CLIENT_GONE;
      const route = routeOf(request);
      const ms = performance.now() - began;
      metrics.request({ door, method, route, status }, ms / 1000);
      const facts = { method, route, status, ms: Math.round(ms), door, id };
      if (status >= 500) log.fault(`${method} ${route} answered ${String(status)}`, facts);
      // A request of a function is a part of one that has a line.
      else if (door === 'functions' || PROBES.has(route)) log.debug('request', facts);
      else log.info('request', facts);
    });
    return (
      health.answer(request, response) || refuseMetrics(door, request, response) || refuseUnreadable(request, response)
    );
  };
}

/** The id of a request: the client's, or a new one. Functions get it as well. */
function nameRequest(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && /^[\w-]{1,64}$/.test(given)) return given;
  const id = randomUUID();
  // The requests that handlers see are made from these.
  const { rawHeaders } = request;
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === 'x-request-id') rawHeaders.splice(index, 2);
  rawHeaders.push('X-Request-Id', id);
  return id;
}

/** The page would answer every path. */
function refuseMetrics(door: Door, { url }: IncomingMessage, response: ServerResponse): boolean {
  if (door === 'tools' || (url ?? '').split('?')[0] !== '/metrics') return false;
  response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"Only on the port of the tools"}');
  return true;
}

/** Libraries split and trim headers in a time that grows with the square of a gap, of which no client sends a long one. */
const GAP = /\s{100}/;

/** A request line can have a whole address. One with a name and password cannot be read as a request. */
const CREDENTIALS = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*@/i;

function refuseUnreadable({ rawHeaders, url }: IncomingMessage, response: ServerResponse): boolean {
  const refuse = (code: string, message: string) => {
    response
      .writeHead(400, { 'Content-Type': 'application/json', Connection: 'close' })
      .end(JSON.stringify({ code, message }));
    return true;
  };
  if (rawHeaders.some((text) => GAP.test(text)))
    return refuse('invalid_header', 'A header has a hundred blanks in a row');
  if (CREDENTIALS.test(url ?? ''))
    return refuse('invalid_address', 'An address with a name and password is not accepted');
  return false;
}
