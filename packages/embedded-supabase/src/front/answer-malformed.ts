import type { Context, MiddlewareHandler } from 'hono';
import { UNDEFINED_FILE } from '../database/database-error.ts';
import { noteDatabaseError, withDatabaseError } from '../database/request-errors.ts';

/**
 * SQLSTATEs of invalid values, such as a text with a zero byte or an impossible date, and of a missing file whose row
 * exists. A list where `@supabase/lite` expects a text results in an invalid statement (42601) or a row comparison (42883).
 */
const isOfRequest = (code: string) => code === UNDEFINED_FILE || /^(22|08P01|54|42601|42883)/.test(code);

/**
 * Answers 400 if `@supabase/lite` fails on a malformed request. All failures of the database, its triggers and its
 * connection are noted, and are server failures; any other exception comes from parsing the client's input, and is logged
 * by the program.
 * @param body the answer of the API to such a request, by message and code of the database error
 */
export function answerMalformed(body: (message: string, code?: string) => Record<string, unknown>): MiddlewareHandler {
  return async (c, next) => {
    const { error } = await withDatabaseError(async () => {
      await next();
      // An exception of this program; `@supabase/lite` answers its own.
      noteDatabaseError(c.error);
      return c.res;
    });
    if (c.res.status !== 500 || (error ? !isOfRequest(error.code) : c.error !== undefined)) return;
    answerInstead(c, 400, body(error?.message ?? 'The request could not be read', error?.code));
  };
}

const UNKNOWN = new Map([
  [404, { error_code: 'not_found', msg: 'There is no such path' }],
  [405, { error_code: 'method_not_allowed', msg: 'The path does not take this method' }],
]);

/** Answers JSON with a code where the auth server of `@supabase/lite` refuses a path or method with plain text or nothing. */
export const answerUnknown: MiddlewareHandler = async (c, next) => {
  await next();
  const { status, headers } = c.res;
  const refusal = UNKNOWN.get(status);
  if (!refusal || headers.get('content-type')?.startsWith('application/json')) return;
  answerInstead(c, status, { code: status, ...refusal });
};

/** Replaces an answer, but for its headers. */
function answerInstead(c: Context, status: number, body: Record<string, unknown>): void {
  const headers = new Headers(c.res.headers);
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  // Cleared first, because Hono would merge the headers of both answers.
  c.res = undefined;
  c.res = Response.json(body, { status, headers });
}
