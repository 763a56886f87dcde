import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { HeldConnection } from './kysely-dialect.ts';
import { DatabaseOutage, noteOutage } from './outages.ts';

export type Parser = (text: string) => unknown;

/** Time for which a request waits for a connection: a restarting server is back by then; after that, an error is better. */
const CONNECT_MS = 5_000;
/** Pause before a lost connection that listens is replaced. */
const LISTEN_AGAIN_MS = 1_000;
const APPLICATION = 'embedded-supabase';
/** Lock that every connection shares. */
const IN_USE = `hashtextextended('${APPLICATION}', 0)`;

/**
 * Connections to a real Postgres. Parameters and results have the same values as on the embedded database. Lost
 * connections are expected: the affected query throws a {@link DatabaseOutage}, and the next one gets a new connection.
 */
export class PostgresPool {
  readonly #pool: pg.Pool;
  readonly #parsers = new Map<number, Parser>();
  readonly #log: (line: string) => void;
  #isOut = false;
  #isClosed = false;
  #stopListening: () => void = () => undefined;

  /**
   * @param scalars parsers by type oid; other types stay text, and arrays are parsed like their elements
   * @param log is told when the server becomes unreachable, and when it is back
   */
  constructor(
    connectionString: string,
    max: number,
    scalars: Readonly<Record<number, Parser>>,
    log: (line: string) => void,
  ) {
    this.#log = log;
    for (const [oid, parse] of Object.entries(scalars)) this.#parsers.set(Number(oid), parse);
    this.#pool = new pg.Pool({
      connectionString,
      // One that stays, with its lock.
      min: 1,
      max,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: APPLICATION,
      types: { getTypeParser: (oid: number) => this.#parsers.get(oid) ?? String },
      onConnect: (client) => this.#prepare(client),
    });
    // A connection can be lost while idle, or between two statements of a transaction; without listeners, that would
    // end the process. The next statement on it fails by itself.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** A connection for several statements; return it with `release()`. @throws DatabaseOutage */
  async connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.#pool.connect();
      if (this.#isOut) this.#log('The database is back.');
      this.#isOut = false;
      return client;
    } catch (error) {
      if (!this.#isOut) this.#log(`The database cannot be reached: ${reasonOf(error)}`);
      this.#isOut = true;
      noteOutage();
      throw new DatabaseOutage(error);
    }
  }

  /** Runs one statement on any connection. */
  async query<T>(text: string, params: readonly unknown[] = []): Promise<pg.QueryResult<T & pg.QueryResultRow>> {
    const client = await this.connect();
    try {
      return await queryOn<T>(client, text, params);
    } finally {
      client.release();
    }
  }

  /** Runs `work` in a transaction; rolled back if it throws. */
  async transaction<R>(work: (client: pg.PoolClient) => Promise<R>): Promise<R> {
    const client = await this.connect();
    try {
      await queryOn(client, 'begin');
      const result = await work(client);
      await queryOn(client, 'commit');
      return result;
    } catch (error) {
      await rollBack(client);
      throw error;
    } finally {
      client.release();
    }
  }

  /**
   * For the first connection of this server. Two servers that ask at the same time are refused both.
   * @throws if another server has a connection to the database
   */
  async refuseInUse(): Promise<void> {
    const { rows } = await this.query<{ free: boolean; holders: string | null }>(
      `select pg_try_advisory_lock(${IN_USE}) and pg_advisory_unlock(${IN_USE}) as free, (
        select string_agg(distinct coalesce(host(client_addr), 'this machine'), ', ') from pg_stat_activity
        where datname = current_database() and application_name = '${APPLICATION}' and pid <> pg_backend_pid()) as holders`,
    );
    const [{ free, holders } = { free: false, holders: null }] = rows;
    if (!free)
      throw new Error(
        `Another server runs on the database of DATABASE_URL, from ${holders ?? 'an unknown address'}. Stop it first, or name another database. If its machine is gone, end its connections: select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = '${APPLICATION}'`,
      );
  }

  /**
   * Calls `heard` with each notification on a channel, on a connection of its own, and `missed` once that listens, since
   * earlier ones can have been missed.
   */
  listen(channel: string, heard: (text: string) => void, missed: () => void): void {
    const again = () => {
      if (this.#isClosed) return;
      const timer = setTimeout(() => void listen(), LISTEN_AGAIN_MS);
      this.#stopListening = () => clearTimeout(timer);
    };
    const listen = async () => {
      let client: pg.PoolClient;
      try {
        client = await this.connect();
      } catch {
        again();
        return;
      }
      let isReleased = false;
      const release = () => {
        if (isReleased) return;
        isReleased = true;
        // Another user of the connection would hear as well.
        client.release(true);
        again();
      };
      this.#stopListening = release;
      if (this.#isClosed) release();
      client.on('notification', ({ payload = '' }) => heard(payload));
      for (const lost of ['end', 'error'] as const) client.once(lost, release);
      await client.query(`listen ${channel}`).then(missed, release);
    };
    void listen();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    await this.#pool.end();
  }

  /** A connection for Kysely. */
  async hold(): Promise<HeldConnection> {
    const client = await this.connect();
    return {
      run: async <R>(query: CompiledQuery) => {
        const { rows, rowCount } = await queryOn<R>(client, query.sql, query.parameters);
        return rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
      },
      rollBack: () => rollBack(client),
      release: () => client.release(),
    };
  }

  /**
   * Sets UTC and ISO as in the embedded database, whatever the settings of the server are, and shows other servers that
   * this database is in use.
   */
  async #prepare(client: pg.ClientBase): Promise<void> {
    await client.query(
      `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; select pg_advisory_lock_shared(${IN_USE})`,
    );
    await this.#readArrayTypes(client);
  }

  /** Loads types created since; new connections do so by themselves. */
  async learnTypes(): Promise<void> {
    const client = await this.connect();
    try {
      await this.#readArrayTypes(client);
    } finally {
      client.release();
    }
  }

  async #readArrayTypes(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<{ oid: number; element: number }>(
      `select a.oid::int as oid, a.typelem::int as element from pg_catalog.pg_type a join pg_catalog.pg_type e on e.oid = a.typelem
       where a.typcategory = 'A' and e.typarray = a.oid and e.typtype in ('b', 'e', 'd')`,
    );
    for (const { oid, element } of rows) {
      if (!this.#parsers.has(oid))
        this.#parsers.set(oid, (text) => parseArray(text, this.#parsers.get(element) ?? String));
    }
  }
}

/** The message of a network error; an error of several addresses has no message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Runs one statement on a held connection. @throws DatabaseOutage if the connection is lost, else the error of Postgres */
export async function queryOn<T>(
  client: pg.PoolClient,
  text: string,
  params: readonly unknown[] = [],
): Promise<pg.QueryResult<T & pg.QueryResultRow>> {
  try {
    const values = params.some(Array.isArray) ? await withArrays(client, text, params) : params.map(asText);
    return await client.query<T & pg.QueryResultRow>(text, values);
  } catch (error) {
    if (!isOutage(error)) throw error;
    noteOutage();
    throw new DatabaseOutage(error);
  }
}

/** Rolls back; on a lost connection everything is rolled back already. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback');
  } catch (error) {
    if (!isOutage(error)) throw error;
  }
}

/**
 * Errors without an SQLSTATE come from the connection, except for values that cannot be serialised as JSON. 08…, 57P01
 * to 57P03 and 53300 mean that the server stops, starts or is full.
 */
function isOutage(error: unknown): boolean {
  return error instanceof pg.DatabaseError
    ? /^(08|57P0[1-3]|53300)/.test(error.code ?? '')
    : error instanceof Error && !(error instanceof TypeError);
}

const TEXT_ARRAY: number = 1009;
const textArray: (text: string) => unknown[] = pg.types.getTypeParser(TEXT_ARRAY);

/** Parses a Postgres array of any depth; `parse` reads its elements. */
function parseArray(text: string, parse: Parser): unknown[] {
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read);
    return typeof value === 'string' ? parse(value) : value;
  };
  return textArray(text).map(read);
}

/** Serialises a value for Postgres. A text for a `json` parameter is JSON already, because `@supabase/lite` passes it that way. */
function asText(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** An array is `{…}` for a parameter of an array type and `[…]` for JSON, so Postgres is asked for the type. */
async function withArrays(client: pg.PoolClient, text: string, params: readonly unknown[]): Promise<unknown[]> {
  // Earlier calls, failed ones too, can leave objects behind: they are dropped first.
  await client.query(`deallocate all; prepare parameters_of as ${text}`);
  const { rows } = await client.query<{ is_array: boolean }>(
    `select t.typcategory = 'A' as is_array from pg_prepared_statements s, unnest(s.parameter_types::oid[]) with ordinality p (type, n)
     join pg_type t on t.oid = p.type where s.name = 'parameters_of' order by p.n`,
  );
  return params.map((value, index) =>
    Array.isArray(value) && rows[index]?.is_array === true ? arrayLiteral(value) : asText(value),
  );
}

function arrayLiteral(values: readonly unknown[]): string {
  const element = (value: unknown) => {
    if (Array.isArray(value)) return arrayLiteral(value);
    const text = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : asText(value);
    return text === null ? 'NULL' : `"${String(text).replace(/[\\"]/g, '\\$&')}"`;
  };
  return `{${values.map(element).join(',')}}`;
}
