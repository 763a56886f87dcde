/** The SQLSTATE for a missing file. */
export const UNDEFINED_FILE = '58P01';

/** SQLSTATE of a connection failure. */
export const OUTAGE = '08006';

/** An error as thrown by the database, or by PostgREST in front of it. */
export function databaseError(code: string, message: string): Error & { code: string } {
  return Object.assign(new Error(message), { code });
}
