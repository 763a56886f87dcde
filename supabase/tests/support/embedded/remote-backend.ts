/** Database and mailbox of the backend for tests in another process: a small HTTP service on this machine, with a random key. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Backend, TestMail } from '../backend.ts';
import type { EmbeddedOptions } from './start-embedded.ts';

export interface RemoteBackend extends Omit<Backend, 'sql' | 'mails' | 'reset'> {
  controlUrl: string;
  controlKey: string;
}

type Command =
  | { do: 'sql'; text: string; params: unknown[] }
  | { do: 'mails'; to?: string }
  | { do: 'clear-mails' }
  | { do: 'reset' }
  | { do: 'open'; options: EmbeddedOptions };
type Answer = { value: unknown } | { error: { message: string; code?: string; detail?: string } };

/** Starts a backend with these options, or reuses the one that has them. @returns how to reach it */
export type OpenBackend = (options: EmbeddedOptions) => Promise<RemoteBackend>;

function run(backend: Backend, open: OpenBackend, command: Command): Promise<unknown> {
  if (command.do === 'open') return open(command.options);
  if (command.do === 'sql') return backend.sql(command.text, command.params);
  if (command.do === 'mails') return backend.mails.list(command.to);
  if (command.do === 'reset') return backend.reset();
  return backend.mails.clear();
}

/** The parts of a database error that tests inspect. */
function describe(error: unknown): { message: string; code?: string; detail?: string } {
  const { code, detail } = Object(error) as { code?: string; detail?: string };
  return { message: error instanceof Error ? error.message : String(error), code, detail };
}

const withoutBigInts = (_key: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

/** Serves `backend`, and those started by `open`, to other processes. @returns how to reach it */
export async function serveBackend(
  backend: Backend,
  open: OpenBackend,
): Promise<{ remote: RemoteBackend; stop: () => Promise<void> }> {
  const controlKey = randomBytes(16).toString('hex');
  // It closes no connection by itself: a busy test would send on one that has just been closed.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const answer = async (): Promise<Answer> => {
      if (request.headers.authorization !== controlKey) return { error: { message: 'wrong control key' } };
      try {
        const command = (await json(request)) as Command;
        return { value: await run(backend, open, command) };
      } catch (error) {
        return { error: describe(error) };
      }
    };
    void answer().then((result) => response.end(JSON.stringify(result, withoutBigInts)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { sql: _sql, mails: _mails, reset: _reset, ...addresses } = backend;
  return {
    remote: {
      ...addresses,
      controlUrl: `http://127.0.0.1:${port}`,
      controlKey,
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function tell<T>(remote: RemoteBackend, command: Command): Promise<T> {
  const response = await fetch(remote.controlUrl, {
    method: 'POST',
    headers: { Authorization: remote.controlKey },
    body: JSON.stringify(command),
  });
  const answer = await response.json();
  if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
  return answer.value;
}

/** Opens another backend with these options, in addition to the one behind a control service. */
export const openBeside = (remote: RemoteBackend, options: EmbeddedOptions): Promise<RemoteBackend> =>
  tell(remote, { do: 'open', options });

/** The backend behind a control service. Database errors arrive as errors with `code` and `detail`. */
export function connectBackend(remote: RemoteBackend): Backend {
  const send = <T>(command: Command) => tell<T>(remote, command);
  return {
    ...remote,
    sql: <T>(text: string, params: unknown[] = []) => send<T[]>({ do: 'sql', text, params }),
    mails: {
      list: (to) => send<TestMail[]>({ do: 'mails', to }),
      clear: () => send({ do: 'clear-mails' }),
    },
    reset: () => send({ do: 'reset' }),
  };
}
