import { AsyncLocalStorage } from 'node:async_hooks';

/** SQLSTATE of a connection failure. */
export const OUTAGE = '08006';

/** The database cannot be reached, or ended the connection. Its text is for people, and the same as that of `/api`. */
export class DatabaseOutage extends Error {
  readonly code = OUTAGE;

  constructor(cause: unknown) {
    super('The service is busy. Please try again.', { cause });
  }
}

const requests = new AsyncLocalStorage<{ met: boolean }>();

/** Remembers that the request at hand met an outage, whatever becomes of the error on its way up. */
export function noteOutage(): void {
  const request = requests.getStore();
  if (request) request.met = true;
}

/** Serves a request. @returns whether it met an outage. */
export async function metOutage(work: () => Promise<void>): Promise<boolean> {
  const request = { met: false };
  await requests.run(request, work);
  return request.met;
}
