import type { Connection } from '@supabase/lite';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';

/** Statement timeouts of the roles in milliseconds: the settings of hosted Supabase. */
export const STATEMENT_TIMEOUTS = {
  anon: 3_000,
  authenticated: 8_000,
  service_role: 8_000,
  authenticator: 8_000,
} as const;

/**
 * The part of a statement timeout for which the statement waits for one lock. It can wait for two in turn, that of a row and
 * that of its holder. Its client has not caused the wait and is not refused, unlike after a statement timeout.
 */
const OF_A_LOCK = 0.4;

/** The lock timeout that belongs to a statement timeout, in milliseconds. */
export const lockTimeoutOf = (timeout: number): number => Math.round(timeout * OF_A_LOCK);

/** Statement timeout of the owner: that of the role on hosted Supabase. */
export const OWNER_TIMEOUT = 120_000;

/** The context of a request, as `@supabase/lite` provides it. */
const contextSchema = z.object({
  auth: z
    .object({ role: z.string().default('anon'), uid: z.string().nullish(), jwt: z.unknown().optional() })
    .default({ role: 'anon', jwt: undefined }),
  storage: z.object({ operation: z.string().nullish() }).optional(),
});

/** Facts about the request that a called function can read. */
const callSchema = z.object({
  method: z.string(),
  path: z.string(),
  requestHeaders: z.record(z.string(), z.unknown()).default({}),
});

const askedSchema = z.tuple([z.object({ asked: z.string().nullable() })]);
const headersSchema = z.array(z.record(z.string(), z.string()));

const hasTimeout = (role: string): role is keyof typeof STATEMENT_TIMEOUTS => Object.hasOwn(STATEMENT_TIMEOUTS, role);

interface RoleOptions {
  /** Is called with the timeout of the following statements of the current request. */
  onTimeout?: (milliseconds: number) => void;
}

/**
 * Runs requests under their role, with the rights of the migrations and the role's statement timeout.
 *
 * On its first request, `@supabase/lite` grants all rights on all tables to anon and authenticated, which undoes the
 * column grants. So the roles are created before (see `rolesSql`), and only the migrations grant rights. It also takes
 * one statement for each request setting that a policy or function can read, and has no timeouts: role settings apply to
 * logins, not to `set role`, so each transaction sets its own, as PostgREST does. Answers to an insert get the headers that
 * the database asks for, as those of functions do.
 */
export function applyRoles(connection: Connection, { onTimeout }: RoleOptions = {}): void {
  for (const method of ['ensureRlsContext', 'applyJwtSessionContext', 'applyRpcRequestGucs']) {
    if (!(method in connection)) {
      throw new Error(
        `@supabase/lite has changed: ${method} is not where it was. Look for its successor before going on.`,
      );
    }
  }
  const enterRole = async (transaction: Kysely<unknown>, vars: unknown) => {
    const { auth, storage } = contextSchema.parse(vars);
    const timeout = STATEMENT_TIMEOUTS[hasTimeout(auth.role) ? auth.role : 'authenticator'];
    const hasClaims = typeof auth.jwt === 'object' && auth.jwt !== null;
    await sql`select set_config('statement_timeout', ${String(timeout)}, true),
      set_config('lock_timeout', ${String(lockTimeoutOf(timeout))}, true),
      set_config('request.jwt.claim.sub', ${auth.uid ?? ''}, true),
      set_config('request.jwt.claim.role', ${auth.role}, true),
      set_config('request.jwt.claims', ${hasClaims ? JSON.stringify(auth.jwt) : ''}, true),
      set_config('storage.operation', ${storage?.operation ?? ''}, true),
      set_config('role', ${auth.role}, true)`.execute(transaction);
    onTimeout?.(timeout);
  };
  const enterCall = async (transaction: Kysely<unknown>, call: unknown) => {
    const { method, path, requestHeaders } = callSchema.parse(call);
    await sql`select set_config('response.status', '', true), set_config('response.headers', '', true),
      set_config('request.method', ${method}, true), set_config('request.path', ${path}, true),
      set_config('request.headers', ${JSON.stringify(requestHeaders)}, true)`.execute(transaction);
  };
  const run = connection.withContext.bind(connection);
  const runAndTell: Connection['withContext'] = (vars, work, options) =>
    run(
      vars,
      async (transaction) => {
        const result = await work(transaction);
        if (result instanceof Response && result.status === 201) await setHeaders(transaction, result.headers);
        return result;
      },
      options,
    );
  Object.defineProperty(connection, 'withContext', { value: runAndTell });
  Object.defineProperty(connection, 'ensureRlsContext', { value: () => Promise.resolve(true) });
  Object.defineProperty(connection, 'applyJwtSessionContext', { value: enterRole });
  Object.defineProperty(connection, 'applyRpcRequestGucs', { value: enterCall });
}

/** The headers that a transaction asks PostgREST for, which `@supabase/lite` adds to the answers of functions only. */
async function setHeaders(transaction: Kysely<unknown>, headers: Headers): Promise<void> {
  const { rows } = await sql`select current_setting('response.headers', true) as asked`.execute(transaction);
  const [{ asked }] = askedSchema.parse(rows);
  if (asked)
    for (const each of headersSchema.parse(JSON.parse(asked)))
      for (const [name, value] of Object.entries(each)) headers.set(name, value);
}

/** The same connection for an operator of the database: all requests act as `owner`, to whom policies and missing rights do not apply. */
export function asOwner(connection: Connection, owner: string): Connection {
  const withContext: Connection['withContext'] = (_vars, work, options) =>
    connection.withContext({ auth: { role: owner } }, work, options);
  return Object.create(connection, { withContext: { value: withContext } });
}
