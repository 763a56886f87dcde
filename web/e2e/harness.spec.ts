import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test.describe('the tools of the stories', () => {
  test('each story starts from an empty marketplace', async ({ world }) => {
    const anna = await world.person('anna');
    expect(anna.id).toBe(1);
    expect((await world.createPost(anna)).id).toBe(1);
  });

  test('a person is signed in without the form', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await page.goto('/');
    await expect(page.getByRole('banner')).toContainText('AE');
  });

  test('the accessibility check finds an image without a text', async ({ page }) => {
    await page.setContent('<html lang="en"><title>A page</title><main><h1>A page</h1><img src="data:,"></main></html>');
    await expect(expectAccessible(page)).rejects.toThrow('image-alt');
  });

  for (const [colorScheme, other] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ]) {
    test(`the contrast check finds text that is hard to read in ${colorScheme} alone`, async ({ page }) => {
      await page.setContent(`<html lang="en"><title>A page</title>
        <style>:root { background: white; color: black } [data-mantine-color-scheme=${other}] p { color: black } [data-mantine-color-scheme=${colorScheme}] p { color: #ddd }</style>
        <main><h1>A page</h1><p>Pale</p></main></html>`);
      for (const within of [undefined, 'main']) {
        await expect(expectAccessible(page, within)).rejects.toThrow(new RegExp(`in ${colorScheme}[^]*color-contrast`));
      }
    });
  }

  test('the width check finds content that is too wide', async ({ page }) => {
    await page.setViewportSize(VIEWPORTS.phone);
    await page.setContent('<div style="width: 800px">wide</div>');
    await expect(expectNoSidewaysScroll(page, 500)).rejects.toThrow('pixels of content beyond the width');
  });
});

const savesData = (page: Page) => page.evaluate(() => Object(Object(navigator).connection).saveData === true);

test.describe('the browsers of the stories', () => {
  test.describe.configure({ mode: 'serial' });

  test('the default browsers of the stories belong to people who save data', async ({ page, world, browser }) => {
    await page.goto('/robots.txt');
    expect(await savesData(page)).toBe(true);
    const other = await openPage(browser, world);
    await other.goto('/robots.txt');
    expect(await savesData(other)).toBe(true);
    expect(browser.contexts()).toHaveLength(2);
  });

  test.describe('which have what comes next before they ask for it', () => {
    test.use({ sparesData: false });

    test('a test with another browser setting does not reuse the browser of the previous test', async ({
      page,
      browser,
    }) => {
      expect(browser.contexts()).toHaveLength(1);
      await page.goto('/robots.txt');
      expect(await savesData(page)).toBe(false);
    });
  });
});
