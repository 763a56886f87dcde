import { constants, mkdirSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { openDatabase, type DemoChoice, type UpgradeChoice } from './data/data-folder.ts';
import { aboutFolder } from './data/disk-problems.ts';
import { removeDrafts, removeUploads } from './data/drafts.ts';
import { lockFolder } from './data/folder-lock.ts';
import { StorageFiles } from './data/storage-files.ts';
import type { Sql } from './database/database.ts';
import type { Limits } from './database/postgres-pool.ts';
import { readQueryList, withQueryList } from './database/query-list.ts';
import { quietDatabaseErrors } from './database/request-errors.ts';
import { createAuthFront } from './front/auth-front.ts';
import { fewConnectionsOfOne } from './front/few-connections.ts';
import { createGateway } from './front/gateway.ts';
import { watchDoor } from './front/doors.ts';
import { Health } from './front/health.ts';
import { listen, type Listener } from './front/listeners.ts';
import { serveRealtime } from './front/realtime.ts';
import { shareAnswers } from './front/shared-answers.ts';
import { createTools } from './front/tools.ts';
import { endUnread } from './front/unread-answers.ts';
import { createWebApp, isOfWebApp } from './front/web-app.ts';
import { createMailboxPages } from './mail/mailbox-pages.ts';
import { Mailbox, type Mail } from './mail/mailbox.ts';
import type { FunctionsRuntime } from './platform/edge-function.ts';
import { EdgeFunctions } from './platform/edge-functions.ts';
import { functionKeys, loadKeys, PUBLISHABLE_KEY } from './platform/keys.ts';
import { createLog, type LogLevel, type LogTarget } from './platform/log.ts';
import { Metrics } from './platform/metrics.ts';
import { deleteOldAuthRecords, OLD_AUTH_RECORDS } from './platform/old-auth-records.ts';
import { networkOf } from './platform/network.ts';
import { OWN_FOLDER } from './platform/own-modes.ts';
import { peerAddress } from './platform/peer-address.ts';
import { readProjectConfig, type Environment } from './platform/project-config.ts';
import { reportedCalls } from './platform/reported-calls.ts';
import { startScheduler } from './platform/scheduler.ts';
import { renewBy } from './platform/renewals.ts';
import { createSupabaseApp, serveBy, type AppParts } from './platform/supabase-app.ts';
import { VACUUM, vacuumTables } from './platform/vacuum.ts';
import type { Project } from './project.ts';

export interface EmbeddedSupabaseOptions {
  project: Project;
  /** Folder of all data: database, stored files, mails, keys. */
  dataDir: string;
  /** 0 (the default) takes any free port. */
  webPort?: number;
  supabasePort?: number;
  toolsPort?: number;
  /** Public addresses of the page and its API, if they differ: behind proxies, or with their own host names. */
  siteUrl?: string;
  publicUrl?: string;
  /** Number of trusted reverse proxies; default 0. */
  proxies?: number;
  /** The address to listen on; the tools (table editor, mailbox) stay on loopback. */
  host?: string;
  /** A real Postgres instead of the embedded database. */
  databaseUrl?: string;
  /** Shorter times until a connection counts as lost or a request has waited for too long, for tests. */
  databaseLimits?: Partial<Limits>;
  /** Default: false. */
  demo?: DemoChoice;
  /** Password of the demo accounts if they are loaded now; default: the well-known one. */
  demoPassword?: string;
  /** Default: 'now'. */
  upgrade?: UpgradeChoice;
  /** Default: `auth.email.enable_confirmations` of config.toml. */
  requireEmailVerification?: boolean;
  /** The Deno that runs the functions: the newest, or the version of hosted Supabase. */
  runtime?: FunctionsRuntime;
  /** Limits Auth requests per address, as config.toml says, and REST requests per client; default true. */
  addressLimits?: boolean;
  /** Serves Realtime; default true. */
  realtime?: boolean;
  /** Runs the jobs of the project, and the server's own, on schedule; default true. */
  cron?: boolean;
  /** Restarts a function when its files change; default false. */
  watch?: boolean;
  /** Prints nothing. */
  quiet?: boolean;
  /** The lowest level that is logged; default: info. */
  logLevel?: LogLevel;
  /** Where the log is written, readable for a terminal, else as JSON; default: the standard error. */
  logTo?: LogTarget;
  /** The environment for secrets and switches of config.toml. */
  env?: Environment;
}

export interface EmbeddedSupabase {
  webUrl: string;
  supabaseUrl: string;
  publishableKey: string;
  secretKey: string;
  /** The secret that identifies the scheduler to the functions. */
  cronSecret: string;
  mailboxUrl: string;
  /** The table editor. */
  tablesUrl: string;
  mails: {
    /** Newest first. */
    list: (to?: string) => Mail[];
    /** The newest matching mail to `to`, now or when it arrives. */
    waitFor: (to: string, predicate?: (mail: Mail) => boolean, timeoutMs?: number) => Promise<Mail>;
    clear: () => void;
  };
  /** Runs one statement as the owner of the database. */
  sql: Sql;
  stop: () => Promise<void>;
}

/** Steps of stop(); the last one runs first. */
type Undo = (() => unknown)[];

const STUDIO_FILES = 'node_modules/@supabase/lite/dist/static';
const UPLOAD_LIMIT = 5 * 1024 * 1024;

/**
 * Starts the whole backend of a project in this process: Auth, REST and Storage on an embedded database, edge functions
 * on Deno, mail, cron, and the web port.
 * @throws FolderInUseError, PortInUseError, or an error whose message names the failing migration
 */
export async function startEmbeddedSupabase(options: EmbeddedSupabaseOptions): Promise<EmbeddedSupabase> {
  const { project } = options;
  const projectDir = resolve(project.dir);
  const dataDir = resolve(options.dataDir);
  const env = options.env ?? process.env;
  const host = options.host ?? '127.0.0.1';
  const config = readProjectConfig(projectDir, env);
  const requireEmailVerification = options.requireEmailVerification ?? config.auth.email.enable_confirmations;
  const log = createLog(options.logTo ?? process.stderr, options.quiet ? 'silent' : (options.logLevel ?? 'info'));

  const began = performance.now();
  const undo: Undo = [() => log.end()];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      log.info('stop');
      for (const step of undo.reverse()) await step();
    })();
    return stopping;
  };

  // The last guard: a failure that nothing waited for would end the process, and with it everybody's server.
  const onUnhandled = (reason: unknown) =>
    log.fault(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason));
  process.on('unhandledRejection', onUnhandled);
  undo.push(() => process.off('unhandledRejection', onUnhandled));

  try {
    mkdirSync(dataDir, { recursive: true, mode: OWN_FOLDER });
    const lock = await lockFolder(dataDir);
    undo.push(() => lock.release());
    await removeDrafts(dataDir);
    if (lock.tookOver) await removeUploads(dataDir);
    const keys = await loadKeys(dataDir);

    const metrics = new Metrics();
    const health = new Health();
    const watches = { log, metrics, health };
    const supabaseListener = await open(
      listen(options.supabasePort ?? 0, host, 'the Supabase API', 'SUPABASE_PORT', watchDoor('supabase', watches)),
      undo,
    );
    const webListener = await open(
      listen(options.webPort ?? 0, host, 'the page', 'PORT', watchDoor('page', watches)),
      undo,
    );
    const toolsListener = await open(
      listen(
        options.toolsPort ?? 0,
        '127.0.0.1',
        'the table editor and the mailbox',
        'STUDIO_PORT',
        watchDoor('tools', watches),
      ),
      undo,
    );
    // The functions have a door of their own: they need it until the requests that they serve are answered.
    const insideListener = await open(
      listen(0, '127.0.0.1', 'the functions', 'SUPABASE_PORT', watchDoor('functions', watches)),
      undo,
    );
    const supabaseUrl = `http://127.0.0.1:${String(supabaseListener.port)}`;
    const webUrl = options.siteUrl ?? `http://localhost:${String(webListener.port)}`;
    const publicUrl = options.publicUrl ?? supabaseUrl;
    const proxies = options.proxies ?? 0;
    for (const listener of [supabaseListener, webListener]) {
      endUnread(listener, (request) => networkOf(peerAddress(request, proxies)));
      // Behind proxies, all clients are one address here, and their connections are for the proxies to limit.
      if (proxies === 0) fewConnectionsOfOne(listener.server);
    }
    const toolsUrl = `http://127.0.0.1:${String(toolsListener.port)}`;

    const mailbox = new Mailbox(join(dataDir, 'mails'), log.fault);
    const smtpPort = await mailbox.listen();
    undo.push(() => mailbox.close());
    const functions = new EdgeFunctions({
      projectDir,
      env: {
        SUPABASE_URL: `http://127.0.0.1:${String(insideListener.port)}`,
        ...(await functionKeys(keys)),
        ...project.functionEnv?.({ siteUrl: webUrl, publicUrl, cronSecret: keys.cronSecret, smtpPort }),
      },
      readableFiles: project.readableFiles ?? [],
      proxies,
      verifyJwt: (name) => config.functions[name]?.verify_jwt ?? true,
      jwtSecret: keys.jwtSecret,
      insidePort: insideListener.port,
      cacheDir: join(projectDir, 'node_modules', '.cache', 'deno'),
      watch: options.watch ?? false,
      runtime: options.runtime ?? 'newest',
      log: log.fault,
      // The output of a function is for its author.
      say: options.watch === true ? log.fault : log.debug,
    });
    // Deno starts while the database opens.
    functions.start();
    undo.push(() => functions.stop());

    undo.push(quietDatabaseErrors(options.quiet ? undefined : log.fault));
    const database = await openDatabase({
      dataDir,
      project,
      databaseUrl: options.databaseUrl,
      databaseLimits: options.databaseLimits,
      demo: options.demo ?? false,
      demoPassword: options.demoPassword,
      upgrade: options.upgrade ?? 'now',
      log,
    });
    undo.push(() => database.close());

    const files = new StorageFiles(join(dataDir, 'storage'), database.sql);
    const parts: AppParts = {
      database,
      config,
      keys,
      files,
      siteUrl: webUrl,
      supabaseUrl: publicUrl,
      requireEmailVerification,
    };
    const connection =
      project.queries === undefined
        ? database.connection
        : withQueryList(database.connection, readQueryList(project.queries));
    const app = await createSupabaseApp({ ...parts, database: { ...database, connection } }, false);
    // Load the catalog now, so that the first request does not wait for it.
    await connection.introspect();
    const forward = (request: Request) => serveBy(app, database, request, null);
    const call = reportedCalls({
      call: (path) => functions.invoke(path, { authorization: `Bearer ${keys.cronSecret}` }),
      log,
      metrics,
    });
    const logFault = (error: unknown) => log.fault(String(error));
    const signIns = await project.signIns?.(database.sql);
    const logSignIns = async () => {
      for (const user of (await signIns?.()) ?? []) log.info('sign-in', { user });
    };
    const { share, forget } = shareAnswers();
    const gateway = createGateway({
      shareAnswers: share,
      forward,
      jwtSecret: keys.jwtSecret,
      hasSession: async (sessionId) =>
        (await database.sql('select 1 from auth.sessions where id = $1::uuid', [sessionId])).length > 0,
      proxies,
      secretKey: keys.secretKey,
      cutOffs: database.cutOffs,
      limitsRequests: options.addressLimits !== false,
      auth: createAuthFront({
        sql: database.sql,
        requireEmailVerification,
        limits: options.addressLimits === false ? null : config.auth.rate_limit,
        signUp: config.auth,
        secretKey: keys.secretKey,
        proxies,
        hooks: project.authHooks?.(database.sql) ?? {},
        jwtSecret: keys.jwtSecret,
        siteUrl: webUrl,
        forward,
        renew: (request, refreshToken) => renewBy(app, database, request, refreshToken),
        onSession: () => logSignIns().catch(logFault),
        sendMail: async () => project.sendMails?.(database.sql, call).catch(logFault),
      }),
      functions: functions.routes(),
      uploadLimit: UPLOAD_LIMIT,
      fileToStore: project.fileToStore ?? ((bytes) => bytes),
      callerOf: project.callerOf,
      dropUnnamed: (bucket, key) => files.dropUnnamed(bucket, key),
      removing: (work) => files.removing(work),
    });
    const realtime =
      options.realtime === false
        ? undefined
        : serveRealtime({
            server: supabaseListener.server,
            proxies,
            jwtSecret: keys.jwtSecret,
            publishableKey: PUBLISHABLE_KEY,
            mayRead: async (topic, claims) => {
              const [row] = await database.sql<{ may: boolean }>('select realtime.may_read($1, $2) as may', [
                topic,
                JSON.stringify(claims),
              ]);
              return row?.may === true;
            },
            log: log.fault,
          });
    if (realtime) database.listen(realtime.deliver, realtime.dropAll);
    for (const listener of [supabaseListener, insideListener]) listener.serve(getRequestListener(gateway.fetch));
    const tools = await createTools(parts, createMailboxPages(mailbox), join(projectDir, STUDIO_FILES), async () =>
      metrics.text(database, (await project.measures?.(database.sql)) ?? []),
    );
    toolsListener.serve(getRequestListener(tools.fetch));

    const routes = project.webRoutes ?? {};
    const web = createWebApp({ routes, functions, proxies, gateway });
    const page = await project.page?.(
      { supabaseUrl: publicUrl, publishableKey: PUBLISHABLE_KEY, realtime: realtime !== undefined },
      webListener.server,
      (c, name, asked) => functions.call(c, name, asked),
    );
    if (page && 'app' in page) web.route('/', page.app);
    const own = getRequestListener(web.fetch);
    if (page && 'handler' in page) {
      undo.push(page.close);
      webListener.serve((request, response) => {
        if (isOfWebApp(request.url ?? '/', routes)) void own(request, response);
        else page.handler(request, response);
      });
    } else webListener.serve(own);
    await functions.ready();

    const jobs = options.cron === false ? [] : ((await project.jobs?.(database.sql)) ?? []);
    metrics.schedule(jobs.map(({ path }) => path));
    const endSchedule = startScheduler({ jobs, call, log: log.fault });
    const ownJobs = new Map([[OLD_AUTH_RECORDS, () => deleteOldAuthRecords(database.sql)]]);
    if (options.databaseUrl === undefined) ownJobs.set(VACUUM, () => vacuumTables(database.sql));
    const endOwn = [...(options.cron === false ? [] : ownJobs)].map(([job, call]) =>
      startScheduler({ jobs: [job], call, log: log.fault }),
    );
    // Before anything that a request, or the work of a function after its answer, needs.
    undo.push(async () => {
      health.stop();
      realtime?.close();
      const listeners = [webListener, supabaseListener, toolsListener];
      await Promise.all([
        endSchedule(),
        ...endOwn.map((end) => end()),
        ...listeners.map((listener) => listener.drain()),
      ]);
      await functions.stop();
    });

    const version = await migrationOf(database.sql);
    health.begin(
      {
        database: () => database.ask(),
        migrations: async () =>
          (await migrationOf(database.sql)) === version ? undefined : 'the database has those of another version',
        functions: () => Promise.resolve(functions.down.length > 0 ? `down: ${functions.down.join(', ')}` : undefined),
        storage: () => lackOf(dataDir),
        ...(page?.lack && { page: page.lack }),
      },
      async () => (await project.warnings?.(database.sql)) ?? [],
    );
    log.info('start', { release: project.release, ms: Math.round(performance.now() - began) });

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
      // The process that holds the server can write as well.
      sql: (text, params) => database.sql<never>(text, params).finally(forget),
      stop,
    };
  } catch (error) {
    await stop();
    throw aboutFolder(error, dataDir);
  }
}

/** The last migration of the database. */
async function migrationOf(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version desc limit 1',
  );
  return row?.version;
}

/** Why a folder cannot take an upload. */
async function lackOf(folder: string): Promise<string | undefined> {
  await access(folder, constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < UPLOAD_LIMIT ? 'is full' : undefined;
}

async function open(listener: Promise<Listener>, undo: Undo): Promise<Listener> {
  const taken = await listener;
  undo.push(() => taken.close());
  return taken;
}
