import { AsyncLocalStorage } from 'node:async_hooks';

const clients = new AsyncLocalStorage<string>();

/** The client of the current request; outside a request, this server. */
export const askingClient = (): string => clients.getStore() ?? 'server';

/** Serves a request of `client`, whose statements queue under this name. */
export const serveAs = <R>(client: string, work: () => R): R => clients.run(client, work);
