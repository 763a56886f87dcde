import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../platform/metrics.ts';
import { routeOf } from '../platform/routes.ts';
import type { Health } from './health.ts';
import type { Watch } from './listeners.ts';

/** The ports of a server: of the page, the Supabase API, its functions, and the tools. */
type Door = 'page' | 'supabase' | 'functions' | 'tools';

interface DoorParts {
  metrics: Metrics;
  health: Health;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Status of a request whose client did not wait for the answer. */
const CLIENT_GONE = 499;

/** Counts the requests of a port, and answers monitors. */
export function watchDoor(door: Door, { metrics, health }: DoorParts): Watch {
  return (request, response) => {
    const began = performance.now();
    response.once('close', () => {
      const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : 'other';
      const status = response.writableFinished ? response.statusCode : CLIENT_GONE;
      metrics.request({ door, method, route: routeOf(request), status }, (performance.now() - began) / 1000);
    });
    return health.answer(request, response) || refuseMetrics(door, request, response);
  };
}

/** The page would answer every path. */
function refuseMetrics(door: Door, { url }: IncomingMessage, response: ServerResponse): boolean {
  if (door === 'tools' || (url ?? '').split('?')[0] !== '/metrics') return false;
  response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"Only on the port of the tools"}');
  return true;
}
