import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** One of the things that are compared: runs once and says how many milliseconds that took. */
export type Side = () => Promise<number>;

export interface Effort {
  /** At least so many turns for each side. */
  rounds: number;
  /** At most so many runs in a turn. */
  runs: number;
  /** Ends earlier than that many rounds only once each side has so many measurements … */
  samples: number;
  /** … or the comparison has taken so long. */
  milliseconds: number;
}

const TURN_MS = 100;

async function turn(side: Side, runs: number, record: (milliseconds: number) => void): Promise<void> {
  let spent = 0;
  for (let run = 0; run < runs && spent < TURN_MS; run += 1) {
    const milliseconds = await side();
    record(milliseconds);
    spent += milliseconds;
  }
}

/** Times of one side, in milliseconds. */
export class Times {
  readonly #histogram: RecordableHistogram = createHistogram();

  record(milliseconds: number): void {
    this.#histogram.record(Math.max(1, Math.round(milliseconds * 1000)));
  }

  add(other: Times): void {
    this.#histogram.add(other.#histogram);
  }

  get count(): number {
    return this.#histogram.count;
  }

  get median(): number {
    return this.#histogram.percentile(50) / 1000;
  }

  get p95(): number {
    return this.#histogram.percentile(95) / 1000;
  }

  get worst(): number {
    return this.#histogram.max / 1000;
  }
}

/**
 * Measures sides in turn (A B A B …) after a turn of each that does not count, so that whatever else the machine does meets them alike.
 */
export async function inTurns(
  sides: readonly Side[],
  { rounds, runs, samples, milliseconds }: Effort,
): Promise<Times[]> {
  for (const side of sides) await turn(side, runs, () => undefined);
  const times = sides.map(() => new Times());
  const started = performance.now();
  const isEnough = (round: number) =>
    round >= rounds && (times.every(({ count }) => count >= samples) || performance.now() - started >= milliseconds);
  for (let round = 0; !isEnough(round); round += 1) {
    for (const [place, side] of sides.entries()) await turn(side, runs, (each) => times[place]?.record(each));
  }
  return times;
}
