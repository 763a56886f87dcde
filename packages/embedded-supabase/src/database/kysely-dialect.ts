import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';
import { noteFailure } from './request-errors.ts';

/** A connection, held until it is released. */
export interface HeldConnection {
  run: <R>(query: CompiledQuery) => Promise<QueryResult<R>>;
  /** Rolls back the open transaction; on a lost connection it is rolled back already. */
  rollBack: () => Promise<void>;
  release: () => void;
}

/** The connection that all statements of a request share while it is held. */
interface Shared {
  connection: Promise<QueryConnection> | undefined;
}

const shared = new AsyncLocalStorage<Shared>();

/**
 * Runs `work` in one transaction: all its statements on `db` belong to it, whatever asks for them. Transactions inside are
 * savepoints. Rolled back if it throws, also after a failed statement that `work` got over: Postgres keeps nothing then.
 */
export const inOneTransaction = <R>(db: Kysely<unknown>, work: () => Promise<R>): Promise<R> =>
  shared.run({ connection: undefined }, () =>
    db.transaction().execute(async () => {
      const result = await work();
      const failure = (await shared.getStore()?.connection)?.failure;
      if (failure) throw failure.error;
      return result;
    }),
  );

/** A dialect for Kysely, and so for `@supabase/lite`, on the connections of `acquire`. */
export function dialectOn(acquire: () => Promise<HeldConnection>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => new HeldDriver(acquire),
  };
}

class HeldDriver implements Driver {
  readonly #acquire: () => Promise<HeldConnection>;

  constructor(acquire: () => Promise<HeldConnection>) {
    this.#acquire = acquire;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<QueryConnection> {
    const own: Shared = shared.getStore() ?? { connection: undefined };
    own.connection ??= noted(this.#acquire()).then(
      (held) => new QueryConnection(held, () => (own.connection = undefined)),
    );
    const connection = await own.connection;
    connection.acquire();
    return connection;
  }

  async releaseConnection(connection: QueryConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: QueryConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: QueryConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: QueryConnection): Promise<void> {
    await connection.rollBack();
  }
}

/**
 * The statement by which `@supabase/lite` notes each read of a file. Nothing reads the time, hosted Supabase does not note
 * it, and as a write it would fail on a read-only database and wait for each lock of the row.
 */
const NOTE_OF_A_READ = 'update "storage"."objects" set "last_accessed_at" = $1 where "id" = $2';

class QueryConnection implements DatabaseConnection {
  readonly #held: HeldConnection;
  readonly #onRelease: () => void;
  /** Open transactions: one, and savepoints in it. */
  #depth = 0;
  /** Those who have acquired it. */
  #users = 0;
  /** The error after which Postgres keeps nothing of the open transaction. */
  failure: { error: unknown } | undefined;

  constructor(held: HeldConnection, onRelease: () => void) {
    this.#held = held;
    this.#onRelease = onRelease;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.sql === NOTE_OF_A_READ) return { rows: [] };
    try {
      return await noted(this.#held.run<R>(query));
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Results are not streamed');
  }

  async begin(): Promise<void> {
    await this.#run(this.#depth === 0 ? 'begin' : 'savepoint inner');
    this.#depth += 1;
  }

  async commit(): Promise<void> {
    await this.#run(this.#depth === 1 ? 'commit' : 'release savepoint inner');
    this.#depth -= 1;
  }

  async rollBack(): Promise<void> {
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.#depth === 0) await this.#held.rollBack();
    else {
      await this.#run('rollback to savepoint inner');
      await this.#run('release savepoint inner');
    }
    this.failure = undefined;
  }

  acquire(): void {
    this.#users += 1;
  }

  release(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#onRelease();
    this.#held.release();
  }

  async #run(text: string): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(text));
  }
}

/** Records a failure, which `@supabase/lite` can answer as if nothing was there. */
async function noted<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    noteFailure(error);
    throw error;
  }
}
