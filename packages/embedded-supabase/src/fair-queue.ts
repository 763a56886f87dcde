interface Waiting {
  begin: () => void;
  fail: (error: Error) => void;
}

/** Number of clients to remember; those that have used no more than the others are forgotten first, then the oldest. */
const REMEMBERED = 1_000;

export type Load = Record<'used' | 'free' | 'waiting', number>;

interface Places {
  /** Places for all clients together. */
  all: number;
  /** Places for one client. */
  perClient: number;
}

/**
 * A fair queue for a resource with few places. The client that has used it for the shortest time so far is next; its own
 * requests keep their order. So a client with many requests only waits for itself, and others are served meanwhile. New
 * and returning clients get no credit for the time of their absence.
 */
export class FairQueue {
  readonly #places: Places;
  readonly #waiting = new Map<string, Set<Waiting>>();
  readonly #used = new Map<string, number>();
  readonly #inside = new Map<string, number>();
  #taken = 0;
  #floor = 0;

  constructor(places: Places = { all: 1, perClient: 1 }) {
    this.#places = places;
  }

  /**
   * Waits for a place of `client`.
   * @param patience milliseconds; unlimited by default
   * @returns leaves the place
   * @throws the error made by `tooLong` after `patience`
   */
  async enter(client: string, patience?: number, tooLong?: () => Error): Promise<() => void> {
    if (this.#canEnter(client)) this.#take(client);
    else await this.#wait(client, patience, tooLong);
    const began = performance.now();
    return () => {
      this.#leave(client, performance.now() - began);
    };
  }

  /** Places in use and free, and the requests that wait for one. */
  get load(): Load {
    const waiting = [...this.#waiting.values()].reduce((sum, line) => sum + line.size, 0);
    return { used: this.#taken, free: this.#places.all - this.#taken, waiting };
  }

  /** Clients whose use is remembered. */
  get remembered(): number {
    return this.#used.size;
  }

  /** Fails all waiting requests of `client` with an error. */
  sendAway(client: string, error: Error): void {
    for (const each of this.#waiting.get(client) ?? []) each.fail(error);
  }

  /** Whether a new client gets a place at once. Waiting clients go first, except those that use all places of their own. */
  #canEnter(client: string): boolean {
    return this.#isFree(client) && ![...this.#waiting.keys()].some((each) => this.#isFree(each));
  }

  #isFree(client: string): boolean {
    return this.#taken < this.#places.all && (this.#inside.get(client) ?? 0) < this.#places.perClient;
  }

  #startOf(client: string): number {
    return Math.max(this.#used.get(client) ?? 0, this.#floor);
  }

  #take(client: string): void {
    this.#taken += 1;
    this.#inside.set(client, (this.#inside.get(client) ?? 0) + 1);
    this.#floor = this.#startOf(client);
    this.#used.set(client, this.#floor);
  }

  #leave(client: string, time: number): void {
    const inside = (this.#inside.get(client) ?? 0) - 1;
    if (inside > 0) this.#inside.set(client, inside);
    else this.#inside.delete(client);
    this.#taken -= 1;
    this.#remember(client, (this.#used.get(client) ?? this.#floor) + time);
    this.#next();
  }

  #wait(client: string, patience: number | undefined, tooLong: (() => Error) | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#waiting.get(client) ?? new Set();
      this.#waiting.set(client, line);
      const me = {
        begin: () => {
          clearTimeout(timer);
          this.#leaveLine(client, line, me);
          // Take the place before resolving, so that no other client can get it in between.
          this.#take(client);
          resolve();
        },
        fail: (error: Error) => {
          clearTimeout(timer);
          this.#leaveLine(client, line, me);
          reject(error);
        },
      };
      line.add(me);
      const giveUp = () => me.fail(tooLong?.() ?? new Error('Waited for too long'));
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
    });
  }

  #leaveLine(client: string, line: Set<Waiting>, who: Waiting): void {
    line.delete(who);
    if (line.size === 0) this.#waiting.delete(client);
  }

  #next(): void {
    let best: { start: number; line: Set<Waiting> } | undefined;
    for (const [client, line] of this.#waiting) {
      if (!this.#isFree(client)) continue;
      const start = this.#startOf(client);
      if (!best || start < best.start) best = { start, line };
    }
    const [first] = best?.line ?? [];
    first?.begin();
  }

  #remember(client: string, until: number): void {
    this.#used.delete(client);
    // Where there is a place for everybody, nothing is shared out by time.
    if (this.#places.all === Infinity) return;
    this.#used.set(client, until);
    if (this.#used.size <= REMEMBERED) return;
    for (const [each, used] of this.#used) if (used <= this.#floor) this.#used.delete(each);
    const [oldest] = this.#used.keys();
    if (this.#used.size > REMEMBERED && oldest !== undefined) this.#used.delete(oldest);
  }
}
