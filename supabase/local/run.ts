import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { KEPT } from 'embedded-supabase/backup';
import type { DemoChoice, UpgradeChoice } from 'embedded-supabase/data-folder';
import { removeDrafts } from 'embedded-supabase/drafts';
import { FolderInUseError, folderHolder } from 'embedded-supabase/folder-lock';
import { LOG_LEVELS, type LogLevel } from 'embedded-supabase/log';
import { z } from 'zod';
import { VERSION } from '../functions/_shared/version.ts';
import type { LocalSupabaseOptions } from './server.ts';
import { stopOnSignal } from './signals.ts';

const portSchema = z.coerce.number().int().min(1).max(65_535);
/** The parts of a data folder that `--reset` deletes, with their drafts, and nothing else. */
const PARTS = [...KEPT, 'server.lock'];

const MAIL_SERVER = ['SMTP_HOST', 'SMTP_PORT', 'SMTP_SECURITY', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_FROM'];

const ACCOUNTS = [
  ['anna@example.com', 'buyer with purchase requests'],
  ['bob@example.com', 'supplier with an organization'],
  ['adam@example.com', 'administrator'],
  ['mona@example.com', 'main administrator'],
];

const DEMO_PASSWORD = 'Demo1234!';
const KNOWN_PASSWORD = [
  '  WARNING: everybody who reaches this server can sign in as an admin of the demo. Delete the demo accounts, or start with new data.',
  '',
];

interface RunOptions {
  projectDir: string;
  web: 'build' | 'dev';
  /** Deletes the data first. */
  reset: boolean;
  /** Whether demo data was requested or declined; undefined if neither. */
  demo: boolean | undefined;
  env: Record<string, string | undefined>;
  /** Builds the page if necessary. */
  build: () => Promise<void>;
}

/**
 * Runs the product: reads ports, data folder and database from the environment (PORT, SUPABASE_PORT, STUDIO_PORT, HOST,
 * DATA_DIR, DATABASE_URL, UPGRADE, LOG_LEVEL, MAILS, REALTIME and, for access from other machines, SITE_URL, SUPABASE_PUBLIC_URL, TRUSTED_PROXIES, SMTP_*),
 * prints addresses and accounts, and stops cleanly on Ctrl-C.
 * @throws an error whose message tells the user what to do
 */
export async function run({ projectDir, web, reset, demo, env, build }: RunOptions): Promise<void> {
  // A log that cannot be written, on a full disk or without a reader, ends no server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const began = performance.now();
  const dataDir = resolve(projectDir, env.DATA_DIR || 'supabase/.temp/data');
  const databaseUrl = env.DATABASE_URL || undefined;
  // Before slow imports.
  const holder = await folderHolder(dataDir);
  if (holder !== undefined) throw new FolderInUseError(dataDir, holder);

  const siteUrl = env.SITE_URL ? origin('SITE_URL', env.SITE_URL) : undefined;
  const publicUrl = env.SUPABASE_PUBLIC_URL ? origin('SUPABASE_PUBLIC_URL', env.SUPABASE_PUBLIC_URL) : undefined;
  // By its own address, or by a reverse proxy on this machine.
  const hosts = [env.HOST || undefined, ...[siteUrl, publicUrl].map((url) => url && new URL(url).hostname)];
  const isOpen = hosts.some((host) => host !== undefined && !isLoopback(host));
  const sendsMails = isOn('MAILS', env.MAILS || 'on');
  const realtime = isOn('REALTIME', env.REALTIME || 'on');
  // Other machines can reach the demo accounts, one of which is a main admin, so they do not get the password of the README.
  const demoPassword = isOpen && demo === true ? `${randomBytes(9).toString('base64url')}A1!` : undefined;

  const settings: LocalSupabaseOptions = {
    projectDir,
    dataDir,
    web,
    env,
    demo: isOpen && demo === undefined ? false : demoChoice(demo, databaseUrl),
    ...(demoPassword === undefined ? {} : { demoPassword }),
    upgrade: web === 'dev' ? 'now' : upgradeChoice(env.UPGRADE || 'save-first'),
    webPort: port(env, 'PORT', 3000),
    supabasePort: port(env, 'SUPABASE_PORT', 54_321),
    toolsPort: port(env, 'STUDIO_PORT', 54_323),
    // The dev server loads each source file by itself.
    logLevel: logLevel(env.LOG_LEVEL || (web === 'dev' ? 'warn' : 'info')),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(env.HOST ? { host: env.HOST } : {}),
    ...(siteUrl === undefined ? {} : { siteUrl }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    proxies: proxyCount(env.TRUSTED_PROXIES || '0'),
    ...(env.EXCHANGE_RATES_URL ? { exchangeRatesUrl: env.EXCHANGE_RATES_URL } : {}),
    ...(env.SMTP_HOST ? { mailServer: mailServer(env) } : {}),
    ...(env.PRIVATE_SMTP_HOSTS ? { privateSmtpHosts: env.PRIVATE_SMTP_HOSTS } : {}),
    sendsMails,
    realtime,
  };
  // Not before every setting is understood.
  if (reset) await removeData(dataDir, databaseUrl);
  const { startLocalSupabase } = await import('./server.ts');
  const building = build();
  const starting = startLocalSupabase({ ...settings, built: building });
  let stop = (_signal: NodeJS.Signals) =>
    void starting.then((server) => server.stop()).finally(() => process.exit(130));
  stopOnSignal((signal) => stop(signal));
  const [started, built] = await Promise.allSettled([starting, building]);
  if (started.status === 'rejected') throw started.reason;
  const server = started.value;
  if (built.status === 'rejected') {
    await server.stop();
    throw built.reason;
  }

  stop = (signal) => {
    print(`\n${signal}: stopping ... (once more ends it at once)`);
    void server.stop().then(
      () => {
        print('Stopped. Everything is saved.');
        process.exit(0);
      },
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };

  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const [found] = await server.sql<{ demo: boolean; hashes: string[]; main_admin: boolean }>(
    `select exists (select from auth.users where email = $1) as demo,
      array(select encrypted_password from auth.users where email = any ($2) and encrypted_password is not null) as hashes,
      exists (select from public.accounts where role = 'main_admin' and deleted_at is null) as main_admin`,
    [ACCOUNTS[0]?.[0], ACCOUNTS.map(([email]) => email)],
  );
  const password = await passwordOf(found?.hashes ?? [], demoPassword);
  const width = Math.max(...ACCOUNTS.map(([email = '']) => email.length));
  const accounts = [
    password === undefined
      ? '  Demo accounts, with the password that was printed when they were loaded'
      : `  Demo accounts, password ${password}`,
    ...ACCOUNTS.map(([email = '', role = '']) => `    ${email.padEnd(width)}  ${role}`),
    '',
  ];
  // Nothing proposes to delete what people have written.
  const isThrowaway = databaseUrl === undefined && found?.demo === true;
  const firstSteps = [
    '  There is no main admin yet. Register on the page, confirm the address with the code from the mailbox, then run beside this server:',
    '    npm run main-admin -- <your address>',
    '',
  ];
  print(
    [
      '',
      `  Release ${VERSION}, ready in ${seconds} s`,
      '',
      `  Page      ${server.webUrl}`,
      ...(env.SMTP_HOST
        ? [`  Mails     ${sendsMails ? `by ${env.SMTP_HOST}` : 'wait'}`]
        : [`  Mailbox   ${server.mailboxUrl}  (every mail that the product sends)`]),
      `  Tables    ${server.tablesUrl}  (a table editor: rows of every table, as their owner)`,
      `  Supabase  ${server.supabaseUrl}`,
      '',
      ...(found?.demo === true ? accounts : []),
      ...(isOpen && password === DEMO_PASSWORD ? KNOWN_PASSWORD : []),
      ...(found?.main_admin === true ? [] : firstSteps),
      `  Data in ${relative(projectDir, dataDir) || dataDir}${databaseUrl === undefined ? '' : ' and the database of DATABASE_URL'}${isThrowaway ? '; "npm start -- --reset" starts over' : ''}. Ctrl-C stops.`,
      '',
    ].join('\n'),
  );
}

/** The well-known password if it opens a demo account, else that of this start; undefined if neither does. */
async function passwordOf(hashes: readonly string[], demoPassword: string | undefined): Promise<string | undefined> {
  const { compare } = await import('bcryptjs');
  for (const password of [DEMO_PASSWORD, demoPassword]) {
    for (const hash of hashes) if (password !== undefined && (await compare(password, hash))) return password;
  }
  return undefined;
}

/** Whether an address is only reachable from this machine. */
const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);

/** By default, demo data is only loaded into a new data folder: a database given by its URL belongs to somebody. */
function demoChoice(asked: boolean | undefined, databaseUrl: string | undefined): DemoChoice {
  if (asked !== undefined) return asked || 'never';
  return databaseUrl === undefined ? 'if-new' : false;
}

async function removeData(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl !== undefined)
    throw new Error('--reset does not touch a database of your own: empty it yourself, or unset DATABASE_URL.');
  await Promise.all(PARTS.map((part) => rm(join(dataDir, part), { recursive: true, force: true })));
  await removeDrafts(dataDir);
}

function port(env: RunOptions['env'], name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const parsed = portSchema.safeParse(text);
  if (!parsed.success) throw new Error(`${name}=${text} is not a port number (1 to 65535).`);
  return parsed.data;
}

/** The address of the page or its API, without a path. */
function origin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin;
  throw new Error(`${name}=${text} is not an address such as https://market.example.`);
}

function proxyCount(text: string): number {
  const parsed = z.coerce.number().int().min(0).max(10).safeParse(text);
  if (!parsed.success) throw new Error(`TRUSTED_PROXIES=${text} is not a number of proxies (0 to 10).`);
  return parsed.data;
}

function isOn(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Error(`${name}=${text} is neither on nor off.`);
  return text === 'on';
}

function upgradeChoice(text: string): UpgradeChoice {
  if (text !== 'now' && text !== 'save-first') throw new Error(`UPGRADE=${text} is neither now nor save-first.`);
  return text;
}

function logLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((each) => each === text);
  if (level === undefined) throw new Error(`LOG_LEVEL=${text} is none of ${LOG_LEVELS.join(', ')}.`);
  return level;
}

/** The environment variables of a mail server, which the functions validate. */
function mailServer(env: RunOptions['env']): Record<string, string> {
  return Object.fromEntries(MAIL_SERVER.flatMap((name) => (env[name] ? [[name, env[name]] as const] : [])));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
