import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test.describe('the tools of the stories', () => {
  test('start each story from an empty marketplace', async ({ world }) => {
    const anna = await world.person('anna');
    expect(anna.id).toBe(1);
    expect((await world.createPost(anna)).id).toBe(1);
  });

  test('sign a person in without the form', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await page.goto('/');
    await expect(page.getByRole('banner')).toContainText('AE');
  });

  test('find what is not accessible', async ({ page }) => {
    await page.setContent('<html lang="en"><title>A page</title><main><h1>A page</h1><img src="data:,"></main></html>');
    await expect(expectAccessible(page)).rejects.toThrow('image-alt');
  });

  for (const [colorScheme, other] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ]) {
    test(`find what is hard to read in ${colorScheme} alone`, async ({ page }) => {
      await page.setContent(`<html lang="en"><title>A page</title>
        <style>:root { background: white; color: black } [data-mantine-color-scheme=${other}] p { color: black } [data-mantine-color-scheme=${colorScheme}] p { color: #ddd }</style>
        <main><h1>A page</h1><p>Pale</p></main></html>`);
      for (const within of [undefined, 'main']) {
        await expect(expectAccessible(page, within)).rejects.toThrow(new RegExp(`in ${colorScheme}[^]*color-contrast`));
      }
    });
  }

  test('find what is too wide', async ({ page }) => {
    await page.setViewportSize(VIEWPORTS.phone);
    await page.setContent('<div style="width: 800px">wide</div>');
    await expect(expectNoSidewaysScroll(page, 500)).rejects.toThrow('pixels of content beyond the width');
  });
});
