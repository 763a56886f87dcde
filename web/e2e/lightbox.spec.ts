import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';

const viewer = (page: Page) => page.getByRole('dialog', { name: /^Images of/ });
const shown = (page: Page, position: string) => viewer(page).getByRole('img', { name: new RegExp(`${position}$`) });
/** The cards of the demo page have 0, 1, 2, 3, 4, 5, 6 and 9 images, in this order. */
const cardOf = (page: Page, images: number) => page.getByRole('article').nth([0, 1, 2, 3, 4, 5, 6, 9].indexOf(images));

/** Opens an image of a card on the demo page. */
async function open(page: Page, images: number, image: number): Promise<void> {
  await cardOf(page, images)
    .getByRole('button', { name: new RegExp(`^Open image ${image} of`) })
    .click();
  await expect(shown(page, `Image ${image} of ${images}`)).toBeVisible();
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
}

test.describe('the image viewer', () => {
  test('the image viewer opens at the clicked image, pages by keys, arrows and dots, and closes by Escape [A158,A186,A187,A188,A189,A191]', async ({
    page,
  }) => {
    await page.goto('/demo');

    await test.step('closes with Escape, the focus going back', async () => {
      await open(page, 3, 2);
      await expectAccessible(page, '[role="dialog"]');
      await close(page);
      await expect(cardOf(page, 3).getByRole('button', { name: 'Open image 2 of 3' })).toBeFocused();
    });

    await test.step('pages with the arrow keys, in a cycle', async () => {
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
      await close(page);
    });

    await test.step('pages with its arrows, also to images that the card does not show', async () => {
      await open(page, 9, 4);
      await viewer(page).getByRole('button', { name: 'Next image' }).click();
      await expect(shown(page, 'Image 5 of 9')).toBeVisible();
      await viewer(page).getByRole('button', { name: 'Previous image' }).click();
      await expect(shown(page, 'Image 4 of 9')).toBeVisible();
      await close(page);
    });

    await test.step('pages with dots of which the current one is marked', async () => {
      await open(page, 5, 1);
      const dots = viewer(page).getByRole('button', { name: /^Show image/ });
      const marked = viewer(page).locator('[aria-current="true"]');
      await expect(dots).toHaveCount(5);
      await expect(marked).toHaveAccessibleName('Show image 1');
      await dots.nth(3).click();
      await expect(shown(page, 'Image 4 of 5')).toBeVisible();
      await expect(marked).toHaveAccessibleName('Show image 4');
      await expect(marked).toHaveCount(1);
      await close(page);
    });

    await test.step('has nothing to page with for one image', async () => {
      await open(page, 1, 1);
      await expect(viewer(page).getByRole('button')).toHaveCount(1);
      await expect(viewer(page).getByRole('button', { name: 'Close' })).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(shown(page, 'Image 1 of 1')).toBeVisible();
    });
  });

  test('the image viewer closes by a click on the backdrop, not on the image [A190]', async ({ page }) => {
    await page.clock.install();
    await page.goto('/demo');
    await open(page, 2, 1);
    await shown(page, 'Image 1 of 2').click();
    // A viewer that closes is still to be seen while it fades.
    await page.clock.runFor(1_000);
    await expect(shown(page, 'Image 1 of 2')).toBeVisible();
    await page.mouse.click(60, 60);
    await expect(viewer(page)).toBeHidden();
  });
});
