/** An error as the database, or PostgREST before it, would throw it. */
export function databaseError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
