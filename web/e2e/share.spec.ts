import type { Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card } from './support/posts.ts';
import { VIEWPORTS } from './support/viewports.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this request' });

/** Opens the share dialog of a post and gives the post's address. */
async function openDialog(page: Page, world: World): Promise<string> {
  const { id } = await world.createPost(await world.person('anna'), { title: 'Thép tấm Đặc Biệt' });
  await loginAs(page, world, 'bob');
  await page.goto('/');
  await card(page, 'Thép tấm Đặc Biệt').getByRole('button', { name: 'Share' }).click();
  await expect(dialog(page)).toBeVisible();
  return `${world.webUrl}/post/thep-tam-dac-biet-${id}`;
}

test.describe('the share dialog', () => {
  test('the share dialog has the absolute address in a read-only field [A181]', async ({ page, world }) => {
    const address = await openDialog(page, world);
    const link = dialog(page).getByRole('textbox', { name: 'Link' });
    await expect(link).toHaveValue(address);
    await expect(link).not.toBeEditable();
    await expect(dialog(page).getByRole('button', { name: 'Copy' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(card(page, 'Thép tấm Đặc Biệt').getByRole('button', { name: 'Share' })).toBeFocused();
  });

  test('the share dialog opens each network in a popup of 600x600 [A179,A180]', async ({ page, world, context }) => {
    await context.route(/facebook|twitter|x\.com|linkedin/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Network</title>' }),
    );
    await page.addInitScript(() => {
      const { open } = window;
      window.open = (url, target, features) => {
        document.documentElement.dataset['popup'] = features;
        return open.call(window, url, target, features);
      };
    });
    const address = await openDialog(page, world);
    for (const [network, host, parameter] of [
      ['Facebook', 'www.facebook.com', 'u'],
      ['Twitter', 'twitter.com', 'url'],
      ['LinkedIn', 'www.linkedin.com', 'url'],
    ] as const) {
      const opened = context.waitForEvent('page');
      await dialog(page).getByRole('button', { name: network }).click();
      const popup = await opened;
      await expect(page.locator('html')).toHaveAttribute('data-popup', /width=600,height=600/);
      await page.locator('html').evaluate((html) => html.removeAttribute('data-popup'));
      await popup.waitForURL(`https://${host}/**`);
      expect(new URL(popup.url()).searchParams.get(parameter)).toBe(address);
      await popup.close();
    }
  });

  test('the share dialog copies the address and says so for 2 seconds [A182,A183]', async ({
    page,
    world,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    const address = await openDialog(page, world);
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await dialog(page).getByRole('button', { name: 'Copy' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.clock.runFor(1_900);
    await expect(dialog(page).getByText('Link copied')).toBeVisible();
    await page.clock.runFor(300);
    await expect(dialog(page).getByText('Link copied')).toHaveCount(0);
    await expect(dialog(page).getByRole('button', { name: 'Copy' })).toBeVisible();
  });

  test('[A757] the share dialog offers the share sheet of the system on phones only', async ({ page, world }) => {
    await page.addInitScript(() => {
      navigator.share = async (data) => {
        document.documentElement.dataset['shared'] = JSON.stringify(data);
        throw new DOMException('The person closed the sheet', 'AbortError');
      };
    });
    const address = await openDialog(page, world);
    const more = dialog(page).getByRole('button', { name: 'More ways to share' });
    await expect(more).toHaveCount(0);
    await page.setViewportSize(VIEWPORTS.phone);
    await more.click();
    await expect(page.locator('html')).toHaveAttribute(
      'data-shared',
      JSON.stringify({ url: address, title: 'Thép tấm Đặc Biệt' }),
    );
    await expectAccessible(page);
  });
});
