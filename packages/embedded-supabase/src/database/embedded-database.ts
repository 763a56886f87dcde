import { join } from 'node:path';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { CutOffs } from './cut-offs.ts';
import { EmbeddedEngine, type Session } from './embedded-engine.ts';
import { FairQueue } from '../fair-queue.ts';
import { dialectOn, type HeldConnection } from './kysely-dialect.ts';
import { failOnLookup, rememberErrors } from './request-errors.ts';
import { applyRoles, OWNER_TIMEOUT, STATEMENT_TIMEOUTS } from './roles.ts';
import { Turns } from './turns.ts';

/** The embedded database (Postgres in WASM) in the folder `dataDir`/db. */
export async function openEmbedded(
  dataDir: string,
  log: (line: string) => void = () => undefined,
  turnMs?: number,
): Promise<Database> {
  const engine = new EmbeddedEngine(join(dataDir, 'db'), log);
  await engine.session();
  const cutOffs = new CutOffs();
  // `@supabase/lite` shares one connection among all requests: the statements of two transactions would mix, and a
  // request could run under the role of another. A turn is bound to its session: when the session ends, so do
  // transaction and role.
  const queue = new FairQueue();
  const turns = new Turns(queue, cutOffs, () => engine.session(), turnMs);
  // Only the dialect is used: its own driver never connects.
  const connection = createPostgresConnection({ url: 'postgres://embedded' });
  connection.kysely = new Kysely({ dialect: dialectOn(() => holdTurn(turns)) });
  applyRoles(connection, { onTimeout: (milliseconds) => turns.limit(milliseconds) });
  rememberErrors(connection);
  failOnLookup(connection);

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
    cutOffs,
    listen: (heard, missed) => {
      engine.onHeard = heard;
      engine.onMissed = missed;
    },
    load: () => queue.load,
    ask: async () => {
      await turns.take((session) => inSession(session, OWNER_TIMEOUT).sql('select 1'));
      return undefined;
    },
    close: async () => {
      await engine.close();
      await connection.close();
    },
  };
}

/** Rolls back an open transaction, or ends its session if that fails; with an ended session it is rolled back already. */
async function rollBack(session: Session): Promise<void> {
  if (session.ended) return;
  try {
    await session.run('exec', 'rollback');
  } catch (error) {
    session.end(new Error('a transaction could not be undone', { cause: error }));
    throw error;
  }
}

/** The connection for Kysely: it starts and ends with its turn. */
async function holdTurn(turns: Turns<Session>): Promise<HeldConnection> {
  const { held: session, leave } = await turns.enter();
  return {
    run: async (query) => {
      const limit = turns.timeout(STATEMENT_TIMEOUTS.authenticator);
      const { rows, affectedRows } = await turns.watch(() => session.run('query', query.sql, query.parameters, limit));
      return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
    },
    rollBack: () => rollBack(session),
    release: leave,
  };
}
