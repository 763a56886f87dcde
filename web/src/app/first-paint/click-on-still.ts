declare global {
  interface Window {
    /** The last click on the still of index.html: position, target, and text typed since. */
    clickOnStill?: { x: number; y: number; on: Element | null | undefined; typed: string };
  }
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;

/**
 * Fills a React input with text that was typed before it existed. Uses the setter of the prototype, so that React
 * notices the change.
 */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Replays a click on the still if the same element is in the same place. Call it right after the first render. */
export function redoClickOnStill(): void {
  const click = window.clickOnStill;
  delete window.clickOnStill;
  window.onkeydown = null;
  if (!click?.on) return;
  const there = document.elementFromPoint(click.x, click.y)?.closest<HTMLElement>('a, button, input');
  if (!there || nameOf(there) !== nameOf(click.on)) return;
  if (!(there instanceof HTMLInputElement)) return there.click();
  there.focus();
  if (click.typed) type(there, click.typed);
}
