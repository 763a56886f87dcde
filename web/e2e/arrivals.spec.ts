import type { Page } from '@playwright/test';
import { paths } from '../src/shared/paths.ts';
import { expectDrawn, watchRest } from './support/explore.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';

/** Goes to another page without loading it, as a link does. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    document.querySelector('#content > *')?.setAttribute('data-former', '');
    history.pushState({ idx: 1, key: 'followed', usr: null }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  await expect(page.locator('[data-former]')).toHaveCount(0);
}

/** Resolves when the page shows all of its data. */
async function settled(page: Page, rest: ReturnType<typeof watchRest>): Promise<void> {
  await expectDrawn(page);
  await page.waitForLoadState('networkidle');
  // What came last is drawn a moment later.
  await rest();
}

/** Every element of the content with its place and size, in whole pixels. */
const layoutOf = (page: Page) =>
  page.locator('#content').evaluate((content) =>
    [...content.querySelectorAll('*')]
      .filter((element) => !element.matches('style, svg *'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const place = [x, y + scrollY, width, height].map(Math.round).join(' ');
        return `${element.tagName} ${element.getAttribute('role') ?? ''}: ${place}`;
      }),
  );

test('the pages that the feed links to look the same by a link as when their address is loaded', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const post = await world.createPost(anna, { title: 'Cashew nuts', quantity: 2, unit: 'ton', incoterm: 'FOB' });
  await loginAs(page, world, anna);
  const rest = watchRest(page);
  for (const path of [paths.post({ id: post.id, title: 'Cashew nuts' }), paths.user(anna.id), paths.news])
    await test.step(path, async () => {
      await page.goto(path);
      await settled(page, rest);
      const loaded = await layoutOf(page);
      await page.goto('/');
      await settled(page, rest);
      await follow(page, path);
      // A document is idle once only, so what a followed link fetches is waited for here.
      await expect.poll(() => layoutOf(page)).toEqual(loaded);
    });
});
