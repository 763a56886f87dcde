import { valueAt } from '@/shared/text/text-at.ts';

/** A layer that Back closes. */
type Closable = { close: () => void };

function numberInEntry(name: string): number {
  const value = valueAt(window.history.state, name);
  return typeof value === 'number' ? value : 0;
}

/** Number of layers that were open at the current history entry. */
const layersOfEntry = () => numberInEntry('layers');
/** Position of the current entry, counted by the router. */
const position = () => numberInEntry('idx');

let open: readonly Closable[] = [];
let timer: number | undefined;
let lastPosition = position();
let lastAddress = window.location.href;
/** Position at which an own step back ends. */
let expectedPosition: number | undefined;

function matchEntries(): void {
  timer = undefined;
  for (let layers = layersOfEntry() + 1; layers <= open.length; layers += 1)
    // The key stays: the router keeps the scroll position under it.
    window.history.pushState({ ...window.history.state, idx: position() + 1, layers }, '');
  lastPosition = position();
  lastAddress = window.location.href;
  const surplus = layersOfEntry() - open.length;
  if (surplus === 0) return;
  expectedPosition = lastPosition - surplus;
  window.history.go(-surplus);
}

/**
 * Gives each open layer a history entry of its own, and takes the entry of a closed layer back. Waits for the end of
 * the task: a page that closes a layer and navigates has left its entry by then.
 * @param layers the open layers that Back closes, topmost last
 */
export function keepEntries(layers: readonly Closable[]): void {
  open = layers;
  timer ??= window.setTimeout(matchEntries);
}

/** Steps between entries of layers are not for the router, whose page stays the same. */
function handlePop(event: PopStateEvent): void {
  const before = lastPosition;
  lastPosition = position();
  const isOwnStep = lastPosition === expectedPosition;
  expectedPosition = undefined;
  const surplus = open.length - layersOfEntry();
  const isBack = surplus > 0 && window.location.href === lastAddress;
  // The layer of this entry is gone: the user left the page while it was open.
  const isAbandoned = surplus < 0;
  if (isOwnStep || isBack || isAbandoned) event.stopImmediatePropagation();
  if (isOwnStep) return;
  if (isAbandoned) window.history.go(before < lastPosition ? 1 : -1);
  if (!isBack) return;
  for (const { close } of open.slice(-surplus).reverse()) close();
  // A layer that could not close, because it is pending, gets its entry back.
  timer ??= window.setTimeout(matchEntries);
}

// Before the router's own listener.
window.addEventListener('popstate', handlePop, { capture: true });
