/** Images of other sites: whoever looks at a post, a quote or a person tells that site nothing before a click. */
import type { Page } from '@playwright/test';
import { ONE_PIXEL_PNG } from '../../supabase/tests/support/one-pixel.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card } from './support/posts.ts';
import { createQuote } from './support/quotes.ts';

const FOREIGN = [1, 2, 3, 4, 5].map((number) => `https://images.example/${number}.png`);

/** Collects the requests of a browser to other sites from now on. */
function foreignRequests(page: Page): { url: string; referer: string | undefined }[] {
  const requests: { url: string; referer: string | undefined }[] = [];
  page.context().on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== '' && hostname !== 'localhost' && hostname !== '127.0.0.1')
      requests.push({ url: request.url(), referer: request.headers()['referer'] });
  });
  return requests;
}

test('no page asks the site of an image that another user named; a click opens it in a tab of its own', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const bob = await world.person('bob');
  const adam = await world.person('adam');
  const lamps = await world.createPost(anna, { title: 'Glass lamps', images: FOREIGN });
  const own = await world.createPost(bob, { title: 'Steel pipes', images: FOREIGN.slice(0, 1) });
  await createQuote(anna, own.id, { images: FOREIGN.slice(0, 2) });
  await world.sql(`update public.profiles set avatar_path = 'https://images.example/anna.png' where id = $1`, [
    anna.id,
  ]);
  await loginAs(page, world, bob);
  await page
    .context()
    .route('https://images.example/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(ONE_PIXEL_PNG) }),
    );
  const requests = foreignRequests(page);

  await test.step('a card names the site in place of the image, as large as one', async () => {
    await page.goto('/');
    const tile = card(page, 'Glass lamps').getByRole('button', { name: 'Open image 1 of 5', exact: true });
    await expect(tile).toHaveText('images.example');
    const { width = 0, height = 1 } = (await tile.boundingBox()) ?? {};
    expect(width / height).toBeCloseTo(4 / 3, 0);
    await expectAccessible(page);
  });

  await test.step('the viewer links to each', async () => {
    await card(page, 'Glass lamps').getByRole('button', { name: 'Open image 4 of 5' }).click();
    const viewer = page.getByRole('dialog', { name: /^Images of/ });
    const link = viewer.getByRole('link', { name: 'Open the image on images.example' });
    await expect(link).toHaveAttribute('href', FOREIGN[3] ?? '');
    await page.keyboard.press('ArrowRight');
    await expect(link).toHaveAttribute('href', FOREIGN[4] ?? '');
    await expectAccessible(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
  });

  await test.step('compact rows, the page of the post, the profile, forms', async () => {
    await page.evaluate(() => {
      localStorage['feedLayout'] = 'compact';
    });
    await page.goto('/');
    await expect(card(page, 'Glass lamps')).toContainText('images.example');
    await page.goto(`/post/glass-lamps-${lamps.id}`);
    await expect(card(page, 'Glass lamps').getByRole('button', { name: /^Open image/ })).toHaveCount(5);
    await page.goto(`/users/${anna.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'anna' })).toBeVisible();
    await page.goto('/');
    await card(page, 'Steel pipes').getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Purchase Request' })).toContainText('images.example');
  });

  await test.step('a quote, whose images are links', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: /^Quotes received/ }).click();
    const quote = page.getByRole('article', { name: 'Quote from anna' });
    await quote.getByRole('button', { name: /^Message/ }).click();
    await page.getByRole('tab', { name: 'Details' }).click();
    const links = page.getByRole('dialog', { name: 'Quote' }).getByRole('link', { name: /images\.example$/ });
    await expect(links).toHaveCount(2);
    await expectAccessible(page, '[role="dialog"]');
    expect(requests).toEqual([]);
    const opening = page.waitForEvent('popup');
    await links.first().click();
    const tab = await opening;
    await tab.waitForLoadState();
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(requests.filter(({ url }) => url === FOREIGN[0])).toEqual([{ url: FOREIGN[0], referer: undefined }]);
    await tab.close();
  });

  await test.step('what admins see of hidden posts', async () => {
    requests.length = 0;
    await anna.client.rpc('hide_post', { post_id: lamps.id });
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await loginAs(page, world, adam);
    await page.goto('/admin-hidden-posts');
    await expect(page.getByRole('table', { name: 'Hidden posts' })).toContainText('Glass lamps');
    expect(requests).toEqual([]);
  });
});
