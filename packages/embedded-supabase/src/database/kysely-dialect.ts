import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
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
  readonly #held = new WeakMap<DatabaseConnection, HeldConnection>();

  constructor(acquire: () => Promise<HeldConnection>) {
    this.#acquire = acquire;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const held = await noted(this.#acquire());
    const connection = new QueryConnection(held);
    this.#held.set(connection, held);
    return connection;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#held.get(connection)?.release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#held.get(connection)?.rollBack();
  }
}

/**
 * The statement by which `@supabase/lite` notes each read of a file. Nothing reads the time, hosted Supabase does not note
 * it, and as a write it would fail on a read-only database and wait for each lock of the row.
 */
const NOTE_OF_A_READ = 'update "storage"."objects" set "last_accessed_at" = $1 where "id" = $2';

class QueryConnection implements DatabaseConnection {
  readonly #held: HeldConnection;

  constructor(held: HeldConnection) {
    this.#held = held;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return query.sql === NOTE_OF_A_READ ? { rows: [] } : noted(this.#held.run<R>(query));
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Results are not streamed');
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
