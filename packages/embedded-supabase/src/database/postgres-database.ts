import { createPostgresConnection } from '@supabase/lite/postgres';
import { Kysely } from 'kysely';
import pg from 'pg';
import { CutOffs } from './cut-offs.ts';
import type { Database } from './database.ts';
import { FairQueue } from '../fair-queue.ts';
import { dialectOn, type HeldConnection } from './kysely-dialect.ts';
import { jsonValues } from './json-values.mjs';
import { LIMITS, PostgresPool, reasonOf, type Limits, type Parser } from './postgres-pool.ts';
import { failOnLookup, rememberErrors } from './request-errors.ts';
import { applyRoles } from './roles.ts';
import { Turns } from './turns.ts';

const { builtins } = pg.types;

/** Parsers that match the values of the embedded database; other types stay text. */
const sameValuesAsEmbedded: Record<number, Parser> = {
  ...jsonValues,
  [builtins.BOOL]: (text) => text === 't',
  [builtins.INT2]: Number,
  [builtins.INT4]: Number,
  [builtins.INT8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)),
  [builtins.OID]: Number,
  [builtins.FLOAT4]: Number,
  [builtins.FLOAT8]: Number,
  [builtins.JSON]: JSON.parse,
  [builtins.JSONB]: JSON.parse,
  [builtins.BYTEA]: (text) => Uint8Array.from(Buffer.from(text.slice(2), 'hex')),
};

/** Parallel requests, in total and per client; others wait for their turn. */
const REQUESTS = { all: 10, perClient: 2 };
/** A request can hold one connection while it queries on another. */
const REQUEST_CONNECTIONS = 2 * REQUESTS.all;
/** One of them listens. */
const OWN_CONNECTIONS = 5;
/** Pause between lines of the log that say the same. */
const TOLD_AGAIN_MS = 60_000;

/**
 * A real Postgres server, for installations that outgrow the embedded one. Outages and their ends are logged to `log`.
 * @throws an error that says what is wrong with the database
 */
export async function openServer(
  databaseUrl: string,
  log: (line: string) => void,
  given: Partial<Limits> = {},
): Promise<Database> {
  const limits = { ...LIMITS, ...given };
  const connection = createPostgresConnection({ url: databaseUrl });
  // Two pools, because a request that holds a connection can wait for a statement of the server itself.
  const requests = new PostgresPool(databaseUrl, REQUEST_CONNECTIONS, sameValuesAsEmbedded, log, limits);
  const own = new PostgresPool(databaseUrl, OWN_CONNECTIONS, sameValuesAsEmbedded, () => undefined, limits);
  /** When the log last said that the database is read-only; undefined since it takes writes again. */
  let readOnlyAt: number | undefined;
  for (const [pool, other] of [
    [requests, own],
    [own, requests],
  ] as const)
    pool.onDistrust = (milliseconds, isSilent) => {
      other.replaceOlder(milliseconds);
      if (isSilent) {
        log(`The database did not answer for ${String(milliseconds / 1000)} s: its connections are replaced.`);
      } else if (readOnlyAt === undefined || performance.now() - readOnlyAt > TOLD_AGAIN_MS) {
        log('The database is read-only: its older connections are replaced.');
        readOnlyAt = performance.now();
      }
    };
  const cutOffs = new CutOffs();
  const queue = new FairQueue(REQUESTS);
  const turns = new Turns(queue, cutOffs, () => Promise.resolve(), limits.turnMs);
  // The driver of `@supabase/lite` is not used: it double-encodes JSON texts, and a connection lost in a transaction
  // ends the process. It would only connect with its first query, which never comes.
  connection.kysely = new Kysely({ dialect: dialectOn(() => holdTurn(turns, requests)) });
  applyRoles(connection);
  rememberErrors(connection);
  failOnLookup(connection);
  const learnTypes = () => Promise.all([requests.learnTypes(), own.learnTypes()]);
  const close = async () => {
    await Promise.all([requests.close(), own.close()]);
    await connection.close();
  };
  try {
    await refuseUnfit(own);
    await own.refuseInUse();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    connection,
    sql: async <T>(text: string, params?: readonly unknown[]) => (await own.query<T>(text, params)).rows,
    exec: async (text) => {
      await own.query(text, [], limits.migrationMs);
      await learnTypes();
    },
    transaction: async (work) => {
      const result = await own.transaction((run) =>
        work({
          sql: async <T>(text: string, params?: readonly unknown[]) => (await run<T>(text, params)).rows,
          exec: async (text) => {
            await run(text);
          },
        }),
      );
      await learnTypes();
      return result;
    },
    scope: (work) => turns.scope(work),
    cutOffs,
    listen: (heard, missed) => own.listen('realtime', heard, missed),
    load: () => queue.load,
    ask: async () => {
      const answers = await Promise.all([requests.ask(), own.ask()]);
      if (answers.includes('read-only')) return 'is read-only';
      if (readOnlyAt !== undefined) log('The database takes writes again.');
      readOnlyAt = undefined;
      return undefined;
    },
    close,
  };
}

/** A connection for Kysely, within a turn of its request. */
async function holdTurn(turns: Turns<void>, requests: PostgresPool): Promise<HeldConnection> {
  const { leave } = await turns.enter();
  try {
    const held = await requests.hold();
    return {
      run: (query) => turns.watch(() => held.run(query)),
      rollBack: () => held.rollBack(),
      release: () => {
        held.release();
        leave();
      },
    };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Checks at the start for problems that would only show later: with the first non-ASCII character, or in the middle of the migrations. */
async function refuseUnfit(own: PostgresPool): Promise<void> {
  const [found] = await own
    .query<{ encoding: string; version: number; is_read_only: boolean }>(
      `select getdatabaseencoding() as encoding, current_setting('server_version_num')::int as version,
         current_setting('transaction_read_only') = 'on' as is_read_only`,
    )
    .then(
      ({ rows }) => rows,
      (error: unknown) => {
        const { cause } = Object(error) as { cause?: unknown };
        throw new Error(`The database of DATABASE_URL cannot be reached: ${reasonOf(cause ?? error)}`, {
          cause: error,
        });
      },
    );
  if (!found) throw new Error('The database of DATABASE_URL says nothing about itself.');
  if (found.version < 150_000) throw new Error('DATABASE_URL: Postgres 15 or newer is needed.');
  if (found.is_read_only) throw new Error('DATABASE_URL: the database is read-only.');
  if (found.encoding !== 'UTF8')
    throw new Error(
      `DATABASE_URL: the database has the encoding ${found.encoding}. Make one with: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 <name>`,
    );
}
