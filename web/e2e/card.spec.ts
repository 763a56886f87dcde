import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { FORM_CATEGORIES } from '../../supabase/functions/_shared/domain/categories.ts';
import { ONE_PIXEL_PNG } from '../../supabase/tests/support/one-pixel.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card, storeImages } from './support/posts.ts';
import { createQuote } from './support/quotes.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

/** A request with all that the line of facts can say, and a description that is collapsed. */
const FULL = {
  description: 'Cold-rolled sheet, oiled and packed for sea transport. '.repeat(6),
  category: 'industrial',
  country: 'de',
  area: 'Stuttgart',
  port: 'Hamburg',
  delivery_address: 'Veddeler Damm 14, 20457 Hamburg',
  quantity: 12_000,
  unit: 'piece',
  target_price: 4.85,
  target_currency: 'EUR',
  incoterm: 'DAP',
};
/** So many whole hours are left for the next half an hour. */
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 1_800_000).toISOString();

/** Pairs of texts and controls of a card that cover each other, by their class or text. */
const overlaps = (post: Locator) =>
  post.evaluate((article) => {
    const parts = [
      ...article.querySelectorAll('h3 a, h3 + *, [data-category], li, p, dl, time, button:not(p *), [data-count]'),
    ];
    const boxes = parts.flatMap((part) =>
      [...part.getClientRects()].map((box) => ({ part, box, name: part.textContent || part.className })),
    );
    return boxes.flatMap((one, index) =>
      boxes.slice(index + 1).flatMap((other) => {
        if (one.part.contains(other.part) || other.part.contains(one.part)) return [];
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        return width > 1 && height > 3 ? [`${one.name} / ${other.name}`] : [];
      }),
    );
  });

test.describe('a card', () => {
  test('a card says in one line what suppliers decide by, and is at most 230 px high, 260 with pictures', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    const images = await storeImages(anna, 3);
    const title = 'Galvanised hex cap screws M8, grade 8.8, one delivery a month';
    await world.createPost(anna, { ...FULL, title, quote_deadline: inHours(14 * 24) });
    await world.createPost(anna, { ...FULL, title: `${title}, pictured`, images, quote_deadline: inHours(47) });
    await page.goto('/');
    const line = card(page, title).getByRole('list', { name: 'Requirements' });
    await expect(line.getByRole('listitem')).toHaveText([
      '12,000 pieces',
      'target 4.85 EUR',
      'DAP Stuttgart, DE',
      'closes in 14 d',
    ]);
    const colourOf = (text: Locator) => text.evaluate((element) => getComputedStyle(element).color);
    const urgent = card(page, `${title}, pictured`).getByText('only 1 d 23 h left');
    expect(await colourOf(urgent)).not.toBe(await colourOf(line.getByText('closes in 14 d')));
    for (const [width, bare, pictured] of [
      [1440, 230, 260],
      [390, 360, 480],
    ] as const)
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        const heightOf = async (name: string) => (await card(page, name).boundingBox())?.height;
        await expect.poll(() => heightOf(title)).toBeLessThanOrEqual(bare);
        await expect.poll(() => heightOf(`${title}, pictured`)).toBeLessThanOrEqual(pictured);
      });
  });

  test('a card that its viewer has quoted is no higher, and says so quietly until the next quote is allowed', async ({
    page,
    world,
  }) => {
    const [anna, bob] = [await world.person('anna'), await loginAs(page, world, 'bob')];
    const images = await storeImages(anna, 3);
    const title = 'Galvanised hex cap screws M8, grade 8.8, one delivery a month';
    for (const given of [
      { title, quote_deadline: inHours(14 * 24) },
      { title: `${title}, pictured`, images, quote_deadline: inHours(47) },
    ])
      await createQuote(bob, (await world.createPost(anna, { ...FULL, ...given })).id);
    await world.createPost(anna, { title: 'Not quoted' });
    for (const path of ['/', `/users/${anna.id}`])
      for (const [width, bare, pictured] of [
        [1440, 230, 260],
        [390, 360, 480],
      ] as const)
        await test.step(`${path}, ${width} px`, async () => {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(path);
          for (const [name, height] of [
            [title, bare],
            [`${title}, pictured`, pictured],
          ] as const) {
            const quoted = card(page, name);
            await expect(quoted.getByRole('link', { name: /^You quoted on/ })).toBeVisible();
            await expect.poll(async () => (await quoted.boundingBox())?.height).toBeLessThanOrEqual(height);
            await expect(quoted.getByRole('button', { name: 'Quotation' })).toHaveAttribute('data-variant', 'light');
          }
          await expect(card(page, 'Not quoted').getByRole('button', { name: 'Quotation' })).toHaveAttribute(
            'data-variant',
            'filled',
          );
        });
    await test.step('the category stands above the title of a phone, not in its first line', async () => {
      const badge = await card(page, title).locator('[data-category]').boundingBox();
      const heading = await card(page, title).getByRole('heading').boundingBox();
      expect((badge?.y ?? 0) + (badge?.height ?? 0)).toBeLessThanOrEqual(heading?.y ?? 0);
    });
  });

  test('a card with long and foreign texts covers and overflows nothing, at 320 px and with text of 200 %', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    const images = await storeImages(anna, 1);
    const titles = [
      `${'Stainless steel flanges and fittings '.repeat(6).slice(0, 199)}.`,
      'مضخات مياه صناعية من الفولاذ المقاوم للصدأ للتسليم في ميناء جبل علي',
      'Gạch ốp lát chống trơn 600×600, giao tại Cảng Cát Lái, Thành phố Hồ Chí Minh',
      'W'.repeat(100),
    ];
    for (const [index, title] of titles.entries())
      await world.createPost(anna, {
        ...FULL,
        title,
        category: 'logistics',
        area: title.slice(0, 30),
        quote_deadline: inHours(5),
        images: index % 2 === 0 ? images : [],
      });
    await page.goto('/');
    // A desktop whose text is enlarged to 200 % is as wide as 720 px.
    for (const width of [1440, 720, 390, 320])
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScroll(page);
        for (const title of titles) await expect.poll(() => overlaps(card(page, title))).toEqual([]);
      });
  });

  test('a card shows all that a buyer wrote, collapsed when long, with images, on the phone too [A143,A145,A146,A147,A148,A149,A150,A151,A152,A153,A161,A207]', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    const path = `${anna.authId}/3f0c1d8e-5a0b-4c55-9d2e-0d5c5a9c1b11.png`;
    const bare = path.replace('b11', 'b12');
    const thumbnail = await sharp(ONE_PIXEL_PNG).webp().toBuffer();
    for (const [name, body, contentType] of [
      [path, ONE_PIXEL_PNG, 'image/png'],
      [path.replace('.png', '.thumb.webp'), thumbnail, 'image/webp'],
      [bare, ONE_PIXEL_PNG, 'image/png'],
    ] as const) {
      const { error } = await anna.client.storage.from('post-images').upload(name, body, { contentType });
      expect(error, name).toBeNull();
    }
    const originals: string[] = [];
    page.on('request', (request) => {
      if (/post-images\/.*(?<!\.thumb\.webp)$/.test(request.url())) originals.push(request.url());
    });
    await world.createPost(anna, {
      title: 'Cashew nuts W320',
      description: '20 tons, vacuum packed.',
      category: 'agricultural',
      country: 'vn',
      area: 'Mekong Delta',
      delivery_address: '12 Nguyen Hue',
      port: 'Cat Lai',
    });
    await world.createPost(anna, { title: 'Bare' });
    await world.createPost(anna, { title: 'Short', description: 'a'.repeat(200) });
    await world.createPost(anna, { title: 'Long', description: `${'b'.repeat(200)}c` });
    await world.createPost(anna, { title: 'Pictures', images: [path, 'https://images.example/a.png', bare] });
    const wide = await world.createPost(anna, {
      title: 'W'.repeat(200),
      category: 'logistics',
      description: 'x'.repeat(400),
    });
    await page.goto('/');

    await test.step('everything that was given', async () => {
      const post = card(page, 'Cashew nuts W320');
      for (const text of [
        'anna',
        '20 tons, vacuum packed.',
        'Agricultural',
        'Vietnam',
        'Mekong Delta',
        '12 Nguyen Hue',
        'Cat Lai',
        '0 quotes',
      ]) {
        await expect(post.getByText(text, { exact: true })).toBeVisible();
      }
      await expect(post.getByRole('button', { name: 'Like, 0 likes' })).toBeVisible();
      await expect(post.getByRole('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
      await expect(post.getByRole('time')).toContainText('just now');
      await expect(post.getByRole('button', { name: 'Share' })).toBeVisible();
      await expect(post.getByRole('button', { name: 'Quotation' })).toBeVisible();
    });

    await test.step('no empty labels for what was not', async () => {
      await expect(card(page, 'Bare').getByText('Delivery address')).toBeAttached();
      await expect(card(page, 'Bare').getByText('Area')).toHaveCount(0);
      await expect(card(page, 'Bare').getByText('Port')).toHaveCount(0);
    });

    await test.step('descriptions of more than 200 characters collapsed', async () => {
      await expect(card(page, 'Short').getByText('a'.repeat(200), { exact: true })).toBeVisible();
      await expect(card(page, 'Short').getByRole('button', { name: 'Show more' })).toHaveCount(0);
      const long = card(page, 'Long');
      await expect(long.getByText(`${'b'.repeat(200)}…`, { exact: true })).toBeVisible();
      await long.getByRole('button', { name: 'Show more', exact: true }).click();
      await expect(long.getByText(`${'b'.repeat(200)}c`, { exact: true })).toBeVisible();
      await expect(long.getByRole('button', { name: 'Show more' })).toHaveCount(0);
      await long.getByRole('button', { name: 'Show less', exact: true }).click();
      await expect(long.getByText(`${'b'.repeat(200)}…`, { exact: true })).toBeVisible();
      await expect(long.getByRole('button', { name: 'Show more', exact: true })).toBeVisible();
    });

    await test.step('a thumbnail, the name of another site, a sign where there is no thumbnail, and no original', async () => {
      const images = card(page, 'Pictures').locator('button img');
      await expect(card(page, 'Pictures').getByRole('button', { name: /image/i })).toHaveCount(3);
      await expect(images).toHaveCount(1);
      await expect(images).toHaveAttribute('src', /\.thumb\.webp$/);
      await images.scrollIntoViewIfNeeded();
      await expect.poll(() => images.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await expect(card(page, 'Pictures').getByText('images.example')).toBeVisible();
      expect(originals).toEqual([]);
    });

    await test.step('within the width of a phone', async () => {
      await page.setViewportSize(VIEWPORTS.phone);
      await expect(card(page, wide.title)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });

  test('cards of the demo page show unknown owners, categories and countries, and one to four images [A144,A154,A155,A156,A214,A215]', async ({
    page,
  }) => {
    await page.goto('/demo');

    await test.step('an owner without a name by number, unknown categories and countries', async () => {
      await expect(page.getByText('User #42')).toBeVisible();
      await expect(page.getByText('Zanzibar', { exact: true })).toBeVisible();
      const colours = await page
        .locator('article [data-category]')
        .evaluateAll((badges) =>
          badges.map((badge) => [
            badge.textContent,
            badge.getAttribute('data-category'),
            getComputedStyle(badge).backgroundColor,
          ]),
        );
      const colourOf = new Map(colours.map(([, category, colour]) => [category, colour]));
      expect(colourOf.size).toBe(FORM_CATEGORIES.length);
      expect(new Set(colourOf.values()).size).toBe(FORM_CATEGORIES.length);
      expect(colours).toContainEqual(['Legal', 'other', colourOf.get('other')]);
    });

    await test.step('one to four images, and on the fourth how many more there are', async () => {
      const cards = page.getByRole('article');
      for (const [index, count] of [0, 1, 2, 3, 4, 5, 6, 9].entries()) {
        const images = cards.nth(index).getByRole('button', { name: /^Open image/ });
        await expect(images).toHaveCount(Math.min(count, 4));
        const overlay = cards.nth(index).getByText(/^\+\d+$/);
        if (count > 4) await expect(overlay).toHaveText(`+${count - 4}`);
        else await expect(overlay).toHaveCount(0);
      }
      const tile = await cards.nth(4).getByRole('button', { name: 'Open image 1 of 4' }).boundingBox();
      expect((tile?.width ?? 0) / (tile?.height ?? 1)).toBeCloseTo(4 / 3, 1);
    });

    await test.step('hides and shows its content where it is collapsible', async () => {
      const collapsible = page
        .getByRole('article')
        .filter({ has: page.getByRole('button', { name: /(Hide|Show) content/ }) });
      const body = collapsible.getByText('First lot of 40 tons');
      await expect(body).toBeVisible();
      await collapsible.getByRole('button', { name: 'Hide content' }).click();
      await expect(body).toBeHidden();
      await expect(collapsible.getByRole('button', { name: 'Show content' })).toHaveAttribute('aria-expanded', 'false');
      await collapsible.getByRole('button', { name: 'Show content' }).click();
      await expect(body).toBeVisible();
    });
  });

  test('the card of a hidden post says that it is hidden and why [A159,A160]', async ({ page, world }) => {
    const anna = await loginAs(page, world, 'anna');
    const adam = await world.person('adam');
    const own = await world.createPost(anna, { title: 'Hidden by me' });
    const bad = await world.createPost(anna, { title: 'Hidden by an admin' });
    await anna.client.rpc('hide_post', { post_id: own.id });
    await adam.client.rpc('hide_post', { post_id: bad.id, reason: 'No contact details, please' });
    await page.goto('/');
    const banner = card(page, 'Hidden by me').getByRole('note');
    await expect(banner).toHaveText('This post is hidden');
    expect(await banner.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 244, 230)');
    await expect(card(page, 'Hidden by an admin').getByRole('note')).toContainText('No contact details, please');
    await expectAccessible(page);
  });
});
