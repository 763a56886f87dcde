import { textAt, valueAt } from '@/shared/text/text-at.ts';
import { fetchCode } from './fetch-code.ts';

type Load = () => Promise<unknown>;

const queue: Load[] = [];
let isOn = false;
let isBusy = false;

/** Whether the person, or a slow line, asks for nothing that was not asked for. */
function sparesData(): boolean {
  const connection = valueAt(navigator, 'connection');
  return valueAt(connection, 'saveData') === true || textAt(connection, 'effectiveType')?.endsWith('2g') === true;
}

const whenIdle = (work: () => void) =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work, 200);

function next(): void {
  const load = isOn && !isBusy ? queue.shift() : undefined;
  if (!load) return;
  isBusy = true;
  const proceed = () => {
    isBusy = false;
    next();
  };
  // What cannot be had now is asked for again when it is needed.
  whenIdle(() => void fetchCode(load).then(proceed, proceed));
}

/** Puts code in line that the page shown now is likely to need, so that a click does not have to wait for it, or for a network. */
export function fetchAhead(load: Load): void {
  queue.push(load);
  next();
}

/** Lets the line move, one piece of code at a time while the browser is idle and has a network; not where data is dear. */
export function startFetchingAhead(): void {
  isOn = !sparesData();
  next();
}

/** What somebody does shortly before they go on. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
const UNUSED_MS = 8_000;

/**
 * Lets the line move from the first sign of a person, or some seconds after this is called: until then network and processor are
 * left to what the page shows.
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
