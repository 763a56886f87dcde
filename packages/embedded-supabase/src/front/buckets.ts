/** Maximum number of buckets. */
const BUCKETS_MAX = 10_000;

interface Bucket {
  left: number;
  at: number;
}

/** Token buckets of `size`, one per limit and client. `rates` are the refill rates per second. */
export class Buckets<Name extends string> {
  readonly #size: number;
  readonly #rates: Readonly<Record<Name, number>>;
  readonly #buckets = new Map<string, Bucket>();

  constructor(size: number, rates: Readonly<Record<Name, number>>) {
    this.#size = size;
    this.#rates = rates;
  }

  /** Takes a token from a bucket at a time in seconds. @returns whether there was one */
  take(name: Name, client: string, now: number): boolean {
    const key = `${name} ${client}`;
    const left = this.#left(name, this.#buckets.get(key), now);
    // The least recently used bucket comes first.
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: Math.max(0, left - 1), at: now });
    const [[oldest = ''] = []] = this.#buckets;
    // The oldest bucket has refilled most; a client that keeps asking keeps an empty one.
    if (this.#buckets.size > BUCKETS_MAX) this.#buckets.delete(oldest);
    return left >= 1;
  }

  #left(name: Name, bucket: Bucket | undefined, now: number): number {
    return bucket ? Math.min(this.#size, bucket.left + (now - bucket.at) * this.#rates[name]) : this.#size;
  }
}
