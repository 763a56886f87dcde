import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedSupabase, type EmbeddedSupabase, type EmbeddedSupabaseOptions } from 'embedded-supabase';
import type { Sql } from 'embedded-supabase/database';
import type { Measure } from 'embedded-supabase/metrics';
import type { CallFunction, Connection, Page, Project } from 'embedded-supabase/project';
import type { CronJob } from 'embedded-supabase/scheduler';
import { fileToStore } from '../functions/_shared/domain/image-metadata.ts';
import { VERSION } from '../functions/_shared/version.ts';
import { authHooks } from './auth-hooks.ts';
import { callerOf } from './caller-of.ts';
import { createDevPage } from './dev-page.ts';
import { createPageApp, type PageAppParts } from './page-app.ts';

export interface LocalSupabaseOptions extends Omit<EmbeddedSupabaseOptions, 'project' | 'watch'> {
  /** The folder with `supabase/` and `dist/`; default: this one. */
  projectDir?: string;
  /** Content of the web port besides `/api`: the static build, the page with hot reload, or nothing. */
  web?: 'build' | 'dev' | 'none';
  /** Settles when the static build is complete; default: it is. Until then the server is not ready. */
  built?: Promise<void>;
  /** The mail server, as environment variables of the functions; without one all mails stay in the mailbox. */
  mailServer?: Record<string, string>;
  /** Mail servers in a private network that admins may name, separated by commas; default none. */
  privateSmtpHosts?: string;
  /** Whether mails leave; default true. */
  sendsMails?: boolean;
  /** Address for the job `exchange-rates`; without it the job does nothing. */
  exchangeRatesUrl?: string;
  /** Also answers queries that are not in `supabase/queries.json`; default false. */
  anyQuery?: boolean;
  /** How long a page waits for its head, in milliseconds; default 300. */
  headMs?: number;
}

export type LocalSupabase = EmbeddedSupabase;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIL_SENDER = 'no-reply@marketplace.example';
/** Entries of the audit log that can be written while an earlier one is not committed. */
const LATE_ENTRIES = 100;

/** The advice in messages about migrations and data. */
export const COMMANDS = {
  migration: 'npm run migration -- <name>',
  reset: 'npm start -- --reset',
  upgrade: 'UPGRADE=now npm start',
};

/**
 * Starts the backend of the marketplace on the embedded Supabase, and hands it all that it knows of the product.
 * @throws FolderInUseError, PortInUseError, or an error whose message names the failing migration
 */
export function startLocalSupabase({
  projectDir = ROOT,
  web = 'none',
  built = Promise.resolve(),
  mailServer,
  privateSmtpHosts = '',
  sendsMails = true,
  exchangeRatesUrl,
  anyQuery = false,
  headMs,
  ...options
}: LocalSupabaseOptions): Promise<LocalSupabase> {
  const supabase = join(projectDir, 'supabase');
  const project: Project = {
    dir: projectDir,
    replacedHistory: join(supabase, 'replaced-history.json'),
    ...(anyQuery ? {} : { queries: join(supabase, 'queries.json') }),
    release: VERSION,
    commands: COMMANDS,
    demo: {
      folder: join(supabase, 'demo'),
      load: async (target) => (await import('../demo/load-demo.ts')).loadDemoData(target),
    },
    functionEnv: ({ siteUrl, publicUrl, cronSecret, smtpPort }) => ({
      SITE_URL: siteUrl,
      SUPABASE_PUBLIC_URL: publicUrl,
      CRON_SECRET: cronSecret,
      MAILS: sendsMails ? 'on' : 'off',
      PRIVATE_SMTP_HOSTS: privateSmtpHosts,
      ...(exchangeRatesUrl === undefined ? {} : { EXCHANGE_RATES_URL: exchangeRatesUrl }),
      ...(mailServer ?? {
        MAILBOX: 'true',
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(smtpPort),
        SMTP_SECURITY: 'none',
        SMTP_FROM: MAIL_SENDER,
      }),
    }),
    // The image library of the functions is a file of its own in its package.
    readableFiles: [createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')],
    webRoutes: { '/api': 'api' },
    ...(web === 'none' ? {} : { page: pageOf({ distDir: join(projectDir, 'dist'), headMs, built }, projectDir, web) }),
    jobs: (sql) => sql<CronJob>('select path, schedule from private.jobs()'),
    signIns,
    measures,
    warnings,
    authHooks,
    sendMails,
    fileToStore,
    callerOf,
  };
  return startEmbeddedSupabase({ ...options, project, watch: web === 'dev' });
}

type Build = Pick<PageAppParts, 'distDir' | 'headMs'> & { built: Promise<void> };

const pageOf =
  ({ built, ...parts }: Build, projectDir: string, web: 'build' | 'dev'): NonNullable<Project['page']> =>
  (connection: Connection, server, call: CallFunction): Page | Promise<Page> => {
    if (web === 'dev') return createDevPage(projectDir, connection, server);
    let isBuilding = true;
    const end = () => {
      isBuilding = false;
    };
    built.then(end, end);
    const lack = async () => {
      if (isBuilding) return 'is being built';
      return (await exists(join(parts.distDir, 'index.html'))) ? undefined : 'is not built';
    };
    return { app: createPageApp({ ...parts, ...connection, call }), lack };
  };

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Sends the mails that a user is waiting for at once. These are the templates for which the trigger `send_at_once` calls
 * the same function on hosted Supabase, where the database can call it.
 */
async function sendMails(sql: Sql, call: (path: string) => Promise<Response>): Promise<void> {
  const waiting = await sql<{ id: number }>(
    `select id::int from private.mail_outbox
     where status = 'queued' and next_attempt_at <= now() and template in ('verify_email', 'reset_password', 'confirm_email')`,
  );
  for (const { id } of waiting) await call(`mail/${String(id)}`);
}

/** Mail settings that need an operator. */
async function warnings(sql: Sql): Promise<string[]> {
  const [mails] = await sql<{ held: boolean; late: boolean; failed: boolean }>(
    `select s.held_by is not null as held,
       exists (select from private.mail_outbox o where o.status = 'queued' and o.attempts = 0
         and o.next_attempt_at < now() - interval '10 minutes')
       or exists (select from private.mail_outbox o where o.status = 'queued' and o.error is not null
         and o.created_at < now() - interval '10 minutes') as late,
       exists (select from private.mail_outbox o where o.status = 'failed' and o.template <> 'test' and o.created_at > now() - interval '1 day') as failed
     from private.mail_settings s`,
  );
  return [
    ...(mails?.held ? ['no mail leaves'] : []),
    ...(mails?.late ? ['mails wait'] : []),
    ...(mails?.failed ? ['mails failed'] : []),
  ];
}

/** The mails that are late or could not be sent, and the age of the oldest of each kind. */
async function measures(sql: Sql): Promise<Measure[]> {
  const rows = await sql<{ state: string; mails: number; age: number }>(
    `select s.state, coalesce(o.mails, 0)::int as mails, coalesce(o.age, 0)::float8 as age
     from (values ('queued'), ('sending'), ('failed')) s (state)
     left join (select status, count(*) as mails,
         extract(epoch from now() - min(case when attempts = 0 then next_attempt_at else created_at end)) as age
       from private.mail_outbox
       -- Mails that still collect, and digests, are not late.
       where status in ('sending', 'failed') or (status = 'queued' and (attempts > 0 or next_attempt_at <= now()))
       group by status) o on o.status = s.state`,
  );
  return rows.flatMap(({ state, mails, age }) => [
    { name: 'mails', help: 'Mails that have not left, by state', labels: { state }, value: mails },
    { name: 'mail_oldest_age_seconds', help: 'Age of the oldest mail of a state', labels: { state }, value: age },
  ]);
}

/** Finds new sign-ins of admins and moderators in the audit log. */
async function signIns(sql: Sql): Promise<() => Promise<number[]>> {
  const [last] = await sql<{ id: number }>('select coalesce(max(id), 0)::int as id from public.audit_log');
  let after = last?.id ?? 0;
  const told = new Set<number>();
  return async () => {
    const found = await sql<{ id: number; user: number }>(
      `select id::int, actor_id::int as "user" from public.audit_log where action = 'sign_in' and id > $1 order by id`,
      [after],
    );
    const fresh = found.filter(({ id }) => !told.has(id));
    for (const { id } of fresh) told.add(id);
    // An entry with a lower id can be committed later.
    after = Math.max(after, (found.at(-1)?.id ?? 0) - LATE_ENTRIES);
    for (const id of told) if (id <= after) told.delete(id);
    return fresh.map(({ user }) => user);
  };
}
