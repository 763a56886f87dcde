/** The page of a post before its code is here; what holds for every still is in still.spec.ts. */
import type { Locator, Page, Request } from '@playwright/test';
import sharp from 'sharp';
import { ONE_PIXEL_PNG } from '../../supabase/tests/support/one-pixel.ts';
import { DESCRIPTION_PREVIEW } from '../src/features/posts/card/description-preview.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { placesOf } from './support/places.ts';
import { card, storeImages } from './support/posts.ts';
import { hold } from './support/requests.ts';
import { watchShifts } from './support/shifts.ts';
import { VIEWPORTS } from './support/viewports.ts';
import { watchCode } from './support/watch-code.ts';

/** Fills the screen, so that the footer stays below it, with lines that are as many in every font: Inter comes with the code. */
const LONG = 'Long grain,\n'.repeat(40).trim();
/** What a post shows of its images. */
const THUMBNAILS = '**/*.thumb.webp';
/** What the still and the page have in common, down to where the facts begin. */
const PARTS = ['header', '#content h1', '#content [class*=facts]'];
const GALLERY = '#content [data-count]';

/** The words of a post as they stand in a still. */
const wordsIn = (page: Page) => page.locator('.still [data-expanded] [data-word]');

for (const [name, viewport] of Object.entries(VIEWPORTS))
  for (const count of [0, 3])
    test(`a post stands with its text before its code is loaded: ${name}, ${count} images`, async ({ page, world }) => {
      await page.route(THUMBNAILS, (route) => route.abort());
      const anna = await world.person('anna', { country: 'vn', companyName: 'Acme Ltd' });
      const images = await storeImages(anna, count);
      const { id } = await world.createPost(anna, { title: 'Rice <b>of</b> any kind', description: LONG, images });
      await page.setViewportSize(viewport);
      const moved = await watchShifts(page);
      const release = await hold(page, '**/assets/*.js');
      await page.goto(`/post/rice-b-of-b-any-kind-${id}`, { waitUntil: 'commit' });
      expect(LONG.length).toBeGreaterThan(DESCRIPTION_PREVIEW);
      await expect(wordsIn(page)).toHaveText(['Rice <b>of</b> any kind', LONG]);
      await expect(page.locator('.still [data-count]:visible > *')).toHaveCount(count);
      await expect(page.getByRole('status')).toHaveText('Loading...');
      await expect(page.getByRole('heading')).toHaveText('Marketplace Platform');
      await expectAccessible(page);
      const parts = count > 0 ? [...PARTS, GALLERY] : PARTS;
      const places = async () => (await placesOf(page, parts)).map(({ part, y }) => ({ part, y: Math.round(y) }));
      const before = await places();
      release();
      await expect(card(page, 'Rice <b>of</b> any kind')).toBeVisible();
      await expect(page.locator('.still')).toHaveCount(0);
      expect(await places()).toEqual(before);
      expect(await moved()).toBeLessThan(0.001);
    });

test('the still of a post shows the images of its page, and none that fails or lies on another site', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const [first = '', second = ''] = await storeImages(anna, 2);
  for (const path of [first, second]) {
    const { error } = await anna.client.storage
      .from('post-images')
      .upload(path.replace('.png', '.thumb.webp'), await sharp(ONE_PIXEL_PNG).webp().toBuffer(), {
        contentType: 'image/webp',
      });
    expect(error).toBeNull();
  }
  await page.route(`**/${second.replace('.png', '.thumb.webp')}`, (route) => route.abort());
  const { id } = await world.createPost(anna, {
    title: 'Rice',
    images: [first, second, 'https://images.example/a.png'],
  });
  const release = await hold(page, '**/assets/*.js');
  await page.goto(`/post/rice-${id}`, { waitUntil: 'commit' });
  const shownIn = (images: Locator) => images.evaluateAll((all) => all.map((each) => each.getAttribute('src')));
  const inStill = page.locator('.still [data-count] img');
  await expect(page.locator('.still [data-count]:visible > *')).toHaveCount(3);
  await expect(inStill).toHaveCount(1);
  await expect(inStill).toHaveJSProperty('naturalWidth', 1);
  const shown = await shownIn(inStill);
  release();
  await expect(card(page, 'Rice')).toBeVisible();
  await expect.poll(() => shownIn(card(page, 'Rice').locator('[data-count] img'))).toEqual(shown);
});

test('code waits for the first image of a post', async ({ page, world }) => {
  const anna = await world.person('anna');
  const { id } = await world.createPost(anna, { title: 'Rice', images: await storeImages(anna, 1) });
  const show = await hold(page, THUMBNAILS, (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(ONE_PIXEL_PNG) }),
  );
  const isAskedFor = await watchCode(page);
  await page.goto(`/post/rice-${id}`, { waitUntil: 'commit' });
  const image = page.locator('.still [data-count] img');
  await expect(image).toHaveAttribute('src', /\.thumb\.webp$/);
  await page.clock.runFor(96);
  expect(await isAskedFor()).toBe(false);
  show();
  await image.evaluate((each: HTMLImageElement) => each.decode());
  // Its three frames are over before it would be waited for no longer.
  await page.clock.runFor(53);
  await expect.poll(isAskedFor).toBe(true);
});

/** The requests for a single post from now on. */
function postRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/rest/v1/posts') && url.searchParams.get('id')?.startsWith('eq.'))
      requests.push(request);
  });
  return requests;
}

for (const who of ['guests', 'users'] as const)
  test(`a post is requested once, before its code is loaded: ${who}`, async ({ page, world }) => {
    const anna = await world.person('anna');
    const { id } = await world.createPost(anna, { title: 'Rice' });
    if (who === 'users') await loginAs(page, world, 'bob');
    const requests = postRequests(page);
    const release = await hold(page, '**/assets/*.js');
    await page.goto(`/post/rice-${id}`, { waitUntil: 'commit' });
    await expect(wordsIn(page).first()).toHaveText('Rice');
    release();
    await expect(card(page, 'Rice')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(requests).toHaveLength(1);
  });

test('the words stay while the page asks whether its reader has quoted', async ({ page, world }) => {
  const anna = await world.person('anna');
  const { id } = await world.createPost(anna, { title: 'Rice', description: LONG, images: await storeImages(anna, 3) });
  await page.route(THUMBNAILS, (route) => route.abort());
  await loginAs(page, world, 'bob');
  const answer = await hold(page, '**/rest/v1/quotes?*');
  await page.goto(`/post/rice-${id}`);
  const skeleton = page.getByRole('status', { name: 'Loading post' });
  await expect(skeleton).toBeVisible();
  await expect(skeleton.locator('h1')).toHaveText('Rice');
  await expect(skeleton.getByText(LONG)).toBeVisible();
  await expect(skeleton.locator('[data-count]:visible > *')).toHaveCount(3);
  answer();
  await expect(card(page, 'Rice')).toBeVisible();
});

test('the facts about the buyer cause no layout shift when they load', async ({ page, world }) => {
  const anna = await world.person('anna', { country: 'vn', companyName: 'Acme Ltd' });
  const { id } = await world.createPost(anna, { title: 'Rice', description: LONG });
  // Words move by themselves when their font comes.
  await page.route('**/*.woff2', (route) => route.abort());
  const moved = await watchShifts(page);
  const answer = await hold(page, '**/rest/v1/profiles?*');
  await page.goto(`/post/rice-${id}`);
  const buyer = page.getByRole('complementary', { name: 'About the buyer' });
  await expect(buyer.getByRole('definition')).toHaveText(['', '', '']);
  const before = await moved();
  answer();
  await expect(buyer.getByRole('definition')).toHaveText(['Vietnam', /\d{4}$/, '1']);
  // Shifts are told after the frame.
  await page.waitForLoadState('networkidle');
  expect(await moved()).toBe(before);
});

test('a post that is not there leaves its still for the page that says so', async ({ page, world }) => {
  const anna = await world.person('anna');
  const { id } = await world.createPost(anna, { title: 'Rice' });
  await anna.client.rpc('hide_post', { post_id: id });
  const release = await hold(page, '**/assets/*.js');
  await page.goto(`/post/rice-${id}`, { waitUntil: 'commit' });
  await expect(page.locator('.still [data-expanded]')).toBeVisible();
  await expect(wordsIn(page).first()).toBeEmpty();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This post is not available');
});
