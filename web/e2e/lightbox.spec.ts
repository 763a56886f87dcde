import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';

const viewer = (page: Page) => page.getByRole('dialog', { name: /^Images of/ });
const shown = (page: Page, position: string) => viewer(page).getByRole('img', { name: new RegExp(`${position}$`) });
/** The cards of the demo page have 0, 1, 2, 3, 4, 5, 6 and 9 images, in this order. */
const cardOf = (page: Page, images: number) => page.getByRole('article').nth([0, 1, 2, 3, 4, 5, 6, 9].indexOf(images));

async function open(page: Page, images: number, image: number): Promise<void> {
  await page.goto('/demo');
  await cardOf(page, images).getByRole('button', { name: new RegExp(`^Open image ${image} of`) }).click();
  await expect(shown(page, `Image ${image} of ${images}`)).toBeVisible();
}

test.describe('the image viewer', () => {
  test('opens at the image that was clicked and closes with Escape, the focus going back [A158,A186]', async ({ page }) => {
    await open(page, 3, 2);
    await expectAccessible(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(viewer(page)).toBeHidden();
    await expect(cardOf(page, 3).getByRole('button', { name: 'Open image 2 of 3' })).toBeFocused();
  });

  test('opens at each of the images [A158]', async ({ page }) => {
    await open(page, 9, 4);
    await page.keyboard.press('Escape');
    await expect(viewer(page)).toBeHidden();
    await open(page, 1, 1);
  });

  test('pages with the arrow keys, in a cycle [A187,A188]', async ({ page }) => {
    await open(page, 3, 1);
    await page.keyboard.press('ArrowRight');
    await expect(shown(page, 'Image 2 of 3')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(shown(page, 'Image 1 of 3')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(shown(page, 'Image 3 of 3')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(shown(page, 'Image 2 of 3')).toBeVisible();
  });

  test('pages with its arrows, also to images that the card does not show [A188]', async ({ page }) => {
    await open(page, 9, 4);
    await viewer(page).getByRole('button', { name: 'Next image' }).click();
    await expect(shown(page, 'Image 5 of 9')).toBeVisible();
    await viewer(page).getByRole('button', { name: 'Previous image' }).click();
    await expect(shown(page, 'Image 4 of 9')).toBeVisible();
  });

  test('pages with dots of which the current one is marked [A189]', async ({ page }) => {
    await open(page, 5, 1);
    const dots = viewer(page).getByRole('button', { name: /^Show image/ });
    const marked = viewer(page).locator('[aria-current="true"]');
    await expect(dots).toHaveCount(5);
    await expect(marked).toHaveAccessibleName('Show image 1');
    await dots.nth(3).click();
    await expect(shown(page, 'Image 4 of 5')).toBeVisible();
    await expect(marked).toHaveAccessibleName('Show image 4');
    await expect(marked).toHaveCount(1);
  });

  test('closes by a click on the backdrop, not on the image [A190]', async ({ page }) => {
    await page.clock.install();
    await open(page, 2, 1);
    await shown(page, 'Image 1 of 2').click();
    // A viewer that closes is still to be seen while it fades.
    await page.clock.runFor(1_000);
    await expect(shown(page, 'Image 1 of 2')).toBeVisible();
    await page.mouse.click(60, 60);
    await expect(viewer(page)).toBeHidden();
  });

  test('has nothing to page with for one image [A191]', async ({ page }) => {
    await open(page, 1, 1);
    await expect(viewer(page).getByRole('button')).toHaveCount(1);
    await expect(viewer(page).getByRole('button', { name: 'Close' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(shown(page, 'Image 1 of 1')).toBeVisible();
  });
});
