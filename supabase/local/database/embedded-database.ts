import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { databaseError } from './database-error.ts';
import { askingClient } from './asking-client.ts';
import { EmbeddedEngine, type Session } from './embedded-engine.ts';
import { FairQueue } from './fair-queue.ts';
import { dialectOn, type HeldConnection } from './kysely-dialect.ts';
import { rememberErrors } from './request-errors.ts';
import { refuseCostlyQueries } from './costly-queries.ts';
import { applyRoles, STATEMENT_TIMEOUTS } from './roles.ts';

/** How long a statement of the owner may take: what hosted Supabase gives that role. */
const OWNER_TIMEOUT = 120_000;
/** How long a request waits for its turn, as in PostgREST. */
const TURN_MS = 10_000;

/** The embedded database (Postgres in WASM) in the folder `dataDir`/db. */
export async function openEmbedded(dataDir: string, log: (line: string) => void = () => undefined): Promise<Database> {
  const engine = new EmbeddedEngine(join(dataDir, 'db'), log);
  await engine.session();
  const turns = new Turns(engine);
  // Only the dialect is wanted of it: its own driver never connects.
  const connection = createPostgresConnection({ url: 'postgres://embedded' });
  connection.kysely = new Kysely({ dialect: dialectOn(() => holdTurn(turns)) });
  applyRoles(connection, { onTimeout: (milliseconds) => turns.limit(milliseconds) });
  refuseCostlyQueries(connection);
  rememberErrors(connection);

  const inSession = (session: Session, limit?: number) => ({
    sql: async (text: string, params: readonly unknown[] = []) =>
      (await session.run('query', text, params, limit)).rows,
    exec: async (text: string) => {
      await session.run('exec', text, [], limit);
    },
  });
  return {
    connection,
    sql: (text, params) => turns.take((session) => inSession(session, OWNER_TIMEOUT).sql(text, params)),
    exec: (text) => turns.take((session) => inSession(session).exec(text)),
    transaction: (work) =>
      turns.take(async (session) => {
        const target = inSession(session);
        await target.exec('begin');
        try {
          const result = await work(target);
          await target.exec('commit');
          return result;
        } catch (error) {
          await rollBack(session);
          throw error;
        }
      }),
    scope: (work) => turns.scope(work),
    close: async () => {
      await engine.close();
      await connection.close();
    },
  };
}

/** Undoes an open transaction, if need be together with its session; one of an ended session is undone already. */
async function rollBack(session: Session): Promise<void> {
  if (session.ended) return;
  try {
    await session.run('exec', 'rollback');
  } catch (error) {
    session.end(new Error('a transaction could not be undone', { cause: error }));
    throw error;
  }
}

/** What a scope holds while it has its turn. */
interface Turn {
  session: Session;
  leave: () => void;
}

interface Scope {
  depth: number;
  turn: Promise<Turn> | undefined;
  /** Milliseconds that its next statements may take; undefined before a role is known. */
  limit: number | undefined;
}

/**
 * Turns on the one connection of the embedded database. `@supabase/lite` hands the same connection to every request at
 * once: the statements of two transactions would mix, and one request would run under the role of another. A scope (one
 * HTTP request) holds the connection from its first statement or transaction until that is done, and may use it again
 * inside. The client that has had the connection for the shortest time is next, so that none keeps all others
 * waiting. A turn stays with the session that it began with: when that ends, so do the transaction and the role.
 */
class Turns {
  readonly #engine: EmbeddedEngine;
  readonly #scopes = new AsyncLocalStorage<Scope>();
  readonly #queue = new FairQueue();

  constructor(engine: EmbeddedEngine) {
    this.#engine = engine;
  }

  scope<R>(work: () => Promise<R>): Promise<R> {
    return this.#scopes.run({ depth: 0, turn: undefined, limit: undefined }, work);
  }

  async take<R>(work: (session: Session) => Promise<R>): Promise<R> {
    const { session, leave } = await this.enter();
    try {
      return await work(session);
    } finally {
      leave();
    }
  }

  /** Sets how long each statement of this scope may take until it gives the connection back. */
  limit(milliseconds: number): void {
    const scope = this.#scopes.getStore();
    if (scope) scope.limit = milliseconds;
  }

  /** Milliseconds that a statement here may take; undefined outside of requests. */
  get timeout(): number | undefined {
    const scope = this.#scopes.getStore();
    return scope && (scope.limit ?? STATEMENT_TIMEOUTS.authenticator);
  }

  /** Waits for the connection; the answer gives it back. @throws PGRST003 when a request waits for too long. */
  async enter(): Promise<Turn> {
    const scope = this.#scopes.getStore();
    if (!scope) return this.#wait();
    scope.depth += 1;
    const leave = () => {
      scope.depth -= 1;
      if (scope.depth > 0) return;
      const { turn } = scope;
      scope.turn = undefined;
      scope.limit = undefined;
      void turn?.then((last) => last.leave());
    };
    scope.turn ??= this.#wait(TURN_MS);
    try {
      const { session } = await scope.turn;
      return { session, leave };
    } catch (error) {
      scope.depth -= 1;
      if (scope.depth === 0) scope.turn = undefined;
      throw error;
    }
  }

  async #wait(patience?: number): Promise<Turn> {
    const leave = await this.#queue.enter(askingClient(), patience, () =>
      databaseError('PGRST003', 'Timed out acquiring connection from connection pool.'),
    );
    try {
      return { session: await this.#engine.session(), leave };
    } catch (error) {
      leave();
      throw error;
    }
  }
}

/** The connection as Kysely holds it: from its turn to the end of it. */
async function holdTurn(turns: Turns): Promise<HeldConnection> {
  const { session, leave } = await turns.enter();
  return {
    run: async (query) => {
      const { rows, affectedRows } = await session.run('query', query.sql, query.parameters, turns.timeout);
      return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
    },
    rollBack: () => rollBack(session),
    release: leave,
  };
}
