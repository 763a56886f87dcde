import { expect, type Page } from '@playwright/test';

/** The one toast that is shown has this title and this text. */
export async function expectToast(
  page: Page,
  title: string,
  message?: string,
  kind?: 'default' | 'destructive',
): Promise<void> {
  const toast = page.locator('[data-toast]');
  await expect(toast).toHaveCount(1);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (message !== undefined) await expect(toast.getByText(message, { exact: true })).toBeVisible();
  if (kind !== undefined) await expect(toast).toHaveAttribute('data-toast', kind);
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
