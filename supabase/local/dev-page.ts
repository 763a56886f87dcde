import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Connection, Page } from 'embedded-supabase/project';

/** Serves the page with Vite, which shows changes at once. `server` carries its messages to the browser. */
export async function createDevPage(projectDir: string, connection: Connection, server: Server): Promise<Page> {
  process.env.VITE_SUPABASE_URL = connection.supabaseUrl;
  process.env.VITE_SUPABASE_PUBLISHABLE_KEY = connection.publishableKey;
  process.env.VITE_REALTIME = connection.realtime ? 'on' : 'off';
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(projectDir, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server } },
  });
  return { handler: vite.middlewares, close: () => vite.close() };
}
