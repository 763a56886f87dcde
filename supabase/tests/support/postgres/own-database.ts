/** Databases for a server with `DATABASE_URL`, set up as a careful operator would: their owner is not a superuser. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** Environment variable with the Postgres (as superuser) for the backends of a suite. */
export const POSTGRES_URL = 'TEST_POSTGRES_URL';

const ROLES_FILE = new URL('../../../../packages/embedded-supabase/roles.sql', import.meta.url);

/** Runs `work` with a new connection that is closed afterwards; its argument runs one statement and returns the rows. */
export async function withClient<R>(
  url: string,
  work: (query: <T extends pg.QueryResultRow>(text: string) => Promise<T[]>) => Promise<R>,
): Promise<R> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text)).rows);
  } finally {
    await client.end();
  }
}

/** Runs statements on a new connection. */
export const runSql = (url: string, ...statements: string[]): Promise<void> =>
  withClient(url, async (query) => {
    for (const statement of statements) await query(statement);
  });

/**
 * Creates an empty database with its own owner on the server behind `postgresUrl`, optionally with further options of
 * `create database`.
 * @returns its connection string as that owner
 */
export async function createOwnDatabase(postgresUrl: string, options = ''): Promise<string> {
  const name = `own_${randomBytes(6).toString('hex')}`;
  await runSql(
    postgresUrl,
    `create role ${name} login`,
    `create database ${name} owner ${name} template template0 ${options}`,
  );
  const asSuperuser = Object.assign(new URL(postgresUrl), { pathname: `/${name}` });
  await runSql(asSuperuser.href, await readFile(ROLES_FILE, 'utf8'));
  return Object.assign(asSuperuser, { username: name }).href;
}
