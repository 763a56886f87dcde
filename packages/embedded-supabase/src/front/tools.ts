import { serveStatic } from '@hono/node-server/serve-static';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { Registry } from 'prom-client';
import { asOwner } from '../database/roles.ts';
import { createSupabaseApp, serveBy, type AppParts } from '../platform/supabase-app.ts';
import type { Front } from './front.ts';

/**
 * The table editor and the mailbox, for users of this machine. They need no key, so requests from other origins, and
 * frames, are refused.
 * @param studioFiles the folder of the table editor
 * @param metrics what monitoring reads
 */
export async function createTools(
  parts: AppParts,
  mailboxPages: Hono,
  studioFiles: string,
  metrics: () => Promise<string>,
): Promise<Front> {
  const tables = await createSupabaseApp(await withOwnRights(parts), true);
  const app: Front = new Hono();
  app.use(async (c, next) => {
    const { hostname } = new URL(c.req.url);
    const address = getConnInfo(c).remote.address ?? '';
    const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && /^(127\.|::1$|::ffff:127\.)/.test(address);
    const forwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => c.req.header(name) !== undefined);
    const elsewhere =
      ['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '') &&
      c.req.header('sec-fetch-mode') !== 'navigate';
    if (!local || forwarded || elsewhere) return c.text('Only for this machine', 403);
    await next();
    if (c.res.headers.has('X-Frame-Options')) return;
    c.header('X-Frame-Options', 'DENY');
    c.header('Content-Security-Policy', "frame-ancestors 'none'");
  });
  app.route('/mailbox', mailboxPages);
  app.get('/metrics', async (c) => c.body(await metrics(), 200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }));
  // The fingerprinted files of the table editor; its page comes from the app.
  app.get('/static/*', serveStatic({ root: studioFiles, rewriteRequestPath: (path) => path.slice('/static'.length) }));
  app.all('*', (c) => serveBy(tables, parts.database, c.req.raw, getConnInfo(c).remote.address ?? null));
  return app;
}

/** The table editor acts as the owner of the database, because the API roles cannot read all tables. */
async function withOwnRights(parts: AppParts): Promise<AppParts> {
  const [user] = await parts.database.sql<{ name: string }>('select current_user::text as name');
  if (!user) throw new Error('The database has no user');
  return { ...parts, database: { ...parts.database, connection: asOwner(parts.database.connection, user.name) } };
}
