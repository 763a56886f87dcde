import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgliteConnection } from '@supabase/lite/pglite';
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from 'kysely';
import { jsonValues, neverGrant, type Database, type Sql } from './database.ts';
import { rememberErrors } from './request-errors.ts';

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

/**
 * PGlite copies its table of parsers for every query. With parsers for the arrays of every table's rows in it, which no column
 * holds, that takes a quarter of a short query.
 */
async function forgetRowArrays(driver: PGlite): Promise<void> {
  const { rows } = await driver.query<{ typarray: number }>(`select typarray::int from pg_type where typtype = 'c' and typarray <> 0`);
  for (const { typarray } of rows) delete driver.parsers[typarray];
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
