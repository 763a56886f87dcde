import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** One side of a comparison: runs once and returns the milliseconds. */
export type Side = () => Promise<number>;

export interface Effort {
  /** Minimum number of turns per side. */
  rounds: number;
  /** Maximum number of runs per turn. */
  runs: number;
  /** After these rounds, the comparison ends as soon as each side has this many measurements … */
  samples: number;
  /** … or this time has passed. */
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

/** Measures the sides in turn (A B A B …) after one warm-up turn each, so that other load on the machine affects them equally. */
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
