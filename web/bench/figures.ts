/** Figures of a visit, and tables of them. */
import { table } from '../../bench/table.ts';
import type { PageOptions } from './options.ts';

/** One visit in Lighthouse. Times in milliseconds: main thread times on this machine, the others as on a slow phone. */
export interface Timed {
  score: number;
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shift: number;
  speedIndex: number;
  /** Total time of all main thread tasks. */
  busy: number;
  /** Total time of those that take longer than 50 ms on the phone. */
  longTasks: number;
}

/**
 * One complete visit without throttling. Sizes in bytes as transferred: of requests before the page was usable, and of
 * all fonts and images.
 */
export interface Weighed {
  /** Requests that began before the page was usable, that is, showed its main content. */
  requestsBefore: number;
  requests: number;
  code: number;
  styles: number;
  fonts: number;
  images: number;
  answers: number;
  elements: number;
}

/** The parts of a Lighthouse report that are used here. */
export interface LighthouseReport {
  runtimeError?: { message: string };
  categories: { performance: { score: number | null } };
  audits: Record<string, { numericValue?: number; details?: { items?: { duration?: number }[] } } | undefined>;
}

const LONG_TASK_MS = 50;

/** The figures of a report for a phone that is `slowdown` times slower, possibly with real CPU throttling. Throws if the visit failed. */
export function timesIn(
  { runtimeError, categories, audits }: LighthouseReport,
  { slowdown, isApplied }: Pick<PageOptions, 'slowdown' | 'isApplied'>,
): Timed {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const number = (audit: string) => {
    const value = audits[audit]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse says nothing about ${audit}.`);
    return value;
  };
  const tasks = (audits['main-thread-tasks']?.details?.items ?? []).map(
    ({ duration = 0 }) => duration / (isApplied ? slowdown : 1),
  );
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    score: categories.performance.score ?? 0,
    firstPaint: number('first-contentful-paint'),
    largestPaint: number('largest-contentful-paint'),
    blocked: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
    speedIndex: number('speed-index'),
    busy: sum(tasks),
    longTasks: sum(tasks.filter((duration) => duration * slowdown > LONG_TASK_MS)),
  };
}

/** The median; of an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const count = (value: number) => String(value);

/** Rows of the table: title, figure, and format. */
const TIMED: [title: string, figure: keyof Timed, write: (value: number) => string][] = [
  ['performance', 'score', (value) => value.toFixed(2)],
  ['first paint', 'firstPaint', seconds],
  ['largest paint', 'largestPaint', seconds],
  ['blocked', 'blocked', milliseconds],
  ['layout shift', 'shift', (value) => value.toFixed(3)],
  ['speed index', 'speedIndex', seconds],
  ['main thread, not slowed down', 'busy', milliseconds],
  ['its tasks above 50 ms on the phone', 'longTasks', milliseconds],
];

const WEIGHED: [title: string, figure: keyof Weighed, write: (value: number) => string][] = [
  ['requests before it stands', 'requestsBefore', count],
  ['requests in all', 'requests', count],
  ['code', 'code', kB],
  ['styles', 'styles', kB],
  ['fonts', 'fonts', kB],
  ['images', 'images', kB],
  ['answers of the backend, and the page', 'answers', kB],
  ['elements', 'elements', count],
];

/** A median with the minimum and maximum; a single text if all are equal. */
export function spread(values: readonly number[], write: (value: number) => string): string {
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)].map(write);
  return low === high ? `${middle}` : `${middle} (${low}–${high})`;
}

/** One side of a comparison with its visits. */
export interface Side {
  name: string;
  timed: Timed[];
  weighed: Weighed[];
}

/** A table with a row per figure and a column per side: median, minimum and maximum of all turns. */
export function figuresTable(sides: readonly Side[]): string {
  return table(
    ['', ...sides.map(({ name }) => name)],
    [
      ...TIMED.map(([title, figure, write]) => [
        title,
        ...sides.map(({ timed }) =>
          spread(
            timed.map((visit) => visit[figure]),
            write,
          ),
        ),
      ]),
      ...WEIGHED.map(([title, figure, write]) => [
        title,
        ...sides.map(({ weighed }) =>
          spread(
            weighed.map((visit) => visit[figure]),
            write,
          ),
        ),
      ]),
    ],
  );
}
