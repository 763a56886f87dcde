import type { App } from '@supabase/lite';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { inOneTransaction } from '../database/kysely-dialect.ts';

/** Carries an answer whose writes are undone. */
class Undone extends Error {
  readonly answer: Response;

  constructor(answer: Response) {
    super('The renewal failed');
    this.answer = answer;
  }
}

/**
 * Serves the renewal of a session whole or not at all: `@supabase/lite` uses up a refresh token before it writes the next one,
 * and a session that has only used ones has ended. The other requests of Auth leave nobody locked out when they stop halfway,
 * and write in a transaction by themselves where a token can be used once.
 *
 * The user and the session come first, in the order of everybody else who locks both; without it, a renewal would hold the
 * session while it waits for the user. It also lets a renewal and a sign-out of one session come one after the other.
 */
export async function renewBy(
  app: App,
  database: Pick<Database, 'connection' | 'scope'>,
  request: Request,
  refreshToken: string,
): Promise<Response> {
  const db = database.connection.kysely;
  const of = (column: 'user_id' | 'session_id') =>
    sql`(select ${sql.ref(column)} from auth.refresh_tokens where token = ${refreshToken} limit 1)`;
  try {
    return await database.scope(() =>
      inOneTransaction(db, async () => {
        await sql`select from auth.users where id = ${of('user_id')} for no key update`.execute(db);
        await sql`select from auth.sessions where id = ${of('session_id')} for no key update`.execute(db);
        const answer = await app.fetch(request, { peerAddress: null });
        // What a refusal writes stays, such as the end of a session whose old token was used again.
        if (answer.status >= 500) throw new Undone(answer);
        return answer;
      }),
    );
  } catch (error) {
    if (error instanceof Undone) return error.answer;
    throw error;
  }
}
