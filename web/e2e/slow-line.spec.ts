import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { THUMBNAIL_SIZE_MAX } from '../../supabase/functions/_shared/domain/limits.ts';
import type { World } from '../../supabase/tests/support/world.ts';
import { ONE_PIXEL_PNG } from '../../supabase/tests/support/one-pixel.ts';
import { expect, test } from './support/fixtures.ts';
import { card, cards } from './support/posts.ts';
import { hold } from './support/requests.ts';
import { VIEWPORTS } from './support/viewports.ts';

const TITLES = ['Rice', 'Tea', 'Salt'];
const IMAGES_A_POST = 4;
/** A line of 400 kbit/s, in bytes a second. */
const SLOW = 400_000 / 8;

/** A thumbnail nearly as heavy as one may be. */
async function heavyThumbnail(): Promise<Buffer> {
  const noise = sharp({
    create: {
      width: 480,
      height: 360,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  const bytes = await noise.blur(2).webp({ quality: 80 }).toBuffer();
  expect(bytes.length).toBeGreaterThan(THUMBNAIL_SIZE_MAX / 2);
  expect(bytes.length).toBeLessThanOrEqual(THUMBNAIL_SIZE_MAX);
  return bytes;
}

/** Posts with pictures, of which the newest is `Salt`. */
async function fillWithPictures(world: World): Promise<void> {
  const anna = await world.person('anna');
  const thumbnail = await heavyThumbnail();
  for (const [index, title] of TITLES.entries()) {
    const images = Array.from(
      { length: IMAGES_A_POST },
      (_, n) => `${anna.authId}/3f0c1d8e-5a0b-4c55-9d2e-0d5c5a9c1b${index}${n}.png`,
    );
    for (const path of images) {
      for (const [name, body] of [
        [path, ONE_PIXEL_PNG],
        [path.replace('.png', '.thumb.webp'), thumbnail],
      ] as const) {
        const contentType = name.endsWith('.png') ? 'image/png' : 'image/webp';
        const { error } = await anna.client.storage.from('post-images').upload(name, body, { contentType });
        expect(error, name).toBeNull();
      }
    }
    await world.createPost(anna, { title, description: `All about ${title}`, images });
  }
}

/** Slows the line of a page down; gives a way to cut it and to bring it back. */
async function slowLine(page: Page): Promise<(offline: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const set = async (offline: boolean) => {
    await session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 150,
      downloadThroughput: SLOW,
      uploadThroughput: SLOW,
    });
  };
  await set(false);
  return set;
}

/** Pictures that have arrived. */
function arrivedPictures(page: Page): string[] {
  const arrived: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().includes('/post-images/')) arrived.push(request.url());
  });
  return arrived;
}

const pictures = (within: Locator): Locator => within.getByRole('button', { name: /^Open image/ });

const loadedPictures = (page: Page) =>
  pictures(cards(page))
    .locator('img')
    .evaluateAll(
      (images) => images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length,
    );

/** Marks the moment when the page shows all of the texts. */
const markWords = (page: Page, texts: string[]) =>
  page.addInitScript((expected) => {
    const observer = new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent ?? '';
      if (!expected.every((each) => text.includes(each))) return;
      performance.mark('words');
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  }, texts);

/** When the marked words stood and the first picture had arrived, by the clock of the page: that of the test is late on a busy machine. */
const timesOf = (page: Page) =>
  page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const pictures = resources.filter(({ name }) => name.includes('/post-images/'));
    return {
      words: performance.getEntriesByName('words')[0]?.startTime ?? Infinity,
      firstPicture: Math.min(...pictures.map(({ responseEnd }) => responseEnd)),
    };
  });

test.describe('on a line of 400 kbit/s', () => {
  test.use({ viewport: VIEWPORTS.phone });

  test.beforeEach(async ({ world }) => {
    await fillWithPictures(world);
  });

  test('the words of the first cards stand before any picture has arrived', async ({ page }) => {
    await slowLine(page);
    await markWords(page, ['All about Salt', 'Quotation']);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(card(page, 'Salt').getByText('All about Salt')).toBeVisible();
    await expect(card(page, 'Salt').getByRole('button', { name: 'Quotation' })).toBeVisible();
    await expect.poll(() => loadedPictures(page)).toBeGreaterThan(0);
    const { words, firstPicture } = await timesOf(page);
    expect(words).toBeLessThan(firstPicture);
  });

  test('a connection that is lost among the pictures leaves the words, and the pictures come when it is back', async ({
    page,
  }) => {
    const setOffline = await slowLine(page);
    const arrived = arrivedPictures(page);
    // Those of Rice are still on their way, however late it is noticed that the words stand.
    const release = await hold(page, '**/*9c1b0*.thumb.webp');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(card(page, 'Salt').getByText('All about Salt')).toBeVisible();
    await setOffline(true);
    release();
    // A sign stands in the place of each that was lost.
    await card(page, 'Rice').scrollIntoViewIfNeeded();
    await expect(pictures(card(page, 'Rice')).locator('svg').first()).toBeVisible();
    expect(arrived.length).toBeLessThan(TITLES.length * IMAGES_A_POST);
    for (const title of TITLES) await expect(card(page, title).getByText(`All about ${title}`)).toHaveCount(1);
    await setOffline(false);
    for (const title of TITLES) await card(page, title).scrollIntoViewIfNeeded();
    await expect.poll(() => loadedPictures(page)).toBe(TITLES.length * IMAGES_A_POST);
  });
});
