import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { THUMBNAIL_SIZE_MAX } from '../../supabase/functions/_shared/domain/limits.ts';
import { expectAccessible } from './support/axe.ts';
import { detailedPhoto, documentFile, imageFile, type PickedFile, textFile } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { fillQuote, openQuoteDialog, quoteDialog, sendButton } from './support/quotes.ts';
import { hold } from './support/requests.ts';
import { expectToast, recordedToasts, recordToasts } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const MEGABYTE = 1024 * 1024;
const IMAGES = '**/storage/v1/object/post-images/**';
const DOCUMENTS = '**/storage/v1/object/quote-documents/**';

/** Accents, a percent sign, what an address means something else by, and a blank. */
const HARD_NAME = "Báo giá 100% & (2)+'#1'.pdf";

const postDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Create Purchase Request' });
const group = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
const tiles = (page: Page): Locator => group(page, 'Images').locator('[data-path]');
const attached = (page: Page): Locator => group(page, 'Attachments').getByRole('listitem');

async function openPostDialog(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Post a purchase request now!' }).click();
  await expect(group(page, 'Images')).toBeVisible();
}

const pick = (page: Page, files: PickedFile[], name = 'Images') =>
  group(page, name).locator('input[type="file"]').setInputFiles(files);
const imageFiles = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => imageFile(`photo-${n + 1}.png`)));

test('no picture of the feed weighs more than 15 kB, through the page, the API or past both', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const headers = { Authorization: `Bearer ${anna.accessToken}` };
  const photo = await detailedPhoto('market.jpg');
  await loginAs(page, world, 'anna');
  await openPostDialog(page);
  await pick(page, [photo]);
  await expectToast(page, 'Images uploaded', '1 image(s) uploaded successfully');
  const throughPage = (await tiles(page).first().getAttribute('data-path')) ?? '';

  const upload = async (path: string, field: string) => {
    const answer = await page.request.post(`/api${path}`, { headers, multipart: { [field]: photo } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { imagePaths } = await upload('/posts/upload-images', 'images');
  await upload('/user/avatar', 'avatar');

  const straight = `${anna.authId}/3f0c1d8e-5a0b-4c55-9d2e-0d5c5a9c1b11.jpg`;
  const store = (name: string) =>
    anna.client.storage.from('post-images').upload(name, photo.buffer, { contentType: 'image/webp' });
  expect((await store(straight)).error).toBeNull();
  // The database refuses a thumbnail that is heavier than the limit.
  expect((await store(straight.replace('.jpg', '.thumb.webp'))).error).not.toBeNull();
  await world.createPost(anna, { title: 'Three pictures', images: [throughPage, ...imagePaths, straight] });

  // What the scheduler does every minute.
  for (const job of ['inspection', 'thumbnails', 'thumbnails']) {
    const answer = await page.request.post(`${world.supabaseUrl}/functions/v1/housekeeping/${job}`, {
      headers: { Authorization: `Bearer ${world.cronSecret}` },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }

  await page.goto('/');
  const pictures = page.locator('main article img');
  // The avatar and three images.
  await expect(pictures).toHaveCount(4);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const address = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
    const bytes = await (await page.request.get(address)).body();
    expect(bytes.length, address).toBeLessThanOrEqual(THUMBNAIL_SIZE_MAX);
  }
});

test.describe('images of a post', () => {
  test.beforeEach(async ({ page, world }) => {
    await loginAs(page, world, 'anna');
  });

  test('images of a post get a thumbnail of at most 15 kB, even with many details', async ({ page, world }) => {
    await openPostDialog(page);
    await pick(page, [await detailedPhoto('market.jpg')]);
    await expectToast(page, 'Images uploaded', '1 image(s) uploaded successfully');
    const [thumbnail, ...others] = await world.sql<{ size: number; type: string }>(
      `select (metadata ->> 'size')::integer as size, metadata ->> 'mimetype' as type from storage.objects
       where bucket_id = 'post-images' and name like '%.thumb.webp'`,
    );
    expect(others).toEqual([]);
    expect(thumbnail?.type).toBe('image/webp');
    expect(thumbnail?.size).toBeGreaterThan(1_000);
    expect(thumbnail?.size).toBeLessThanOrEqual(THUMBNAIL_SIZE_MAX);
  });

  test('images of a post show at once, are uploaded, and are submitted by their server paths [A280,A281,A282,A333,A438,A525]', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await openPostDialog(page);
    await expect(group(page, 'Images')).toContainText('PNG, JPG, GIF');
    const release = await hold(page, IMAGES);
    await pick(page, await imageFiles(2));
    const onTheirWay = group(page, 'Images').locator('[data-uploading]');
    await expect(onTheirWay).toHaveCount(2);
    await expect(onTheirWay.first().locator('img')).toHaveAttribute('src', /^blob:/);
    await expect(group(page, 'Images').getByRole('button', { name: 'Uploading...' })).toBeVisible();
    release();
    await expectToast(page, 'Images uploaded', '2 image(s) uploaded successfully');
    await expect(onTheirWay).toHaveCount(0);
    await expect(tiles(page)).toHaveCount(2);
    await expect(tiles(page).first().locator('img')).toHaveAttribute('src', /\.thumb\.webp$/);

    const shown = await tiles(page).evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('data-path')),
    );
    for (const path of shown) expect(path).toMatch(new RegExp(`^${anna.authId}/[0-9a-f-]{36}\\.png$`));
    const stored = await world.sql<{ name: string; type: string }>(
      `select name, metadata ->> 'mimetype' as type from storage.objects where bucket_id = 'post-images' order by name`,
    );
    expect(stored).toHaveLength(4);
    expect(stored.filter(({ name }) => name.endsWith('.thumb.webp')).map(({ type }) => type)).toEqual([
      'image/webp',
      'image/webp',
    ]);

    const dialog = postDialog(page);
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Steel tubes');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('40 tons');
    await dialog.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Industrial' }).click();
    await dialog.getByRole('textbox', { name: 'Country' }).fill('Vietnam');
    await dialog.getByRole('textbox', { name: 'Delivery address' }).fill('1 Le Loi');
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/rest/v1/posts'),
    );
    await dialog.getByRole('button', { name: 'Post request' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ images: shown });
  });

  test('images of a post have at most 5MB, exactly 5MB included, and leave nothing after a failed upload [A329,A331,A524,A528,A529]', async ({
    page,
    world,
  }) => {
    await openPostDialog(page);

    for (const file of [
      textFile('notes.txt', 'text/plain'),
      textFile('notes.png', 'image/png'),
      textFile('drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]) {
      await test.step(`${file.name} of type ${file.mimeType} is no image`, async () => {
        await pick(page, [file]);
        await expectToast(page, 'Invalid file type', `${file.name} is not an image file`, 'destructive');
        await expect(tiles(page)).toHaveCount(0);
      });
    }

    await test.step('an upload that fails leaves nothing in the form', async () => {
      await page.route(IMAGES, (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({ status: 500, json: { message: 'Disk full' } }),
      );
      await pick(page, await imageFiles(1));
      await expectToast(page, 'Upload failed', 'There was a problem uploading your images', 'destructive');
      await expect(tiles(page)).toHaveCount(0);
      await expect(group(page, 'Images').locator('[data-uploading]')).toHaveCount(0);
      await page.unroute(IMAGES);
    });

    await test.step('more than 5MB', async () => {
      await pick(page, [await imageFile('large.png', { size: 5 * MEGABYTE + 1 })]);
      await expectToast(page, 'File too large', 'large.png exceeds 5MB limit', 'destructive');
      await expect(tiles(page)).toHaveCount(0);
      expect(await world.sql('select name from storage.objects')).toEqual([]);
    });

    await test.step('exactly 5MB', async () => {
      await pick(page, [await imageFile('exact.png', { size: 5 * MEGABYTE })]);
      await expectToast(page, 'Images uploaded', '1 image(s) uploaded successfully');
      await expect(tiles(page)).toHaveCount(1);
    });
  });

  test('images of a post are five at most, sorted and removed with the keyboard, on a phone too [A326,A327,A527]', async ({
    page,
    world,
  }) => {
    await page.setViewportSize(VIEWPORTS.phone);
    await openPostDialog(page);

    await test.step('are put in order and removed with the keyboard', async () => {
      await pick(page, await imageFiles(2));
      await expect(tiles(page)).toHaveCount(2);
      const first = (await tiles(page).first().getAttribute('data-path')) ?? '';
      await page.getByRole('button', { name: 'Move image 1 of 2 back' }).press('Enter');
      await expect(tiles(page).last()).toHaveAttribute('data-path', first);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Remove image 2 of 2' }).press('Enter');
      await expect(tiles(page)).toHaveCount(1);
      await expect
        .poll(() => world.sql('select name from storage.objects where name like $1', [`${first.slice(0, -4)}%`]))
        .toEqual([]);
      await page.getByRole('button', { name: 'Remove image 1 of 1' }).press('Enter');
      await expect(tiles(page)).toHaveCount(0);
    });

    await test.step('with 3 there is room for 2', async () => {
      await pick(page, await imageFiles(3));
      await expectToast(page, 'Images uploaded', '3 image(s) uploaded successfully');
      await expect(tiles(page)).toHaveCount(3);
      await pick(page, await imageFiles(3));
      await expectToast(
        page,
        'Too many images',
        'You can only upload 2 more image(s). Maximum 5 images allowed per post.',
        'destructive',
      );
      await expect(tiles(page)).toHaveCount(5);
      await expect
        .poll(() => world.sql(`select name from storage.objects where name not like '%.thumb.%'`))
        .toHaveLength(5);
    });

    await test.step('of 6 picked at once', async () => {
      for (const left of [5, 4, 3, 2, 1]) {
        await page.getByRole('button', { name: `Remove image 1 of ${left}` }).press('Enter');
        await expect(tiles(page)).toHaveCount(left - 1);
      }
      await pick(page, await imageFiles(6));
      await expectToast(
        page,
        'Too many images',
        'You can only upload 5 more image(s). Maximum 5 images allowed per post.',
        'destructive',
      );
      await expect(tiles(page)).toHaveCount(5);
    });
  });
});

test.describe('documents of a quote', () => {
  test.beforeEach(async ({ page, world }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, 'Rice');
  });

  test('documents of a quote have seven types, are attached once each, and are saved under their names [A367,A368,A523]', async ({
    page,
    world,
    browser,
  }) => {
    await expect(group(page, 'Attachments').locator('input[type="file"]')).toHaveAttribute(
      'accept',
      '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx',
    );
    const types = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'];
    for (const type of types.slice(0, 5)) {
      await pick(page, [documentFile(`offer.${type}`)], 'Attachments');
      await expectToast(page, 'Document attached', `offer.${type}`);
    }
    for (const type of types.slice(0, 2))
      await group(page, 'Attachments')
        .getByRole('button', { name: `Remove offer.${type}`, exact: true })
        .click();
    for (const type of types.slice(5)) {
      await pick(page, [documentFile(`offer.${type}`)], 'Attachments');
      await expectToast(page, 'Document attached', `offer.${type}`);
    }
    await expect(attached(page)).toHaveCount(5);
    await group(page, 'Attachments').getByRole('button', { name: 'Remove offer.docx', exact: true }).click();
    await pick(page, [documentFile('offer.pptx')], 'Attachments');
    await expectToast(page, 'Already attached', 'offer.pptx is attached already', 'destructive');
    await expect(attached(page)).toHaveCount(4);
    await pick(page, [documentFile(HARD_NAME)], 'Attachments');
    await expectToast(page, 'Document attached', HARD_NAME);
    await expect(attached(page)).toHaveCount(5);
    await fillQuote(page);
    await sendButton(page).click();
    await expectToast(page, 'Quote submitted');

    const annasPage = await openPage(browser, world, 'anna');
    await annasPage.goto('/account');
    await annasPage.getByRole('button', { name: 'Quotes received (1)' }).click();
    for (const name of ['offer.pptx', HARD_NAME]) {
      const download = annasPage.waitForEvent('download');
      await annasPage.getByRole('button', { name: `Download ${name}` }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(name);
      expect(await readFile(await file.path())).toEqual(documentFile(name).buffer);
    }
  });

  test('documents of a quote are five of 3MB at most, no programs or archives, and delay the quote [A365,A366,A368,A522]', async ({
    page,
    world,
  }) => {
    for (const name of ['setup.exe', 'all.zip', 'renamed.pdf', 'renamed.docx']) {
      await test.step(`neither ${name}, whatever it is called, nor more than 3MB`, async () => {
        await pick(page, [textFile(name, 'application/octet-stream', 'MZ')], 'Attachments');
        await expectToast(page, 'Invalid file type', undefined, 'destructive');
        await pick(page, [documentFile('large.pdf', 3 * MEGABYTE + 1)], 'Attachments');
        await expectToast(page, 'File too large', 'Maximum file size is 3MB', 'destructive');
        await expect(attached(page)).toHaveCount(0);
        expect(await world.sql('select name from storage.objects')).toEqual([]);
      });
    }

    for (const [body, text] of [
      ['{"message":"Disk full"}', 'Disk full'],
      ['{}', 'Failed to upload document'],
    ] as const) {
      await test.step(`an upload fails with "${text}" after ${body}`, async () => {
        await page.route(DOCUMENTS, (route) =>
          route.request().method() === 'OPTIONS'
            ? route.continue()
            : route.fulfill({ status: 500, contentType: 'application/json', body }),
        );
        await pick(page, [documentFile('offer.pdf')], 'Attachments');
        await expectToast(page, 'Upload failed', text, 'destructive');
        await expect(attached(page)).toHaveCount(0);
        await expect(sendButton(page)).toBeEnabled();
        await page.unroute(DOCUMENTS);
      });
    }

    await test.step('four', async () => {
      await pick(
        page,
        [1, 2, 3, 4].map((n) => documentFile(`offer-${n}.pdf`)),
        'Attachments',
      );
      await expectToast(page, 'Document attached', 'offer-1.pdf, offer-2.pdf, offer-3.pdf, offer-4.pdf');
      await expect(attached(page)).toHaveCount(4);
      await expectAccessible(page);
    });

    await test.step('a fifth of exactly 3MB holds back the quote until it is uploaded', async () => {
      const release = await hold(page, DOCUMENTS);
      await pick(page, [documentFile('exact.pdf', 3 * MEGABYTE)], 'Attachments');
      await expect(sendButton(page)).toBeDisabled();
      release();
      await expectToast(page, 'Document attached', 'exact.pdf');
      await expect(attached(page)).toHaveCount(5);
      await expect(sendButton(page)).toBeEnabled();
    });

    await test.step('not a sixth, and the dialog closes without a word of its own', async () => {
      await recordToasts(page);
      await pick(page, [documentFile('offer-6.pdf')], 'Attachments');
      await expectToast(page, 'File limit exceeded', 'Maximum 5 files can be attached', 'destructive');
      await expect(attached(page)).toHaveCount(5);
      await quoteDialog(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(quoteDialog(page)).toBeHidden();
      expect((await recordedToasts(page)).at(-1)).toContain('File limit exceeded');
    });
  });
});
