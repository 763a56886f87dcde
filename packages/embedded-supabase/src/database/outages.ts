import { AsyncLocalStorage } from 'node:async_hooks';
import { OUTAGE } from './database-error.ts';
import { databaseErrorOf, postgrestStatus, type DatabaseError } from './request-errors.ts';

/** The database is unreachable, closed the connection, or takes no writes. The message is for users, the same as that of `/api`. */
export class DatabaseOutage extends Error {
  readonly code = OUTAGE;

  constructor(cause: unknown) {
    super('The service is busy. Please try again.', { cause });
  }
}

/** The embedded database crashed in the statement that gets this error. */
export class DatabaseCrash extends DatabaseOutage {}

const requests = new AsyncLocalStorage<{ outage?: DatabaseError }>();

/** Records that the database could not be asked by the current request, even if the error is lost on its way up. */
export function noteOutage(error: unknown): void {
  const request = requests.getStore();
  if (request) request.outage ??= databaseErrorOf(error) ?? new DatabaseOutage(error);
}

/** Records an error of a statement that says nothing of its request, such as a timeout, a deadlock, or a full disk. */
export function noteStatementError(error: unknown): void {
  const code = databaseErrorOf(error)?.code;
  if (code !== undefined && [503, 504].includes(postgrestStatus(code))) noteOutage(error);
}

/** Serves a request. @returns the first outage that it met */
export async function metOutage(work: () => Promise<void>): Promise<DatabaseError | undefined> {
  const request: { outage?: DatabaseError } = {};
  await requests.run(request, work);
  return request.outage;
}
