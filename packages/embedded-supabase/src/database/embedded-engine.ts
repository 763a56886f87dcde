import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { databaseError } from './database-error.ts';
import { DatabaseCrash, DatabaseOutage, noteOutage, noteStatementError } from './outages.ts';

/** Data for the start of the database thread. */
export interface Start {
  folder: string;
  program: WebAssembly.Module;
}

/** A command to the database thread. */
export interface Command {
  kind: 'query' | 'exec' | 'close';
  text: string;
  params: unknown[];
}

export interface Answer {
  /** The caller knows their type. */
  rows: never[];
  affectedRows?: number;
}

/** A notification on the channel `realtime`. */
interface Heard {
  heard: string;
}

interface Failure {
  error: { message: string; code?: string };
  /** The database has crashed, as opposed to refused. */
  broken: boolean;
}

/** Time for a clean shutdown before the thread is terminated: committed data are on disk already. */
const CLOSE_MS = 5_000;

let program: Promise<WebAssembly.Module> | undefined;

/** Postgres in WASM, compiled once for all threads of this process, so that a new thread starts with optimised code. */
function compiled(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  program ??= readFile(join(folder, 'pglite.wasm'))
    .then((bytes) => WebAssembly.compile(bytes))
    .catch((error: unknown) => {
      program = undefined;
      throw error;
    });
  return program;
}

/** One session of the embedded database: from the start of its thread to its end. Runs one statement after the other. */
export class Session {
  readonly #worker: Worker;
  readonly #onEnd: (reason: Error) => void;
  readonly #onHeard: (text: string) => void;
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  #last: Promise<unknown>;
  #ended = false;
  readonly ready: Promise<unknown>;

  constructor(workerData: Start, onEnd: (reason: Error) => void, onHeard: (text: string) => void) {
    this.#onEnd = onEnd;
    this.#onHeard = onHeard;
    this.#worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), { workerData, execArgv: [] });
    this.#worker.on('message', (message: Answer | Failure | Heard) => this.#receive(message));
    this.#worker.on('error', (error: Error) => this.end(error));
    this.#worker.on('exit', () => this.end(new Error('its thread has ended')));
    this.ready = this.#answer();
    this.#last = this.ready.catch(() => undefined);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Runs one statement (`query`) or several without parameters (`exec`), after all earlier ones.
   * @throws the database error; 57014 if it takes longer than `limit` milliseconds, which also ends the session; a
   * DatabaseOutage if the session has ended: its open transaction is lost, so a caller that continued it must fail
   */
  async run(kind: Command['kind'], text: string, params: readonly unknown[] = [], limit?: number): Promise<Answer> {
    const result = this.#last.then(() => this.#send({ kind, text, params: [...params] }, limit));
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } catch (error) {
      noteStatementError(error);
      throw error;
    }
  }

  /** Terminates the thread. Pending calls fail with `answer`; `reason` is logged. */
  end(reason: Error, answer: Error = new DatabaseOutage(reason)): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting?.reject(answer);
    this.#waiting = undefined;
    this.#onEnd(reason);
  }

  /** Resolves when the thread has ended. */
  async gone(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  async #send(command: Command, limit: number | undefined): Promise<Answer> {
    if (this.#ended) throw new DatabaseOutage(undefined);
    this.#worker.postMessage(command);
    const answer = this.#answer();
    const mine = this.#waiting;
    const endIfMine = () => {
      if (this.#waiting !== mine) return;
      const canceled = databaseError('57014', 'canceling statement due to statement timeout');
      this.end(canceled, canceled);
    };
    // Read an answer that arrived while this thread was busy before the statement counts as too slow.
    const watchdog = limit === undefined ? undefined : setTimeout(() => setImmediate(endIfMine), limit);
    try {
      return await answer;
    } finally {
      clearTimeout(watchdog);
    }
  }

  #answer(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  #receive(message: Answer | Failure | Heard): void {
    if ('heard' in message) {
      this.#onHeard(message.heard);
      return;
    }
    const waiting = this.#waiting;
    if (!('error' in message)) {
      this.#waiting = undefined;
      waiting?.resolve(message);
      return;
    }
    if (message.broken) {
      const failed = new Error(message.error.message);
      this.end(
        failed,
        message.error.code === undefined
          ? new DatabaseCrash(failed)
          : Object.assign(failed, { code: message.error.code }),
      );
      return;
    }
    this.#waiting = undefined;
    waiting?.reject(Object.assign(new Error(message.error.message), message.error));
  }
}

/** Keeps one session on a data folder, and starts a new one after a termination: committed data are on disk. */
export class EmbeddedEngine {
  readonly #folder: string;
  readonly #log: (line: string) => void;
  #session: Promise<Session> | undefined;
  #closed = false;
  /** Is called with each notification on the channel `realtime`. */
  onHeard: (text: string) => void = () => undefined;
  /** Is called when another session takes over: notifications can have been missed. */
  onMissed: () => void = () => undefined;

  constructor(folder: string, log: (line: string) => void) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#log = log;
  }

  /** The current session, or the next one when it has started. @throws if the database cannot be opened */
  async session(): Promise<Session> {
    if (this.#closed) throw new DatabaseOutage(undefined);
    this.#session ??= this.#open();
    const opening = this.#session;
    let session: Session;
    try {
      session = await opening;
    } catch (error) {
      // The next call retries.
      if (this.#session === opening) this.#session = undefined;
      noteOutage(new DatabaseOutage(error));
      throw error;
    }
    return session.ended ? this.session() : session;
  }

  /** Shuts down cleanly; a running statement gets a few seconds. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const session = await this.#session?.catch(() => undefined);
    if (!session) return;
    const impatient = setTimeout(() => session.end(new Error('it is closed')), CLOSE_MS);
    await session.run('close', '').catch(() => undefined);
    clearTimeout(impatient);
    await session.gone();
  }

  async #open(): Promise<Session> {
    let opened = false;
    const onEnd = (reason: Error) => {
      const gone = session.gone();
      if (this.#closed || !opened) return;
      this.#log(`The database is started again: ${reason.message}.`);
      // Two threads on one folder would lose rows.
      this.#session = gone.then(() => this.#open());
      this.#session.catch((error: unknown) => this.#log(`The database cannot be started: ${String(error)}`));
      this.onMissed();
    };
    const start = { folder: this.#folder, program: await compiled() };
    const session: Session = new Session(start, onEnd, (text) => this.onHeard(text));
    try {
      await session.ready;
    } catch (error) {
      throw error instanceof DatabaseOutage ? error.cause : error;
    }
    opened = true;
    return session;
  }
}
