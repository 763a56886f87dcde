import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import type { Connection } from '@supabase/lite';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from 'kysely';
import pg from 'pg';
import { rememberErrors } from './request-errors.ts';

export type Sql = <T>(text: string, params?: readonly unknown[]) => Promise<T[]>;

export interface Database {
  connection: Connection;
  /** One statement as the owner of the database. */
  sql: Sql;
  /** Several statements at once, without parameters. */
  exec(text: string): Promise<void>;
  /** Runs `work` in one transaction, rolled back when it throws. */
  transaction<R>(work: (target: { sql: Sql; exec: (text: string) => Promise<void> }) => Promise<R>): Promise<R>;
  /** Everything inside `work` shares one claim on the connection; each HTTP request is such a scope. */
  scope<R>(work: () => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

/** The embedded database (Postgres in WASM) in the folder `dataDir`/db. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  // A plain path: a relative `file:` URL would land in a folder of that name.
  const folder = join(dataDir, 'db');
  mkdirSync(folder, { recursive: true });
  const connection = await createPgliteConnection({
    url: folder,
    // Extensions exist only when given at creation, from the copy of PGlite that the connection itself uses.
    pgliteOptions: { extensions: { pg_trgm, unaccent, pgcrypto }, parsers: jsonValues },
  });
  const { driver } = connection;
  await driver.waitReady;
  await forgetRowArrays(driver);
  const turns = new Turns();
  connection.kysely = new Kysely({ dialect: turnTakingDialect(driver, turns) });
  neverGrant(connection);
  rememberErrors(connection);

  const run: Sql = async <T>(text: string, params: readonly unknown[] = []) => (await driver.query<T>(text, [...params])).rows;
  const execute = async (text: string) => {
    await driver.exec(text);
  };
  return {
    connection,
    sql: (text, params) => turns.take(() => run(text, params)),
    exec: (text) => turns.take(() => execute(text)),
    transaction: (work) =>
      turns.take(async () => {
        await driver.exec('begin');
        try {
          const result = await work({ sql: run, exec: execute });
          await driver.exec('commit');
          return result;
        } catch (error) {
          await driver.exec('rollback');
          throw error;
        }
      }),
    scope: (work) => turns.scope(work),
    close: () => connection.close(),
  };
}

/** A real Postgres server, for races and for growing beyond the embedded one. */
export async function openServer(databaseUrl: string): Promise<Database> {
  const connection = createPostgresConnection({
    url: databaseUrl,
    postgresOptions: { onnotice: () => undefined, types: jsonTypes },
  });
  neverGrant(connection);
  rememberErrors(connection);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, types: { getTypeParser: sameValuesAsEmbedded } });
  // A connection lost while idle is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  const on =
    (client: pg.Pool | pg.PoolClient): Sql =>
    async <T>(text: string, params: readonly unknown[] = []) =>
      (await client.query<T & pg.QueryResultRow>(text, [...params])).rows;
  return {
    connection,
    sql: on(pool),
    exec: async (text) => {
      await pool.query(text);
    },
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work({
          sql: on(client),
          exec: async (text) => {
            await client.query(text);
          },
        });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    scope: (work) => work(),
    close: async () => {
      await pool.end();
      await connection.close();
    },
  };
}

/**
 * PGlite copies its table of parsers for every query. With parsers for the arrays of every table's rows in it, which no column
 * holds, that takes a quarter of a short query.
 */
async function forgetRowArrays(driver: PGlite): Promise<void> {
  const { rows } = await driver.query<{ typarray: number }>(`select typarray::int from pg_type where typtype = 'c' and typarray <> 0`);
  for (const { typarray } of rows) delete driver.parsers[typarray];
}

const { builtins } = pg.types;

/** `2026-01-02 03:04:05.6+00` as JSON has it: `2026-01-02T03:04:05.6+00:00`. */
function isoTime(value: string): string {
  return value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** NaN and the infinities stay text: JSON has no such numbers. */
function jsonNumber(value: string): number | string {
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** Values as PostgREST writes them into JSON; `@supabase/lite` would hand times and fractions on as Postgres prints them. */
const jsonValues: Record<number, (value: string) => unknown> = {
  [builtins.NUMERIC]: jsonNumber,
  [builtins.TIMESTAMP]: isoTime,
  [builtins.TIMESTAMPTZ]: isoTime,
};

const jsonTypes = {
  numeric: { to: builtins.NUMERIC, from: [builtins.NUMERIC], serialize: String, parse: jsonNumber },
  timestamp: { to: builtins.TIMESTAMP, from: [builtins.TIMESTAMP], serialize: String, parse: isoTime },
  timestamptz: { to: builtins.TIMESTAMPTZ, from: [builtins.TIMESTAMPTZ], serialize: String, parse: isoTime },
};

/** What the embedded database answers, for a real server. */
function sameValuesAsEmbedded(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const parse = jsonValues[oid];
  if (parse) return parse;
  if (oid === builtins.INT8) return Number;
  if (oid === builtins.DATE) return String;
  return pg.types.getTypeParser(oid, format);
}

/**
 * On its first request `@supabase/lite` grants every right on every table to anon and authenticated, which undoes the
 * column grants. The roles exist before (see `rolesSql`); what they may do is said by the migrations alone.
 */
function neverGrant(connection: Connection): void {
  if (!('ensureRlsContext' in connection)) {
    throw new Error(
      '@supabase/lite has changed: the method that grants all rights is not where it was. Look for its successor before going on.',
    );
  }
  Object.defineProperty(connection, 'ensureRlsContext', { value: () => Promise.resolve(true) });
}

/**
 * Turns on the one connection of the embedded database. `@supabase/lite` hands the same connection to every request at
 * once: the statements of two transactions would mix, and one request would run under the role of another. A scope (one
 * HTTP request) holds the connection from its first statement or transaction until that is done, and may use it again
 * inside.
 */
class Turns {
  readonly #scopes = new AsyncLocalStorage<{ depth: number; release: (() => void) | undefined }>();
  #last: Promise<void> = Promise.resolve();

  scope<R>(work: () => Promise<R>): Promise<R> {
    return this.#scopes.run({ depth: 0, release: undefined }, work);
  }

  async take<R>(work: () => Promise<R>): Promise<R> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for the connection; the answer gives it back. */
  async enter(): Promise<() => void> {
    const scope = this.#scopes.getStore();
    if (!scope) return this.#wait();
    if (scope.depth === 0) scope.release = await this.#wait();
    scope.depth += 1;
    return () => {
      scope.depth -= 1;
      if (scope.depth === 0) scope.release?.();
    };
  }

  async #wait(): Promise<() => void> {
    let release: () => void = () => undefined;
    const before = this.#last;
    this.#last = new Promise<void>((done) => (release = done));
    await before;
    return release;
  }
}

function turnTakingDialect(client: PGlite, turns: Turns) {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => new TurnTakingDriver(client, turns),
  };
}

class TurnTakingDriver implements Driver {
  readonly #client: PGlite;
  readonly #turns: Turns;
  readonly #leave = new WeakMap<DatabaseConnection, () => void>();

  constructor(client: PGlite, turns: Turns) {
    this.#client = client;
    this.#turns = turns;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const leave = await this.#turns.enter();
    const connection = new EmbeddedConnection(this.#client);
    this.#leave.set(connection, leave);
    return connection;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#leave.get(connection)?.();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #client: PGlite;

  constructor(client: PGlite) {
    this.#client = client;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<{ rows: R[]; numAffectedRows?: bigint }> {
    const { rows, affectedRows } = await this.#client.query<R>(query.sql, [...query.parameters]);
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  async *streamQuery<R>(): AsyncIterableIterator<{ rows: R[] }> {
    throw new Error('The embedded database does not stream');
  }
}
