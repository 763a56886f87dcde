/**
 * For Vitest: real Postgres databases with many connections, each with its own role. They test races, locks and plans,
 * which the embedded database with its single connection cannot show.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TERMS_VERSION } from '../../../functions/_shared/domain/terms.ts';
import type { Person } from '../world.ts';
import { createDatabase } from './start-postgres.ts';

export type SqlPerson = Pick<Person, 'username' | 'id' | 'authId'>;

export interface RealDatabase {
  /** Connection string, as superuser. */
  url: string;
  /** Runs one statement as the owner of the database. */
  sql: <T extends pg.QueryResultRow>(text: string, params?: readonly unknown[]) => Promise<T[]>;
  /** Registers a user with the given role. */
  person: (username: string, role?: 'user' | 'admin' | 'main_admin') => Promise<SqlPerson>;
  /** A new connection that acts as this user, as a guest or as an edge function; closed with the database. */
  connectAs: (who: SqlPerson | 'anon' | 'service_role') => Promise<pg.Client>;
  /** Closes all connections. */
  close: () => Promise<void>;
}

// bigint arrives as text because it can exceed the range of a number; the ids in tests do not.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format),
};

/** The server of the suite: a plain one, or one with the roles of hosted Supabase. */
export type Server = 'plain' | 'hosted';

/** Creates a new database; `template` as in {@link createDatabase}. */
export async function openRealDatabase(template?: string, server: Server = 'plain'): Promise<RealDatabase> {
  const url = await createDatabase(inject(server === 'hosted' ? 'hostedPostgresUrl' : 'postgresUrl'), template);
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({ connectionString: url, types });
    clients.push(client);
    await client.connect();
    return client;
  };
  const owner = await connect();
  const sql: RealDatabase['sql'] = async <T extends pg.QueryResultRow>(text: string, params?: readonly unknown[]) =>
    (await owner.query<T>(text, params && [...params])).rows;

  return {
    url,
    sql,
    async person(username, role = 'user') {
      const authId = randomUUID();
      await sql(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)`,
        [
          authId,
          `${username}@example.com`,
          { username, firstName: username, lastName: 'Example', country: 'vn', termsVersion: TERMS_VERSION },
        ],
      );
      const [account] = await sql<{ id: number }>(
        `update public.accounts a set role = $2 from public.profiles p
         where a.profile_id = p.id and p.auth_id = $1 returning p.id`,
        [authId, role],
      );
      if (!account) throw new Error(`${username} has no account`);
      return { username, authId, id: account.id };
    },
    async connectAs(who) {
      const client = await connect();
      const role = typeof who === 'string' ? who : 'authenticated';
      const claims = {
        role,
        ...(typeof who === 'object' && { sub: who.authId, email: `${who.username}@example.com` }),
      };
      await client.query(`select set_config('request.jwt.claims', $1, false)`, [JSON.stringify(claims)]);
      await client.query(`set role ${role}`);
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}
