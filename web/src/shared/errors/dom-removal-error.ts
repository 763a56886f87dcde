const removalMessage = /removeChild|insertBefore|replaceChild|not a child of this node|object can not be found here/i;

/**
 * Whether an error comes from somebody else (a translator, an extension) having moved nodes that the page wants to remove.
 * Such an error is harmless: the nodes are gone already.
 */
export function isDomRemovalError(error: unknown): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  const isRemoval =
    (error.name === 'NotFoundError' || error.name === 'HierarchyRequestError') && removalMessage.test(error.message);
  // React wraps what it recovered from.
  return isRemoval || ('cause' in error && isDomRemovalError(error.cause));
}

/** Silences DOM-removal errors of the whole window with one console warning each; every other error is left alone. Returns how to stop. */
export function silenceDomRemovalErrors(target: Window = window): () => void {
  const handleError = (event: ErrorEvent) => {
    if (!isDomRemovalError(event.error)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    console.warn('Ignored a DOM manipulation error:', event.message);
  };
  const handleRejection = (event: PromiseRejectionEvent) => {
    if (!isDomRemovalError(event.reason)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    console.warn('Ignored a DOM manipulation error:', String(event.reason));
  };
  target.addEventListener('error', handleError, true);
  target.addEventListener('unhandledrejection', handleRejection, true);
  return () => {
    target.removeEventListener('error', handleError, true);
    target.removeEventListener('unhandledrejection', handleRejection, true);
  };
}
