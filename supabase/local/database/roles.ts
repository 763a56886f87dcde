import type { Connection } from '@supabase/lite';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';

/** How long a statement of each role may take, in milliseconds: the settings of hosted Supabase. */
export const STATEMENT_TIMEOUTS = {
  anon: 3_000,
  authenticated: 8_000,
  service_role: 8_000,
  authenticator: 8_000,
} as const;

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

const hasTimeout = (role: string): role is keyof typeof STATEMENT_TIMEOUTS => Object.hasOwn(STATEMENT_TIMEOUTS, role);

interface RoleOptions {
  /** Is told how long each statement of the current request may take from now on. */
  onTimeout?: (milliseconds: number) => void;
}

/**
 * Makes requests run under their role as the migrations grant it, and for no longer than that role may.
 *
 * On its first request `@supabase/lite` grants every right on every table to anon and authenticated, which undoes the column
 * grants. The roles exist before (see `rolesSql`); what they may do is said by the migrations alone. It also takes a statement
 * for each thing that a policy or a function may ask about the caller and the request, and knows no timeouts: role settings count
 * for logins, not for `set role`, so each transaction sets its own, as PostgREST does.
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
  Object.defineProperty(connection, 'ensureRlsContext', { value: () => Promise.resolve(true) });
  Object.defineProperty(connection, 'applyJwtSessionContext', { value: enterRole });
  Object.defineProperty(connection, 'applyRpcRequestGucs', { value: enterCall });
}

/**
 * The same connection for somebody who looks after the database itself: whatever a request comes as, it acts as `owner`, whom no
 * policy and no missing right keeps from a row.
 */
export function asOwner(connection: Connection, owner: string): Connection {
  const withContext: Connection['withContext'] = (_vars, work, options) =>
    connection.withContext({ auth: { role: owner } }, work, options);
  return Object.create(connection, { withContext: { value: withContext } });
}
