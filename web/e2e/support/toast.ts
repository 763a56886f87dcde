import { expect, type Page } from '@playwright/test';

/** The one toast that is shown has this title and this text. */
export async function expectToast(page: Page, title: string, message?: string, kind?: 'default' | 'destructive'): Promise<void> {
  const toast = page.locator('[data-toast]');
  await expect(toast).toHaveCount(1);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (message !== undefined) await expect(toast.getByText(message, { exact: true })).toBeVisible();
  if (kind !== undefined) await expect(toast).toHaveAttribute('data-toast', kind);
}
