import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { EdgeFunctions } from '../platform/edge-functions.ts';
import { answerOutages } from './answer-outages.ts';
import type { Front } from './front.ts';
import { fewLargeBodiesOfOne } from './large-bodies.ts';
import { createPageApp } from './page-app.ts';

interface WebAppParts {
  /** The static build (`vite build`), or undefined if another server serves the page. */
  distDir: string | undefined;
  supabaseUrl: string;
  publishableKey: string;
  functions: EdgeFunctions;
  /** Number of trusted reverse proxies. */
  proxies: number;
  /** The gateway on the Supabase port, for Auth links. */
  gateway: Front;
}

/** The server on the web port: the page, `/api/*` and the links of mails, all on one origin. */
export function createWebApp(parts: WebAppParts): Front {
  const app: Front = new Hono();
  app.use('/api/*', compress(), fewLargeBodiesOfOne(parts.proxies));
  app.all('/api/*', (c) => parts.functions.call(c, 'api'));
  app.all('/api', (c) => parts.functions.call(c, 'api'));
  app.get('/auth/v1/verify', answerOutages(), (c) => parts.gateway.fetch(c.req.raw, c.env));
  const { distDir, supabaseUrl, publishableKey } = parts;
  if (distDir !== undefined) app.route('/', createPageApp({ distDir, supabaseUrl, publishableKey }));
  return app;
}
