interface Waiting {
  begin: () => void;
}

/** How many clients are remembered; those that have had no more than the others are forgotten first. */
const REMEMBERED = 1_000;

/**
 * Turns on one thing that only one may use at a time. Next is the client that has used it for the shortest time so far; its own
 * requests keep their order. A client that asks for much waits behind itself, and all others are answered meanwhile. A new client,
 * or one that comes back, has no credit from the time of its absence.
 */
export class FairQueue {
  readonly #waiting = new Map<string, Set<Waiting>>();
  readonly #used = new Map<string, number>();
  #floor = 0;
  #isTaken = false;

  /**
   * Waits for a turn of `client`. The answer ends it.
   * @param patience milliseconds; without it, as long as it takes.
   * @throws what `tooLong` makes when the turn has not come by then.
   */
  async enter(client: string, patience?: number, tooLong?: () => Error): Promise<() => void> {
    if (this.#isTaken) await this.#wait(client, patience, tooLong);
    this.#isTaken = true;
    const start = this.#startOf(client);
    this.#floor = start;
    const began = performance.now();
    return () => {
      this.#remember(client, start + performance.now() - began);
      this.#next();
    };
  }

  #startOf(client: string): number {
    return Math.max(this.#used.get(client) ?? 0, this.#floor);
  }

  #wait(client: string, patience: number | undefined, tooLong: (() => Error) | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#waiting.get(client) ?? new Set();
      this.#waiting.set(client, line);
      const me = {
        begin: () => {
          clearTimeout(timer);
          this.#leaveLine(client, line, me);
          resolve();
        },
      };
      line.add(me);
      const giveUp = () => {
        this.#leaveLine(client, line, me);
        reject(tooLong?.() ?? new Error('Waited for too long'));
      };
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
    });
  }

  #leaveLine(client: string, line: Set<Waiting>, who: Waiting): void {
    line.delete(who);
    if (line.size === 0) this.#waiting.delete(client);
  }

  /** Stays taken when there is a next one, so that nobody comes in between. */
  #next(): void {
    let best: { start: number; line: Set<Waiting> } | undefined;
    for (const [client, line] of this.#waiting) {
      const start = this.#startOf(client);
      if (!best || start < best.start) best = { start, line };
    }
    const [first] = best?.line ?? [];
    this.#isTaken = first !== undefined;
    first?.begin();
  }

  #remember(client: string, until: number): void {
    this.#used.delete(client);
    this.#used.set(client, until);
    if (this.#used.size <= REMEMBERED) return;
    for (const [each, used] of this.#used) if (used <= this.#floor) this.#used.delete(each);
  }
}
