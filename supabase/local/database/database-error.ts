/** The code of Postgres for a file that is not there. */
export const UNDEFINED_FILE = '58P01';

/** An error as the database, or PostgREST before it, would throw it. */
export function databaseError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
