import { expect, type Locator, type Page } from '@playwright/test';

/** The toast that is shown. */
export const toast = (page: Page): Locator => page.locator('[data-toast]');

/** The one toast that is shown has this title and this text. */
export async function expectToast(
  page: Page,
  title: string,
  message?: string,
  kind?: 'default' | 'destructive',
): Promise<void> {
  const shown = toast(page);
  await expect(shown).toHaveCount(1);
  await expect(shown.getByText(title, { exact: true })).toBeVisible();
  if (message !== undefined) await expect(shown.getByText(message, { exact: true })).toBeVisible();
  if (kind !== undefined) await expect(shown).toHaveAttribute('data-toast', kind);
}

function keepToasts(): void {
  const texts = new Set<string>();
  new MutationObserver(() => {
    const text = document.querySelector('[data-toast]')?.textContent;
    if (text) document.documentElement.dataset['toasts'] = JSON.stringify([...texts.add(text)]);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Keeps the text of every toast that shows from now on, however soon it goes or another one takes its place. */
export async function recordToasts(page: Page): Promise<void> {
  await page.addInitScript(keepToasts);
  await page.evaluate(keepToasts);
}

/** The texts of the toasts that this document has shown since `recordToasts`. */
export async function recordedToasts(page: Page): Promise<string[]> {
  return JSON.parse((await page.locator('html').getAttribute('data-toasts')) ?? '[]');
}
