import { setTimeout as delay } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { askingClient } from './asking-client.ts';
import type { HeldConnection } from './kysely-dialect.ts';
import { DatabaseOutage, noteOutage, noteStatementError } from './outages.ts';
import { lockTimeoutOf, OWNER_TIMEOUT, STATEMENT_TIMEOUTS } from './roles.ts';
import { TURN_MS } from './turns.ts';

export type Parser = (text: string) => unknown;

type Result<T> = pg.QueryResult<T & pg.QueryResultRow>;

/**
 * Times in milliseconds after which a connection counts as lost. Postgres limits its statements by itself, but a firewall,
 * a failover or a pooler can silence a connection without closing it, and then nothing else would end the wait.
 */
export const LIMITS = {
  /** Connecting, and statements that take no time. A restarting server is back by then; after that, an error is better. */
  aliveMs: 5_000,
  /** A statement of a request. Ends before the patience of those that wait for its turn, which still get one. */
  requestMs: STATEMENT_TIMEOUTS.authenticator + 1_500,
  /** A statement of this server. */
  ownMs: OWNER_TIMEOUT + 1_500,
  /** A migration, which can rewrite the largest table. */
  migrationMs: 6 * 3_600_000,
  /** Pause between questions to the connection that listens. */
  askMs: 5_000,
  /** Held connections, once the pool is closed. */
  closeMs: 2_000,
  /** A request that waits for its turn. */
  turnMs: TURN_MS,
};
export type Limits = typeof LIMITS;

/** Time by which Postgres ends a statement before its connection counts as lost. */
const EARLIER_MS = 500;
/** Pause before a lost connection that listens is replaced. */
const LISTEN_AGAIN_MS = 1_000;
/** Idle time after which the system looks whether the other end of a connection is still there. */
const KEEP_ALIVE_MS = 10_000;
const APPLICATION = 'embedded-supabase';
/** Lock that every connection shares. */
const IN_USE = `hashtextextended('${APPLICATION}', 0)`;

/**
 * Connections to a real Postgres. Parameters and results have the same values as on the embedded database. Lost and
 * silent connections are expected: the affected query throws a {@link DatabaseOutage}, and the next one gets a new
 * connection.
 */
export class PostgresPool {
  readonly #pool: pg.Pool;
  readonly #parsers = new Map<number, Parser>();
  readonly #log: (line: string) => void;
  readonly #limits: Limits;
  /** The open connections, and since when by the clock of `performance`. */
  readonly #clients = new Map<pg.Client, number>();
  /** The statement timeouts of connections that have one, in milliseconds. */
  readonly #timeouts = new WeakMap<pg.Client, number>();
  /** Older connections are not used again. */
  #trustedSince = 0;
  /**
   * Is told when a connection was silent for so many milliseconds, or takes no writes, so that older ones are replaced:
   * the cause can have met those of other pools.
   */
  onDistrust: (milliseconds: number, isSilent: boolean) => void = () => undefined;
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
    limits: Limits = LIMITS,
  ) {
    this.#log = log;
    this.#limits = limits;
    for (const [oid, parse] of Object.entries(scalars)) this.#parsers.set(Number(oid), parse);
    this.#pool = new pg.Pool({
      connectionString,
      // One that stays, with its lock.
      min: 1,
      max,
      connectionTimeoutMillis: limits.aliveMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: APPLICATION,
      types: { getTypeParser: (oid: number) => this.#parsers.get(oid) ?? String },
      // Not `verify`: a connection that it delays beyond the patience of its caller would belong to nobody.
      onConnect: async (client) => {
        if (!(client instanceof pg.Client)) throw new TypeError('The pool has other clients than pg');
        this.#clients.set(client, performance.now());
        try {
          await this.#prepare(client);
        } catch (error) {
          this.#clients.delete(client);
          throw error;
        }
      },
    });
    // A connection can be lost while idle, or between two statements of a transaction; without listeners, that would
    // end the process. The next statement on it fails by itself.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#pool.on('remove', (client) => this.#clients.delete(client));
  }

  /** A connection for several statements; return it with `release()`. @throws DatabaseOutage */
  async connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.#trusted();
      if (this.#isOut) this.#log('The database is back.');
      this.#isOut = false;
      return client;
    } catch (error) {
      if (!this.#isOut) this.#log(`The database cannot be reached: ${reasonOf(error)}`);
      this.#isOut = true;
      const outage = new DatabaseOutage(error);
      noteOutage(outage);
      throw outage;
    }
  }

  /** Replaces the connections that are older than `milliseconds`, each before its next use. */
  replaceOlder(milliseconds: number): void {
    this.#trustedSince = Math.max(this.#trustedSince, performance.now() - milliseconds);
  }

  async #trusted(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    if ((this.#clients.get(client) ?? 0) >= this.#trustedSince) return client;
    client.connection.stream.destroy();
    client.release(true);
    return this.#trusted();
  }

  /** Runs one statement, or several without parameters, on any connection; `limit` in milliseconds. */
  async query<T>(
    text: string,
    params: readonly unknown[] = [],
    limit = askingClient() === 'server' ? this.#limits.ownMs : this.#limits.requestMs,
  ): Promise<Result<T>> {
    const client = await this.connect();
    try {
      await this.#endBefore(client, limit);
      return await this.#queryOn<T>(client, text, params, limit);
    } finally {
      client.release();
    }
  }

  /** @returns what the database takes @throws DatabaseOutage if it is silent */
  async ask(): Promise<'writes' | 'read-only'> {
    const { rows } = await this.query<{ state: string }>(
      `select current_setting('transaction_read_only') as state`,
      [],
      this.#limits.aliveMs,
    );
    if (rows[0]?.state !== 'on') return 'writes';
    this.#distrustReaders();
    return 'read-only';
  }

  /**
   * A server that was demoted to a reader keeps its connections. Young ones stay: if the database itself is read-only,
   * each further write would replace them.
   */
  #distrustReaders(): void {
    this.#distrust(this.#limits.aliveMs, false);
  }

  #distrust(milliseconds: number, isSilent: boolean): void {
    this.replaceOlder(milliseconds);
    this.onDistrust(milliseconds, isSilent);
  }

  /** Runs `work`, with the time of migrations for each statement, in a transaction; rolled back if it throws. */
  async transaction<R>(
    work: (run: <T>(text: string, params?: readonly unknown[]) => Promise<Result<T>>) => Promise<R>,
  ): Promise<R> {
    const client = await this.connect();
    const run = <T>(text: string, params: readonly unknown[] = []) =>
      this.#queryOn<T>(client, text, params, this.#limits.migrationMs);
    try {
      await this.#endBefore(client, this.#limits.migrationMs);
      await this.#queryOn(client, 'begin', [], this.#limits.aliveMs);
      const result = await work(run);
      await run('commit');
      return result;
    } catch (error) {
      await this.#rollBack(client);
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
      const ask = (text: string) => this.#limited(client, this.#limits.aliveMs, () => client.query(text));
      try {
        await ask(`listen ${channel}`);
        missed();
        // Silence is normal here, so that only an answer shows that the connection works. A released one has none.
        for (;;) {
          await delay(this.#limits.askMs, undefined, { ref: false });
          const { rowCount } = await ask('select 1 where not pg_is_in_recovery()');
          // A reader notifies nobody.
          if (rowCount === 0) throw new DatabaseOutage(undefined);
        }
      } catch {
        release();
      }
    };
    void listen();
  }

  /** Waits for held connections for a moment, then ends them: their statements fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    const late = delay(this.#limits.closeMs, undefined, { ref: false }).then(() => {
      for (const client of this.#clients.keys()) client.connection.stream.destroy();
    });
    await Promise.race([this.#end(), late]);
  }

  /** Ends the connections as Postgres sees it: with the first one that is left, the database would count as in use. */
  async #end(): Promise<void> {
    await this.#pool.end();
    // Not `once` of node:events, which rejects when a connection fails while it ends.
    while (this.#clients.size > 0) await new Promise((resolve) => this.#pool.once('remove', resolve));
  }

  /** A connection for Kysely. */
  async hold(): Promise<HeldConnection> {
    const client = await this.connect();
    const limit = this.#limits.requestMs;
    try {
      await this.#endBefore(client, limit);
    } catch (error) {
      client.release();
      throw error;
    }
    let mayWrite = true;
    return {
      run: async <R>(query: CompiledQuery) => {
        mayWrite &&= !/transaction_read_only/i.test(query.sql);
        const { rows, rowCount } = await this.#queryOn<R>(client, query.sql, query.parameters, limit, mayWrite);
        return rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
      },
      rollBack: () => this.#rollBack(client),
      release: () => client.release(),
    };
  }

  /**
   * Sets UTC and ISO as in the embedded database, whatever the settings of the server are, and shows other servers that
   * this database is in use. Postgres itself ends the transaction of a connection that went silent, with its locks, and,
   * where its system can tell, statements of one that was closed.
   */
  #prepare(client: pg.Client): Promise<void> {
    return this.#limited(client, this.#limits.aliveMs, async () => {
      await client.query(
        `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
         set idle_in_transaction_session_timeout = '60s'; select pg_advisory_lock_shared(${IN_USE});
         do $$ begin set client_connection_check_interval = '5s'; exception when invalid_parameter_value then null; end $$`,
      );
      await this.#readArrayTypes(client);
    });
  }

  /** Loads types created since; new connections do so by themselves. */
  async learnTypes(): Promise<void> {
    const client = await this.connect();
    try {
      await this.#limited(client, this.#limits.aliveMs, () => this.#readArrayTypes(client));
    } finally {
      client.release();
    }
  }

  /**
   * Lets Postgres itself end the next statements of a connection shortly before `limit`: what waits for a lock is not
   * silent, and would still write after its connection was given up.
   */
  async #endBefore(client: pg.PoolClient, limit: number): Promise<void> {
    const timeout = limit - EARLIER_MS;
    if (limit <= this.#limits.aliveMs || this.#timeouts.get(client) === timeout) return;
    const settings = `set statement_timeout = ${String(timeout)}; set lock_timeout = ${String(lockTimeoutOf(timeout))}`;
    await this.#queryOn(client, settings, [], this.#limits.aliveMs);
    this.#timeouts.set(client, timeout);
  }

  /**
   * Runs one statement on a held connection.
   * @param mayWrite whether its transaction is not read-only by its own wish
   * @throws DatabaseOutage if the connection is lost or takes no writes, else the error of Postgres
   */
  async #queryOn<T>(
    client: pg.PoolClient,
    text: string,
    params: readonly unknown[],
    limit: number,
    mayWrite = true,
  ): Promise<Result<T>> {
    try {
      return await this.#limited(client, limit, async () => {
        const values = params.some(Array.isArray) ? await withArrays(client, text, params) : params.map(asText);
        return client.query<T & pg.QueryResultRow>(text, values);
      });
    } catch (error) {
      const isReader = mayWrite && error instanceof pg.DatabaseError && error.code === '25006';
      if (isReader) this.#distrustReaders();
      const thrown = isReader || isOutage(error) ? new DatabaseOutage(error) : error;
      noteStatementError(thrown);
      throw thrown;
    }
  }

  /** Rolls back; on a lost connection everything is rolled back already. */
  async #rollBack(client: pg.PoolClient): Promise<void> {
    try {
      await this.#limited(client, this.#limits.aliveMs, () => client.query('rollback'));
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
  }

  /** Ends the connection after `limit`, so that its statements fail. The `query_timeout` of pg would leave it in use. */
  async #limited<R>(client: pg.Client, limit: number, work: () => Promise<R>): Promise<R> {
    const timer = setTimeout(() => {
      this.#distrust(limit, true);
      client.connection.stream.destroy();
    }, limit);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
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

/**
 * Errors without an SQLSTATE come from the connection, except for values that cannot be serialised as JSON. 08…, 57P01
 * to 57P05, 25P03 and 53300 mean that the server stops, starts or is full, or has ended an idle connection.
 */
function isOutage(error: unknown): boolean {
  return error instanceof pg.DatabaseError
    ? /^(08|25P03|57P0[1-5]|53300)/.test(error.code ?? '')
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
