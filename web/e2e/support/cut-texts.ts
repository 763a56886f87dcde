import type { Page } from '@playwright/test';

/**
 * Texts of the product that do not fit where they stand: cut by what holds them, or beyond the width of the window and not to be
 * scrolled to. What people wrote may be shortened with dots.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push(`${document.documentElement.scrollWidth} px wide`);
    const isScrollable = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const text = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      if (!text || !element.checkVisibility() || element.closest('[dir="auto"], [aria-hidden="true"]')) continue;
      const box = element.getBoundingClientRect();
      // What only screen readers read takes a pixel.
      if (box.width <= 1 || box.height <= 1) continue;
      const name = element.textContent.trim().slice(0, 60);
      let holder: Element | null = element;
      let isFree = true;
      for (; holder && holder !== document.body; holder = holder.parentElement) {
        if (isScrollable(holder)) isFree = false;
        if (isFree && getComputedStyle(holder).overflowX === 'hidden' && holder.scrollWidth > holder.clientWidth + 1)
          found.push(`cut: ${name}`);
      }
      if (isFree && (box.right > width + 1 || box.left < -1)) found.push(`beyond the edge: ${name}`);
    }
    return [...new Set(found)];
  });
}
