import { databaseError } from './database-error.ts';

/** How long a client is refused after its first statement that took too long; twice as long after each further one. */
const FIRST_MS = 5_000;
const LONGEST_MS = 300_000;
/** A client is a new one when none of its statements has taken too long for that time. */
const FORGOTTEN_MS = 900_000;
const REMEMBERED = 10_000;

/** This server itself and its scheduled work. */
const OWN = new Set(['server', 'service']);

/** Whether Postgres ended a statement because it took too long. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

interface CutOff {
  times: number;
  at: number;
}

/**
 * Clients whose statements took too long. A statement that is cut off has kept the database busy until then, and the next one of the
 * same client would do so again, so that client is refused for a while.
 */
export class CutOffs {
  readonly #records = new Map<string, CutOff>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Seconds for which a client is still refused; 0 for all others. */
  secondsLeft(client: string): number {
    const record = this.#records.get(client);
    if (!record) return 0;
    const until = record.at + Math.min(LONGEST_MS, FIRST_MS * 2 ** (record.times - 1));
    return Math.max(0, Math.ceil((until - this.#now()) / 1000));
  }

  /** The error for a client that is still refused; undefined for all others. */
  refusalOf(client: string): Error | undefined {
    const retryAfter = this.secondsLeft(client);
    if (retryAfter === 0) return undefined;
    return Object.assign(databaseError('PT429', tooMany(retryAfter)), { detail: JSON.stringify({ retryAfter }) });
  }

  /** Notes that a statement of a client was cut off. */
  note(client: string): void {
    if (OWN.has(client)) return;
    const now = this.#now();
    const before = this.#records.get(client);
    const times = before && now - before.at < FORGOTTEN_MS ? before.times : 0;
    // The one that was cut off longest ago is first.
    this.#records.delete(client);
    this.#records.set(client, { times: times + 1, at: now });
    const [oldest = ''] = this.#records.keys();
    if (this.#records.size > REMEMBERED) this.#records.delete(oldest);
  }
}

/** The sentence that the limits of the database answer, too. */
export const tooMany = (seconds: number): string =>
  `Too many requests. Please try again in ${String(Math.ceil(seconds / 60))} minutes.`;
