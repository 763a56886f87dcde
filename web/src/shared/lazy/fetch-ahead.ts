import { textAt, valueAt } from '@/shared/text/text-at.ts';
import { fetchCode } from './fetch-code.ts';

type Load = () => Promise<unknown>;

const queue: Load[] = [];
let isOn = false;
let isBusy = false;

/** Whether to avoid prefetching: data saver or 2G. */
export function sparesData(): boolean {
  const connection = valueAt(navigator, 'connection');
  return valueAt(connection, 'saveData') === true || textAt(connection, 'effectiveType')?.endsWith('2g') === true;
}

/** Calls `work` when the browser has time for it. */
export const whenIdle = (work: () => void) =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work, 200);

function next(): void {
  const load = isOn && !isBusy ? queue.shift() : undefined;
  if (!load) return;
  isBusy = true;
  const proceed = () => {
    isBusy = false;
    next();
  };
  // A failed prefetch is repeated when its code is needed.
  whenIdle(() => void fetchCode(load).then(proceed, proceed));
}

/**
 * Queues code that the current page is likely to need, so that a click need not wait for it or for a network.
 * @param isFirst whether it comes before what is queued already
 */
export function fetchAhead(load: Load, isFirst = false): void {
  queue[isFirst ? 'unshift' : 'push'](load);
  next();
}

/** Starts the queue: one chunk at a time, while the browser is idle and online; not with data saver or on 2G. */
export function startFetchingAhead(): void {
  isOn = !sparesData();
  next();
}

/** Signs that the user is about to do something. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
const UNUSED_MS = 8_000;

/**
 * Starts the queue on the first interaction or after some seconds; until then, network and CPU belong to the current
 * page.
 */
export function fetchAheadOnceUsed(): void {
  const wait = new AbortController();
  const begin = () => {
    wait.abort();
    startFetchingAhead();
  };
  const { signal } = wait;
  for (const sign of SIGNS) window.addEventListener(sign, begin, { signal, passive: true, capture: true });
  setTimeout(() => signal.aborted || begin(), UNUSED_MS);
}
