import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import type { App } from '@supabase/lite';
import { Hono } from 'hono';
import { createAuthFront } from './front/auth-front.ts';
import { cronJobs } from './platform/cron-jobs.ts';
import { openDatabase, type DemoChoice } from './data/data-folder.ts';
import type { Database, Sql } from './database/database.ts';
import { aboutFolder } from './data/disk-problems.ts';
import { EdgeFunctions, type FunctionsRuntime } from './platform/edge-functions.ts';
import { lockFolder } from './data/folder-lock.ts';
import { createGateway, toApp, type Front } from './front/gateway.ts';
import { functionKeys, loadKeys, PUBLISHABLE_KEY } from './platform/keys.ts';
import { listen, type Listener } from './front/listeners.ts';
import { Mailbox, type Mail } from './mail/mailbox.ts';
import { createMailboxPages } from './mail/mailbox-pages.ts';
import { readProjectConfig, type Environment } from './platform/project-config.ts';
import { quietDatabaseErrors } from './database/request-errors.ts';
import { asOwner } from './database/roles.ts';
import { startScheduler } from './platform/scheduler.ts';
import { StorageFiles } from './data/storage-files.ts';
import { createSupabaseApp, type AppParts } from './platform/supabase-app.ts';
import { createWebApp } from './front/web-app.ts';

export interface LocalSupabaseOptions {
  /** Everything the server keeps: database, stored files, mails, keys. */
  dataDir: string;
  /** 0 (the default) takes any free port. */
  webPort?: number;
  supabasePort?: number;
  toolsPort?: number;
  /** Where people reach the page and its API, when that is not this machine: behind proxies, under names of their own. */
  siteUrl?: string;
  publicUrl?: string;
  /** How many proxies in front of this server may be believed about their callers; default none. */
  proxies?: number;
  /** The mail server, as variables of the functions; without one all mails stay in the mailbox. */
  mailServer?: Record<string, string>;
  /** The address to listen on; the tools (table editor, mailbox) stay on loopback. */
  host?: string;
  /** A real Postgres instead of the embedded database. */
  databaseUrl?: string;
  /** Default: false. */
  demo?: DemoChoice;
  web?: 'build' | 'dev' | 'none';
  /** Default: `auth.email.enable_confirmations` of config.toml. */
  requireEmailVerification?: boolean;
  /** The Deno that runs the functions: the newest, or the one inside hosted Supabase. */
  runtime?: FunctionsRuntime;
  /** Applies the limits of config.toml to requests at Auth, per address; default true. */
  authLimits?: boolean;
  /** Runs the jobs of `cron-jobs.ts` at their times; default true. */
  cron?: boolean;
  /** Prints nothing. */
  quiet?: boolean;
  projectDir?: string;
  migrationsDir?: string;
  /** Where secrets and switches of config.toml come from. */
  env?: Environment;
}

export interface LocalSupabase {
  webUrl: string;
  supabaseUrl: string;
  publishableKey: string;
  secretKey: string;
  /** What the scheduler shows to the functions. */
  cronSecret: string;
  mailboxUrl: string;
  /** The table editor. */
  tablesUrl: string;
  mails: {
    /** Newest first. */
    list: (to?: string) => Mail[];
    /** The newest mail to `to` that fits, as soon as there is one. */
    waitFor: (to: string, predicate?: (mail: Mail) => boolean, timeoutMs?: number) => Promise<Mail>;
    clear: () => void;
  };
  /** One statement as the owner of the database. */
  sql: Sql;
  stop: () => Promise<void>;
}

/** What stop() does, last step first. */
type Undo = (() => unknown)[];

const MAIL_SENDER = 'no-reply@marketplace.example';
const STUDIO_FILES = 'node_modules/@supabase/lite/dist/static';
const UPLOAD_LIMIT = 5 * 1024 * 1024;

/**
 * Starts the whole backend in this process: Auth, REST and Storage on an embedded database, edge functions on Deno, mail,
 * cron, and the web port.
 * @throws FolderInUseError, PortInUseError, or an error whose message names the failing migration.
 */
export async function startLocalSupabase(options: LocalSupabaseOptions): Promise<LocalSupabase> {
  const projectDir = resolve(options.projectDir ?? fileURLToPath(new URL('../..', import.meta.url)));
  const dataDir = resolve(options.dataDir);
  const env = options.env ?? process.env;
  const host = options.host ?? '127.0.0.1';
  const config = readProjectConfig(projectDir, env);
  const requireEmailVerification = options.requireEmailVerification ?? config.auth.email.enable_confirmations;
  const log = (line: string) => {
    if (!options.quiet) console.warn(line);
  };

  const undo: Undo = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      for (const step of undo.reverse()) await step();
    })();
    return stopping;
  };

  try {
    mkdirSync(dataDir, { recursive: true });
    const lock = await lockFolder(dataDir);
    undo.push(() => lock.release());
    const keys = loadKeys(dataDir);

    const supabaseListener = await open(
      listen(options.supabasePort ?? 0, host, 'the Supabase API', 'SUPABASE_PORT'),
      undo,
    );
    const webListener = await open(listen(options.webPort ?? 0, host, 'the page', 'PORT'), undo);
    const toolsListener = await open(
      listen(options.toolsPort ?? 0, '127.0.0.1', 'the table editor and the mailbox', 'STUDIO_PORT'),
      undo,
    );
    const supabaseUrl = `http://127.0.0.1:${String(supabaseListener.port)}`;
    const webUrl = options.siteUrl ?? `http://localhost:${String(webListener.port)}`;
    const publicUrl = options.publicUrl ?? supabaseUrl;
    const proxies = options.proxies ?? 0;
    const toolsUrl = `http://127.0.0.1:${String(toolsListener.port)}`;

    const mailbox = new Mailbox(join(dataDir, 'mails'));
    const smtpPort = await mailbox.listen();
    undo.push(() => mailbox.close());
    const functions = new EdgeFunctions({
      projectDir,
      env: {
        SUPABASE_URL: supabaseUrl,
        SUPABASE_PUBLIC_URL: publicUrl,
        ...(await functionKeys(keys)),
        SITE_URL: webUrl,
        CRON_SECRET: keys.cronSecret,
        ...(options.mailServer ?? {
          SMTP_HOST: '127.0.0.1',
          SMTP_PORT: String(smtpPort),
          SMTP_SECURITY: 'none',
          SMTP_FROM: MAIL_SENDER,
        }),
      },
      proxies,
      verifyJwt: (name) => config.functions[name]?.verify_jwt ?? true,
      jwtSecret: keys.jwtSecret,
      cacheDir: join(projectDir, 'node_modules', '.cache', 'deno'),
      watch: options.web === 'dev',
      runtime: options.runtime ?? 'newest',
      log,
    });
    // Deno starts while the database opens.
    functions.start();
    undo.push(() => functions.stop());

    undo.push(quietDatabaseErrors());
    const database = await openDatabase({
      dataDir,
      projectDir,
      migrationsDir: options.migrationsDir ?? join(projectDir, 'supabase', 'migrations'),
      databaseUrl: options.databaseUrl,
      demo: options.demo ?? false,
      log,
    });
    undo.push(() => database.close());

    const parts: AppParts = {
      database,
      config,
      keys,
      files: new StorageFiles(join(dataDir, 'storage'), database.sql),
      siteUrl: webUrl,
      supabaseUrl: publicUrl,
      requireEmailVerification,
    };
    const app = await createSupabaseApp(parts, false);
    // Reads the catalog now, so that the first visitor does not wait for it.
    await database.connection.introspect();
    const forward = (request: Request) => toApp(app, database, request, null);
    const gateway = createGateway({
      app,
      database,
      jwtSecret: keys.jwtSecret,
      proxies,
      secretKey: keys.secretKey,
      auth: createAuthFront({
        sql: database.sql,
        requireEmailVerification,
        limits: options.authLimits === false ? null : config.auth.rate_limit,
        secretKey: keys.secretKey,
        proxies,
        countsPasswords: await hasPasswordHook(database.sql),
        forward,
        sendMail: () =>
          sendWaiting(database.sql, functions, keys.cronSecret).catch((error: unknown) => log(String(error))),
      }),
      functions: functions.routes(),
      uploadLimit: UPLOAD_LIMIT,
    });
    supabaseListener.serve(getRequestListener(gateway.fetch));
    toolsListener.serve(
      getRequestListener(
        createTools(
          await createSupabaseApp(await forTables(parts), true),
          database,
          mailbox,
          join(projectDir, STUDIO_FILES),
        ).fetch,
      ),
    );

    const web = createWebApp({
      distDir: options.web === 'build' ? join(projectDir, 'dist') : undefined,
      supabaseUrl: publicUrl,
      publishableKey: PUBLISHABLE_KEY,
      functions,
      gateway,
    });
    await serveWeb(options.web ?? 'none', webListener, web, { projectDir, supabaseUrl: publicUrl, undo });
    await functions.ready();

    undo.push(
      startScheduler({
        jobs: options.cron === false ? [] : cronJobs,
        call: (name) => functions.invoke(name, { authorization: `Bearer ${keys.cronSecret}` }),
        log,
      }),
    );

    return {
      webUrl,
      supabaseUrl,
      publishableKey: PUBLISHABLE_KEY,
      secretKey: keys.secretKey,
      cronSecret: keys.cronSecret,
      mailboxUrl: `${toolsUrl}/mailbox`,
      tablesUrl: toolsUrl,
      mails: {
        list: (to) => mailbox.list(to),
        waitFor: (to, predicate, timeoutMs) => mailbox.waitFor(to, predicate, timeoutMs),
        clear: () => mailbox.clear(),
      },
      sql: database.sql,
      stop,
    };
  } catch (error) {
    await stop();
    throw aboutFolder(error, dataDir);
  }
}

async function hasPasswordHook(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ is_there: boolean }>(
    `select to_regprocedure('private.password_attempt(jsonb)') is not null as is_there`,
  );
  return found?.is_there ?? false;
}

/** Sends the mails for which somebody waits before the screen; on hosted Supabase a trigger of the database calls the same function. */
async function sendWaiting(sql: Sql, functions: EdgeFunctions, cronSecret: string): Promise<void> {
  if (!functions.names.includes('mail')) return;
  const waiting = await sql<{ id: number }>(
    `select id::int from private.mail_outbox
     where status = 'queued' and next_attempt_at <= now() and template in ('verify_email', 'reset_password', 'confirm_email')`,
  );
  for (const { id } of waiting) await functions.invoke(`mail/${String(id)}`, { authorization: `Bearer ${cronSecret}` });
}

async function open(listener: Promise<Listener>, undo: Undo): Promise<Listener> {
  const taken = await listener;
  undo.push(() => taken.close());
  return taken;
}

/** The table editor acts as the owner of the database: the roles of the API see too little of the tables. */
async function forTables(parts: AppParts): Promise<AppParts> {
  const [user] = await parts.database.sql<{ name: string }>('select current_user::text as name');
  if (!user) throw new Error('The database has no user');
  return { ...parts, database: { ...parts.database, connection: asOwner(parts.database.connection, user.name) } };
}

/** The table editor and the mailbox, for people at this machine: they need no key, so nothing from elsewhere gets in, or frames them. */
function createTools(tables: App, database: Database, mailbox: Mailbox, studioFiles: string): Front {
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
  app.route('/mailbox', createMailboxPages(mailbox));
  // The fingerprinted files of the table editor; its page comes from the app.
  app.get('/static/*', serveStatic({ root: studioFiles, rewriteRequestPath: (path) => path.slice('/static'.length) }));
  app.all('*', (c) => toApp(tables, database, c.req.raw, getConnInfo(c).remote.address ?? null));
  return app;
}

async function serveWeb(
  kind: 'build' | 'dev' | 'none',
  listener: Listener,
  web: Front,
  { projectDir, supabaseUrl, undo }: { projectDir: string; supabaseUrl: string; undo: Undo },
): Promise<void> {
  const own = getRequestListener(web.fetch);
  if (kind !== 'dev') {
    listener.serve(own);
    return;
  }
  process.env.VITE_SUPABASE_URL = supabaseUrl;
  process.env.VITE_SUPABASE_PUBLISHABLE_KEY = PUBLISHABLE_KEY;
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(projectDir, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server: listener.server } },
  });
  undo.push(() => vite.close());
  listener.serve((request, response) => {
    const path = request.url ?? '/';
    if (/^\/(api|auth\/v1\/verify)([/?]|$)/.test(path)) void own(request, response);
    else vite.middlewares(request, response);
  });
}
