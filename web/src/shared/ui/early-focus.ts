let element: Element | null = null;

/** Notes what has the focus in the content of the page from now on: `keepFocus` comes later, when a dialog may have taken it from there. */
export function noteEarlyFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('#content')) element = target;
  });
}

/** What had the focus in the content of the page last; null for nothing. */
export const earlyFocus = () => element;
