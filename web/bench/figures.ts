/** What a visit costs, as numbers, and tables of them. */
import { table } from '../../supabase/bench/table.ts';

/** One visit that Lighthouse watched. Times in milliseconds; those of the main thread as this machine took them, the others on a slow phone. */
export interface Timed {
  score: number;
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shift: number;
  speedIndex: number;
  /** All tasks of the main thread. */
  busy: number;
  /** Those of them that take longer than 50 ms on a phone that is four times as slow. */
  longTasks: number;
}

/** One visit that loaded everything, without slowing anything down. Sizes in bytes, as they were sent: of what was requested before the page stood, and all fonts and images. */
export interface Weighed {
  /** Requests that began before the page stood, that is, showed what it is for. */
  requestsBefore: number;
  requests: number;
  code: number;
  styles: number;
  fonts: number;
  images: number;
  answers: number;
  elements: number;
}

/** What Lighthouse reports and is read here; the rest of it is its own affair. */
export interface LighthouseReport {
  runtimeError?: { message: string };
  categories: { performance: { score: number | null } };
  audits: Record<string, { numericValue?: number; details?: { items?: { duration?: number }[] } } | undefined>;
}

/** The phone of Lighthouse computes four times as slowly, and a task of 50 ms is a long one. */
const SLOWDOWN = 4;
const LONG_TASK_MS = 50 / SLOWDOWN;

/** The figures of a report, for which the processor may really have been slowed down. Throws when the visit failed. */
export function timesIn({ runtimeError, categories, audits }: LighthouseReport, isApplied = false): Timed {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const number = (audit: string) => {
    const value = audits[audit]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse says nothing about ${audit}.`);
    return value;
  };
  const tasks = (audits['main-thread-tasks']?.details?.items ?? []).map(
    ({ duration = 0 }) => duration / (isApplied ? SLOWDOWN : 1),
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
    longTasks: sum(tasks.filter((duration) => duration > LONG_TASK_MS)),
  };
}

/** The middle of some numbers; of an even number of them the mean of the two in the middle. */
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

/** Rows of the table: what a figure is called, which it is, and how it is written. */
const TIMED: [title: string, figure: keyof Timed, write: (value: number) => string][] = [
  ['performance', 'score', (value) => value.toFixed(2)],
  ['first paint', 'firstPaint', seconds],
  ['largest paint', 'largestPaint', seconds],
  ['blocked', 'blocked', milliseconds],
  ['layout shift', 'shift', (value) => value.toFixed(3)],
  ['speed index', 'speedIndex', seconds],
  ['main thread, not slowed down', 'busy', milliseconds],
  ['its tasks above 12.5 ms', 'longTasks', milliseconds],
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

/** A median with the lowest and the highest value; a single text where all are the same. */
export function spread(values: readonly number[], write: (value: number) => string): string {
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)].map(write);
  return low === high ? `${middle}` : `${middle} (${low}–${high})`;
}

/** Sides of a comparison, each with its visits. */
export interface Side {
  name: string;
  timed: Timed[];
  weighed: Weighed[];
}

/** A table with a row per figure and a column per side: medians, with the lowest and highest value of all turns. */
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
