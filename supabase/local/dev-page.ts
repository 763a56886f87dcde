import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { PUBLISHABLE_KEY } from '../platform/keys.ts';
import type { Front } from './front.ts';
import type { Listener } from './listeners.ts';

interface DevPageParts {
  listener: Listener;
  /** Serves `/api` and the links of mails. */
  web: Front;
  projectDir: string;
  supabaseUrl: string;
}

/** Serves the page with Vite, which shows changes at once, and the rest with `web`. @returns stops it */
export async function serveDevPage({
  listener,
  web,
  projectDir,
  supabaseUrl,
}: DevPageParts): Promise<() => Promise<void>> {
  process.env.VITE_SUPABASE_URL = supabaseUrl;
  process.env.VITE_SUPABASE_PUBLISHABLE_KEY = PUBLISHABLE_KEY;
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(projectDir, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server: listener.server } },
  });
  const own = getRequestListener(web.fetch);
  listener.serve((request, response) => {
    const path = request.url ?? '/';
    if (/^\/(api|auth\/v1\/verify)([/?]|$)/.test(path)) void own(request, response);
    else vite.middlewares(request, response);
  });
  return () => vite.close();
}
