import { FairQueue } from '../fair-queue.ts';

type Places = ConstructorParameters<typeof FairQueue>[0] & object;

/** A body that has a place. */
type Arriving = { client: string; began: number; bytes: number; lastByteAt: number; fail: (() => void) | null };

/** A body that takes longer can be ended for one that waits. It is shorter than the wait. */
const SLOW_MS = 10_000;
/** Bodies are ended one after the other: the next one waits whether the first was enough. */
const LOOK_MS = 1_000;

/**
 * Places for bodies that are held in memory. While all are taken, the slowest body that still arrives after some seconds
 * is ended for a client that waits: otherwise a few senders who stop within their bodies would keep everybody from sending.
 * A client that has all places of its own loses a body of which nothing comes any more: its connection was lost.
 */
export class ArrivingBodies {
  readonly #places: Places;
  readonly #queue: FairQueue;
  readonly #slowMs: number;
  readonly #bodies = new Set<Arriving>();
  #looked = 0;

  constructor(places: Places, slowMs = SLOW_MS) {
    this.#places = places;
    this.#queue = new FairQueue(places);
    this.#slowMs = slowMs;
  }

  /** Waits for a place of `client`. @returns leaves it @throws the error made by `tooLong` after `patience` milliseconds */
  async enter(client: string, patience: number, tooLong: () => Error): Promise<() => void> {
    const looking = setInterval(() => this.#makeRoom(client), Math.min(LOOK_MS, this.#slowMs));
    try {
      return await this.#queue.enter(client, patience, tooLong);
    } finally {
      clearInterval(looking);
    }
  }

  /**
   * The same body, which fails with the error made by `refusal` when it is ended.
   * @returns the body, and what tells that its place is left
   */
  watch(
    body: ReadableStream<Uint8Array> | null,
    client: string,
    refusal: () => Error,
  ): { body: ReadableStream<Uint8Array> | null; end: () => void } {
    if (!body) return { body, end: () => undefined };
    const sent = body.getReader();
    const arriving: Arriving = {
      client,
      began: performance.now(),
      bytes: 0,
      lastByteAt: performance.now(),
      fail: null,
    };
    this.#bodies.add(arriving);
    const watched = new ReadableStream<Uint8Array>({
      start(controller) {
        arriving.fail = () => controller.error(refusal());
      },
      async pull(controller) {
        const { done, value } = await sent.read();
        // It has been ended meanwhile.
        if (arriving.fail === null) return;
        arriving.bytes += value?.byteLength ?? 0;
        arriving.lastByteAt = performance.now();
        if (!done) return controller.enqueue(value);
        arriving.fail = null;
        controller.close();
      },
    });
    return { body: watched, end: () => void this.#bodies.delete(arriving) };
  }

  #makeRoom(client: string): void {
    const now = performance.now();
    if (now - this.#looked < Math.min(LOOK_MS, this.#slowMs)) return;
    const own = [...this.#bodies].filter((body) => body.client === client);
    const hasAll = own.length >= this.#places.perClient;
    if (!hasAll && this.#queue.load.free > 0) return;
    this.#looked = now;
    const speedOf = ({ bytes, began }: Arriving) => bytes / (now - began);
    const [slowest] = (hasAll ? own : [...this.#bodies])
      .filter(({ fail, began, lastByteAt }) => fail !== null && now - (hasAll ? lastByteAt : began) > this.#slowMs)
      .sort((left, right) => speedOf(left) - speedOf(right));
    if (!slowest) return;
    const { fail } = slowest;
    slowest.fail = null;
    fail?.();
  }
}
