import type { Page } from '@playwright/test';

function keepLit(): void {
  const lit = new Set<string>();
  new MutationObserver(() => {
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-lit]')) {
      for (const kind of ['post', 'quote', 'message'])
        if (dataset[kind] !== undefined) lit.add(`${kind} ${dataset[kind]}`);
    }
    if (lit.size > 0) document.documentElement.dataset['keptLit'] = JSON.stringify([...lit]);
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-lit'] });
}

/** Keeps what lights up from the next document on: a light burns for 3 s, and nobody promises to look in time. */
export async function recordLit(page: Page): Promise<void> {
  await page.addInitScript(keepLit);
}

/** What has been lit in this document since `recordLit`, as "post 1", "quote 2" or "message 3". */
export async function recordedLit(page: Page): Promise<string[]> {
  return JSON.parse((await page.locator('html').getAttribute('data-kept-lit')) ?? '[]');
}
