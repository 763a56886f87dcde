import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { EdgeFunctions } from '../platform/edge-functions.ts';
import { answerOutages } from './answer-outages.ts';
import type { Front } from './front.ts';
import { fewLargeBodiesOfOne } from './large-bodies.ts';

interface WebAppParts {
  /** Functions by their path on this port. */
  routes: Readonly<Record<string, string>>;
  functions: EdgeFunctions;
  /** Number of trusted reverse proxies. */
  proxies: number;
  /** The gateway on the Supabase port, for Auth links. */
  gateway: Front;
}

const AUTH_LINKS = '/auth/v1/verify';

/** The server on the web port: functions with a path there, the links of mails, and the page, all on one origin. */
export function createWebApp({ routes, functions, proxies, gateway }: WebAppParts): Front {
  const app: Front = new Hono();
  for (const [path, name] of Object.entries(routes)) {
    app.use(`${path}/*`, compress(), fewLargeBodiesOfOne(proxies));
    app.all(`${path}/*`, (c) => functions.call(c, name));
    app.all(path, (c) => functions.call(c, name));
  }
  app.get(AUTH_LINKS, answerOutages(), (c) => gateway.fetch(c.req.raw, c.env));
  return app;
}

/** Whether a request is for the web app, rather than for Supabase. */
export function isOfWebApp(url: string, routes: Readonly<Record<string, string>>): boolean {
  return [...Object.keys(routes), AUTH_LINKS].some(
    (path) => url.startsWith(path) && ['', '/', '?'].includes(url.charAt(path.length)),
  );
}
