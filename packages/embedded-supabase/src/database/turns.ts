import { AsyncLocalStorage } from 'node:async_hooks';
import { askingClient } from './asking-client.ts';
import { isCutOff, type CutOffs } from './cut-offs.ts';
import { databaseError } from './database-error.ts';
import { noteOutage } from './outages.ts';
import type { FairQueue } from '../fair-queue.ts';

/** Time for which a request waits for its turn, as in PostgREST. */
export const TURN_MS = 10_000;
/** How PostgREST refuses a request that has waited for that long. */
export const NO_TURN = { code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.' };

/** The state of a scope during its turn. */
export interface Turn<Held> {
  held: Held;
  leave: () => void;
}

interface Scope<Held> {
  depth: number;
  turn: Promise<Turn<Held>> | undefined;
  /** Timeout of its next statements in milliseconds; undefined before a role is known. */
  limit: number | undefined;
}

/**
 * Turns of requests on the database. A scope (one HTTP request) has its turn from its first statement or transaction
 * until that is done, and can reuse it inside. The client that has used the database for the shortest time is next, so
 * that none can delay all others; after a timeout, a client gets no turn for a while.
 */
export class Turns<Held> {
  readonly #queue: FairQueue;
  readonly #cutOffs: CutOffs;
  readonly #open: () => Promise<Held>;
  readonly #patience: number;
  readonly #scopes = new AsyncLocalStorage<Scope<Held>>();

  /**
   * @param open creates the state of a turn, from its start to its end
   * @param patience for which a request waits, in milliseconds
   */
  constructor(queue: FairQueue, cutOffs: CutOffs, open: () => Promise<Held>, patience = TURN_MS) {
    this.#queue = queue;
    this.#cutOffs = cutOffs;
    this.#open = open;
    this.#patience = patience;
  }

  scope<R>(work: () => Promise<R>): Promise<R> {
    return this.#scopes.run({ depth: 0, turn: undefined, limit: undefined }, work);
  }

  async take<R>(work: (held: Held) => Promise<R>): Promise<R> {
    const { held, leave } = await this.enter();
    try {
      return await work(held);
    } finally {
      leave();
    }
  }

  /** Sets the timeout of the statements of this scope until the end of its turn. */
  limit(milliseconds: number): void {
    const scope = this.#scopes.getStore();
    if (scope) scope.limit = milliseconds;
  }

  /** Timeout of a statement in milliseconds, `usual` before a role is known; undefined outside of requests. */
  timeout(usual: number): number | undefined {
    const scope = this.#scopes.getStore();
    return scope && (scope.limit ?? usual);
  }

  /**
   * Runs a statement of the current client. After a timeout, the waiting ones of the client are refused, because they
   * would time out as well.
   */
  async watch<R>(statement: () => Promise<R>): Promise<R> {
    try {
      return await statement();
    } catch (error) {
      const client = askingClient();
      if (isCutOff(error)) this.#cutOffs.note(client);
      const refusal = this.#cutOffs.refusalOf(client);
      if (refusal) this.#queue.sendAway(client, refusal);
      throw error;
    }
  }

  /** Waits for a turn. @returns ends the turn @throws PGRST003 after a timeout, PT429 while the client is refused */
  async enter(): Promise<Turn<Held>> {
    const scope = this.#scopes.getStore();
    // Work of this server waits for as long as it takes; a request asks outside of its scope as well.
    if (!scope) return this.#wait(askingClient() === 'server' ? undefined : this.#patience);
    scope.depth += 1;
    const leave = () => {
      scope.depth -= 1;
      if (scope.depth > 0) return;
      const { turn } = scope;
      scope.turn = undefined;
      scope.limit = undefined;
      void turn?.then((last) => last.leave());
    };
    scope.turn ??= this.#wait(this.#patience);
    try {
      const { held } = await scope.turn;
      return { held, leave };
    } catch (error) {
      scope.depth -= 1;
      if (scope.depth === 0) scope.turn = undefined;
      throw error;
    }
  }

  async #wait(patience?: number): Promise<Turn<Held>> {
    const tooLong = () => databaseError(NO_TURN.code, NO_TURN.message);
    const leave = await this.#queue.enter(askingClient(), patience, tooLong).catch((error: unknown) => {
      noteOutage(error);
      throw error;
    });
    try {
      return { held: await this.#open(), leave };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
