import { AsyncLocalStorage } from 'node:async_hooks';

/** SQLSTATE of a connection failure. */
export const OUTAGE = '08006';

/** The database is unreachable, or closed the connection. The message is for users, the same as that of `/api`. */
export class DatabaseOutage extends Error {
  readonly code = OUTAGE;

  constructor(cause: unknown) {
    super('The service is busy. Please try again.', { cause });
  }
}

/** The embedded database crashed in the statement that gets this error. */
export class DatabaseCrash extends DatabaseOutage {}

const requests = new AsyncLocalStorage<{ met: boolean }>();

/** Records that the current request met an outage, even if the error is lost on its way up. */
export function noteOutage(): void {
  const request = requests.getStore();
  if (request) request.met = true;
}

/** Serves a request. @returns whether it met an outage */
export async function metOutage(work: () => Promise<void>): Promise<boolean> {
  const request = { met: false };
  await requests.run(request, work);
  return request.met;
}
