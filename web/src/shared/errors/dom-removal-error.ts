import { valueAt } from '@/shared/text/text-at.ts';

const removalMessage = /removeChild|insertBefore|replaceChild|not a child of this node|object can not be found here/i;

/**
 * Whether an error is due to outside code (a translator, an extension) having moved nodes that the page wants to
 * remove. Harmless: the nodes are gone already.
 */
export function isDomRemovalError(error: unknown): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  const isRemoval =
    (error.name === 'NotFoundError' || error.name === 'HierarchyRequestError') && removalMessage.test(error.message);
  // React wraps errors that it recovered from.
  return isRemoval || ('cause' in error && isDomRemovalError(error.cause));
}

/** Logs a DOM-removal error as a warning. Returns whether it was one. */
export function warnOfDomRemoval(error: unknown): boolean {
  if (!isDomRemovalError(error)) return false;
  console.warn('Ignored a DOM manipulation error:', error);
  return true;
}

/** Turns DOM-removal errors of the window into one console warning each; other errors pass. */
export function silenceDomRemovalErrors(target: EventTarget = window): void {
  for (const type of ['error', 'unhandledrejection']) {
    const ignore = (event: Event) => {
      if (!warnOfDomRemoval(valueAt(event, 'error') ?? valueAt(event, 'reason'))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    target.addEventListener(type, ignore, true);
  }
}
