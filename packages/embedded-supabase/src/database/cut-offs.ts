import { z } from 'zod';
import { databaseError } from './database-error.ts';
import { DatabaseCrash } from './outages.ts';

/** Time for which a client is refused after its first slow statement; it doubles with each further one. */
const FIRST_MS = 5_000;
const LONGEST_MS = 300_000;
/** After this time without a slow statement, a client counts as new. */
const FORGOTTEN_MS = 900_000;
const REMEMBERED = 10_000;

/** This server and its scheduled work. */
const OWN = new Set(['server', 'service']);

/** A statement that took too long, and one that filled the stack. */
const CODES: unknown[] = ['57014', '54001'];

/** Whether a statement took too long, or as much of the stack as there is: the embedded database starts again after both. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof DatabaseCrash || (error instanceof Error && 'code' in error && CODES.includes(error.code));

const refusalSchema = z.object({ retryAfter: z.number() });

/** The seconds after which a refused client can ask again; undefined for other errors. */
export function retryAfterOf({
  code,
  detail,
}: {
  code: string;
  detail?: string | null | undefined;
}): number | undefined {
  return code === 'PT429' ? refusalSchema.parse(JSON.parse(detail ?? '')).retryAfter : undefined;
}

interface CutOff {
  times: number;
  at: number;
}

/**
 * Clients whose statements took too long or crashed the database. Such a statement keeps the database busy until its
 * timeout or its next start, and the client's next one would do so again, so the client is refused for a while.
 */
export class CutOffs {
  readonly #records = new Map<string, CutOff>();
  readonly #now: () => number;
  #total = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The statements of clients that were cut off so far. */
  get total(): number {
    return this.#total;
  }

  /** The number of clients that are refused now. */
  get refused(): number {
    return [...this.#records.keys()].filter((client) => this.secondsLeft(client) > 0).length;
  }

  /** Seconds for which a client is still refused; 0 for other clients. */
  secondsLeft(client: string): number {
    const record = this.#records.get(client);
    if (!record) return 0;
    const until = record.at + Math.min(LONGEST_MS, FIRST_MS * 2 ** (record.times - 1));
    return Math.max(0, Math.ceil((until - this.#now()) / 1000));
  }

  /** The error for a client that is still refused; undefined for other clients. */
  refusalOf(client: string): Error | undefined {
    const retryAfter = this.secondsLeft(client);
    if (retryAfter === 0) return undefined;
    return Object.assign(databaseError('PT429', tooMany(retryAfter)), { detail: JSON.stringify({ retryAfter }) });
  }

  /** Records that a statement of a client timed out or crashed the database. */
  note(client: string): void {
    if (OWN.has(client)) return;
    this.#total += 1;
    const now = this.#now();
    const before = this.#records.get(client);
    const times = before && now - before.at < FORGOTTEN_MS ? before.times : 0;
    // The client with the oldest timeout comes first.
    this.#records.delete(client);
    this.#records.set(client, { times: times + 1, at: now });
    const [oldest = ''] = this.#records.keys();
    if (this.#records.size > REMEMBERED) this.#records.delete(oldest);
  }
}

/** The same message as for the limits of the database. */
export const tooMany = (seconds: number): string =>
  seconds <= 60
    ? 'Too many requests. Please try again in 1 minute.'
    : `Too many requests. Please try again in ${String(Math.ceil(seconds / 60))} minutes.`;
