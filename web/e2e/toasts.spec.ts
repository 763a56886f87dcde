import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const toasts = (page: Page) => page.locator('[data-toast]');
const fireDestructive = (page: Page) => page.getByRole('button', { name: 'Fire a destructive one' }).click();

async function swipe(page: Page, distance: number): Promise<void> {
  const box = await toasts(page).boundingBox();
  if (!box) throw new Error('There is no toast to swipe');
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance / 2, y);
  await page.mouse.move(x + distance, y);
  await page.mouse.up();
}

test.describe('toasts', () => {
  test('toasts disappear after 5000 ms, but wait while the pointer is over them or the focus in them [A193,A194]', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/toast-test');
    const button = page.getByRole('button', { name: 'Fire a destructive one' });
    await button.waitFor();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));

    await test.step('go away after 5000 ms and leave the document', async () => {
      await button.click();
      await expect(toasts(page)).toHaveCount(1);
      await page.clock.runFor(4800);
      await expect(toasts(page)).toHaveCount(1);
      await page.clock.runFor(800);
      await expect(toasts(page)).toHaveCount(0);
    });

    await test.step('wait while the pointer is over them or the focus in them', async () => {
      await button.click();
      await toasts(page).hover();
      await page.clock.runFor(20_000);
      await expect(toasts(page)).toHaveCount(1);
      await page.keyboard.press('F8');
      await page.keyboard.press('Tab');
      await expect(toasts(page).getByRole('button', { name: 'Dismiss' })).toBeFocused();
      await button.hover();
      await page.clock.runFor(20_000);
      await expect(toasts(page)).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(toasts(page)).toHaveCount(0);
    });
  });

  test('toasts show one at a time, are swiped away, reached with F8, and run their action [A57,A192,A195,A196]', async ({
    page,
  }) => {
    await page.goto('/toast-test');

    await test.step('the newest of several', async () => {
      await page.getByRole('button', { name: 'Fire three at once' }).click();
      await expectToast(page, 'Third toast', 'The newest one stays', 'default');
      await fireDestructive(page);
      await expectToast(page, 'Destructive toast', 'Something could not be done', 'destructive');
    });

    await test.step('are swiped away by more than 50 px and snap back by less', async () => {
      await fireDestructive(page);
      const before = await toasts(page).boundingBox();
      await swipe(page, 45);
      await expect(toasts(page)).toHaveCount(1);
      await expect.poll(async () => (await toasts(page).boundingBox())?.x).toBe(before?.x);
      await swipe(page, 60);
      await expect(toasts(page)).toHaveCount(0);
    });

    await test.step('are reached with F8 and announced', async () => {
      const region = page.getByRole('region', { name: 'Messages (F8)' });
      await expect(region.getByText('Destructive toast')).toHaveCount(0);
      await fireDestructive(page);
      await page.keyboard.press('F8');
      await expect(region).toBeFocused();
      await expect(region.getByRole('status')).toContainText('Destructive toast: Something could not be done');
    });

    await test.step('run their action', async () => {
      await page.getByRole('button', { name: 'Fire one with an action' }).click();
      await toasts(page).getByRole('button', { name: 'Do it' }).click();
      await expectToast(page, 'Done');
    });

    await test.step('are all on the test page, which is accessible and fits a phone', async () => {
      await page.setViewportSize(VIEWPORTS.phone);
      await page.getByRole('button', { name: 'Quote submitted: You sent a quote to Steel tubes of anna' }).click();
      await expectToast(page, 'Quote submitted', 'You sent a quote to Steel tubes of anna');
      await expectNoSidewaysScroll(page);
      await toasts(page).hover();
      await expectAccessible(page);
    });
  });
});
