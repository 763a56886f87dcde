let element: Element | null = null;

/**
 * Tracks the focus within the content of the page until `keepFocus` loads, by which time a dialog can have taken the
 * focus.
 */
export function noteEarlyFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('#content')) element = target;
  });
}

/** The last focused element in the content of the page, or null. */
export const earlyFocus = () => element;
