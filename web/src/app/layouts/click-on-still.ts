declare global {
  interface Window {
    /** The last click on the still of index.html: where it was and on what. */
    clickOnStill?: { x: number; y: number; on: Element | null | undefined };
  }
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;

/** Does what was clicked before the page stood, if the same thing is in the same place. To be called in the moment when it stands. */
export function redoClickOnStill(): void {
  const click = window.clickOnStill;
  delete window.clickOnStill;
  if (!click?.on) return;
  const there = document.elementFromPoint(click.x, click.y)?.closest<HTMLElement>('a, button, input');
  if (!there || nameOf(there) !== nameOf(click.on)) return;
  if (there.matches('input')) there.focus();
  else there.click();
}
