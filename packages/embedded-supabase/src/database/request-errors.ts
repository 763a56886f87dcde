import { AsyncLocalStorage } from 'node:async_hooks';
import { format } from 'node:util';
import type { Connection } from '@supabase/lite';
import { z } from 'zod';
import { databaseError, OUTAGE } from './database-error.ts';

const databaseErrorSchema = z.object({
  code: z.string().regex(/^([0-9A-Z]{5}|PGRST\d{3})$/),
  message: z.string(),
  detail: z.string().nullish(),
  hint: z.string().nullish(),
});
export type DatabaseError = z.infer<typeof databaseErrorSchema>;

const requests = new AsyncLocalStorage<{ error?: DatabaseError }>();

/** The last database error of each request, because the answer of `@supabase/lite` can omit it. */
export function rememberErrors(connection: Connection): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normalized = normalize(error);
    noteDatabaseError(normalized);
    return normalized;
  };
}

/**
 * A failed lookup of the schema fails its request. `@supabase/lite` goes on with an empty schema, and answers that a table
 * is missing. All users of the connection share its cache.
 */
export function failOnLookup(connection: Connection): void {
  const look = connection.introspect.bind(connection);
  const introspect: Connection['introspect'] = async (options) => {
    const lookup: { error?: DatabaseError } = {};
    const found = await requests.run(lookup, () => look(options));
    // The schemas of Auth and Storage are always there.
    if (found.tables.length > 0) return found;
    const error = databaseError(lookup.error?.code ?? 'XX000', lookup.error?.message ?? 'The schema cannot be read');
    noteDatabaseError(error);
    throw error;
  };
  Object.defineProperty(connection, 'introspect', { value: introspect });
}

/** Facts of a database error; undefined for other errors. */
export const databaseErrorOf = (error: unknown): DatabaseError | undefined => databaseErrorSchema.safeParse(error).data;

/** Records a database error for its request. */
export function noteDatabaseError(error: unknown): void {
  const request = requests.getStore();
  const known = databaseErrorOf(error);
  if (request && known) request.error = known;
}

/** Records a failure of the connection. Without an SQLSTATE it is a fault of this server, not of the request. */
export function noteFailure(error: unknown): void {
  noteDatabaseError(databaseErrorOf(error) ? error : databaseError('XX000', 'Internal Server Error'));
}

/** Runs a request and returns its database error, if any. */
export async function withDatabaseError(
  work: () => Promise<Response>,
): Promise<{ response: Response; error?: DatabaseError }> {
  const request: { error?: DatabaseError } = {};
  const response = await requests.run(request, work);
  return { response, ...request };
}

/**
 * The HTTP status of a database error, as in PostgREST (docs: References > Errors), with exceptions that PostgREST
 * treats as server failures: a statement that took too long, waited too long for a lock or was the victim of a deadlock (a
 * smaller or later request succeeds), and one beyond a limit of Postgres, such as its levels of nesting.
 */
export function postgrestStatus(code: string): number {
  if (code === 'PGRST003') return 504;
  if (/^(57014|55P03|40001|40P01)$/.test(code)) return 503;
  // A function that writes, by GET. In other requests it is an outage: the database takes no writes.
  if (code === '25006') return 405;
  if (/^(54|08P01)/.test(code)) return 400;
  if (/^(08|53|57P0[1-5])/.test(code)) return 503;
  if (/^(0L|0P|28)/.test(code)) return 403;
  if (code === 'P0001') return 400;
  if (/^(09|25|2D|38|39|3B|40|55|57|58|F0|HV|P0|XX)/.test(code)) return 500;
  return 400;
}

/**
 * Keeps errors that clients caused (missing rights, violated rules, invalid filters) out of the log, where
 * `@supabase/lite` writes each with its stack and parameters, including password hashes; other database errors become one
 * line.
 * @param report takes the faults; default: they are printed
 * @returns a function that undoes it
 */
export function quietDatabaseErrors(report?: (text: string) => void): () => void {
  const original = console.error;
  const say = report ?? original;
  console.error = (...values: unknown[]) => {
    const error = values.map(databaseErrorOf).find((found) => found !== undefined);
    // An outage is logged once, where it is detected.
    if (error && error.code !== OUTAGE && postgrestStatus(error.code) >= 500)
      say(`Database error ${error.code}: ${error.message}`);
    if (!error && !values.some(isOfTheClient)) say(format(...values));
  };
  return () => {
    console.error = original;
  };
}

/** An unknown table, a connection that the client aborted, or a request that `@supabase/lite` cannot read. */
function isOfTheClient(value: unknown): boolean {
  if (!(value instanceof Error)) return false;
  return 'relation' in value || ('code' in value && value.code === 'ECONNRESET') || isUnreadable(value);
}

/** Whether a library threw the error while it parsed a request. Errors of this program start in its own files. */
function isUnreadable({ stack = '' }: Error): boolean {
  const [thrownAt = ''] = /^ +at [^\n/]*\/.*$/m.exec(stack) ?? [];
  return requests.getStore() !== undefined && /node_modules\/(?:@supabase\/lite|kysely|hono|bcryptjs)\//.test(thrownAt);
}
