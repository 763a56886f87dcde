import type { Page } from '@playwright/test';

function keepHighlights(): void {
  const highlights = new Set<string>();
  new MutationObserver(() => {
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-highlighted]')) {
      for (const kind of ['post', 'quote', 'message'])
        if (dataset[kind] !== undefined) highlights.add(`${kind} ${dataset[kind]}`);
    }
    if (highlights.size > 0) document.documentElement.dataset['keptHighlights'] = JSON.stringify([...highlights]);
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-highlighted'] });
}

/** Keeps what is highlighted from the next document on: it lasts 3 s, and a test may look too late. */
export async function recordHighlights(page: Page): Promise<void> {
  await page.addInitScript(keepHighlights);
}

/**
 * Leaves what a click on a notification leaves for the account page. It is written on a page that does not take it: one that does
 * might take it before the story looks.
 */
export async function askToHighlight(page: Page, stored: Record<string, string>): Promise<void> {
  await page.goto('/terms');
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(stored));
}

/** What has been highlighted in this document since `recordHighlights`, as "post 1", "quote 2" or "message 3". */
export async function recordedHighlights(page: Page): Promise<string[]> {
  return JSON.parse((await page.locator('html').getAttribute('data-kept-highlights')) ?? '[]');
}
