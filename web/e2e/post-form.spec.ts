import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectFieldError } from './support/fields.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card, fillFeed } from './support/posts.ts';
import { refuse } from './support/requests.ts';
import { toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

/** The 19 categories of the form in their order. */
const CATEGORY_LABELS = [
  'Industrial',
  'Service',
  'Agricultural',
  'Technology',
  'Construction',
  'Healthcare',
  'Education',
  'Automotive',
  'Electronics',
  'Food & Beverage',
  'Textiles & Clothing',
  'Chemicals & Plastics',
  'Transport & Logistics',
  'Furniture & Decor',
  'Consulting',
  'Retail & E-commerce',
  'Energy & Utilities',
  'Manufacturing',
  'Other',
];
const POSTS = '**/rest/v1/posts?*';
const dialog = (page: Page) => page.getByRole('dialog', { name: /Purchase Request$/ });
const field = (page: Page, label: string) => dialog(page).getByRole('textbox', { name: label });
const country = (page: Page) => field(page, 'Country');
const category = (page: Page) => dialog(page).getByRole('combobox', { name: 'Category' });
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Post request' });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save changes' });

async function openCreate(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Post a purchase request now!' }).click();
  await expect(dialog(page)).toBeVisible();
}

async function openEdit(page: Page, title: string): Promise<void> {
  await page.goto('/');
  await card(page, title).getByRole('button', { name: /^Edit/ }).click();
  await expect(field(page, 'Title')).toHaveValue(title);
}

async function fill(page: Page, { title = 'Steel tubes', place = 'Vietnam' } = {}): Promise<void> {
  await field(page, 'Title').fill(title);
  await field(page, 'Description').fill('40 tons, EN 10305');
  await category(page).click();
  await page.getByRole('option', { name: 'Industrial' }).click();
  await country(page).fill(place);
  await field(page, 'Delivery address').fill('1 Le Loi');
}

test.describe('the form for a new purchase request', () => {
  test('the post form creates a post that shows without a reload [A8,A185,A205,A235,A471,A507]', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    await fillFeed(world, anna, 2);
    await openCreate(page);
    await expect(page.getByRole('dialog', { name: 'Create Purchase Request', exact: true })).toBeVisible();
    await fill(page);
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/rest/v1/posts'),
    );
    await send(page).click();
    expect((await sent).postDataJSON()).toMatchObject({ title: 'Steel tubes', country: 'vn', category: 'industrial' });
    await expect(toast(page)).toContainText('Your post has been created successfully!');
    await expect(dialog(page)).toBeHidden();
    await expect(card(page, 'Steel tubes')).toBeVisible();
    await expect(page.getByText('3 requests')).toBeVisible();
    await page.goto('/account');
    await expect(page.getByText('Steel tubes')).toBeVisible();
  });

  test('the post form refuses missing or blank fields, offers exactly the 19 categories, and limits lengths [A212,A213,A310,A312,A313,A314,A315,A316,A317,A318,A322,A323,A325]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'anna');
    await openCreate(page);

    await test.step('refuses what is missing or blank', async () => {
      for (const label of ['Title', 'Description', 'Delivery address', 'Country']) await field(page, label).fill('   ');
      await send(page).click();
      await expectFieldError(field(page, 'Title'), 'Title is required');
      await expectFieldError(field(page, 'Description'), 'Description is required');
      await expectFieldError(category(page), 'Please select a category');
      await expectFieldError(country(page), 'Country is required');
      await expectFieldError(field(page, 'Delivery address'), 'Delivery address is required');
      expect(await world.sql('select 1 from public.posts')).toHaveLength(0);
      await expectAccessible(page, '[role="dialog"]');
    });

    await test.step('offers exactly the 19 categories with their labels', async () => {
      await category(page).click();
      await expect(page.getByRole('listbox').getByRole('option')).toHaveText(CATEGORY_LABELS);
      await page.getByRole('option', { name: 'Other' }).click();
    });

    await fill(page);
    for (const [label, max] of [
      ['Title', 100],
      ['Area', 30],
      ['Port', 50],
      ['Delivery address', 100],
    ] as const) {
      await test.step(`takes ${max} characters of ${label}`, async () => {
        await field(page, label).fill('');
        await field(page, label).pressSequentially('x'.repeat(max + 1), { delay: 0 });
        await expect(field(page, label)).toHaveValue('x'.repeat(max));
      });
    }

    await test.step('takes 5000 characters of the description', async () => {
      await field(page, 'Description').fill('d'.repeat(5_001));
      await send(page).click();
      await expectFieldError(field(page, 'Description'), 'Description too long');
      await field(page, 'Description').fill('d'.repeat(5_000));
      await field(page, 'Delivery address').fill('1');
      await send(page).click();
      await expect(toast(page)).toContainText('Your post has been created successfully!');
      await expect
        .poll(() => world.sql('select delivery_address, area, port from public.posts'))
        .toEqual([{ delivery_address: '1', area: 'x'.repeat(30), port: 'x'.repeat(50) }]);
    });
  });

  test('a refused field of the post form is seen on a phone with its message, clear of head and foot', async ({
    page,
    world,
  }) => {
    await page.setViewportSize({ width: 390, height: 560 });
    await loginAs(page, world, 'anna');
    await openCreate(page);
    await fill(page);
    for (const [label, message] of [
      ['Delivery address', 'Delivery address is required'],
      ['Description', 'Description is required'],
    ] as const) {
      await test.step(label, async () => {
        await field(page, label).fill('');
        await send(page).click();
        await expect(field(page, label)).toBeFocused();
        const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
        const gap = async (above: Locator, below: Locator) => {
          const [{ y, height }, next] = [await boxOf(above), await boxOf(below)];
          return next.y - y - height;
        };
        // The field comes into sight a moment after it has the focus.
        await expect
          .poll(() => gap(dialog(page).getByRole('button', { name: 'Close' }), field(page, label)))
          .toBeGreaterThan(0);
        await expect.poll(() => gap(dialog(page).getByText(message, { exact: true }), send(page))).toBeGreaterThan(0);
      });
    }
  });

  test('the post form takes any country, known ones in any case as their code, or one from the list [A319,A320,A321]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'anna');
    await openCreate(page);
    const countryOf = (title: string) => world.sql('select country from public.posts where title = $1', [title]);
    const reopen = async () => {
      await expect(dialog(page)).toBeHidden();
      await page.getByRole('button', { name: 'Post a purchase request now!' }).click();
      await expect(dialog(page)).toBeVisible();
    };

    await test.step('any country', async () => {
      await country(page).fill('Zanzibar City');
      await expect(page.getByText('No options found', { exact: true })).toBeVisible();
      await fill(page, { title: 'Free text', place: 'Zanzibar City' });
      await expect(country(page)).toHaveValue('Zanzibar City');
      await send(page).click();
      await expect(card(page, 'Free text').getByText('Zanzibar City')).toBeVisible();
      expect(await countryOf('Free text')).toEqual([{ country: 'Zanzibar City' }]);
    });

    await test.step('a known country in any case', async () => {
      await reopen();
      await fill(page, { title: 'Any case', place: 'vIeTnAm' });
      await expect(country(page)).toHaveValue('Vietnam');
      await send(page).click();
      await expect(card(page, 'Any case').getByText('Vietnam')).toBeVisible();
      expect(await countryOf('Any case')).toEqual([{ country: 'vn' }]);
    });

    await test.step('a country from the list', async () => {
      await reopen();
      await country(page).fill('viet');
      await page.getByRole('option', { name: 'Vietnam' }).click();
      await expect(country(page)).toHaveValue('Vietnam');
    });
  });

  test('the post form keeps typed text after a refusal, and creates one post however often it is sent [A409,A502]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'anna');
    await openCreate(page);
    await fill(page);

    await test.step('shows the server message', async () => {
      await refuse(page, POSTS, 'Too many requests. Please try again in 5 minutes.', 429);
      await send(page).click();
      await expect(toast(page)).toHaveText('Error creating post: Too many requests. Please try again in 5 minutes.');
      await expect(field(page, 'Title')).toHaveValue('Steel tubes');
      await page.unroute(POSTS);
    });

    await test.step('creates one post although an answer gets lost', async () => {
      let answers = 0;
      await page.route(POSTS, async (route) => {
        if (route.request().method() !== 'POST' || answers > 0) return route.continue();
        answers += 1;
        // The server stores it, the answer gets lost.
        await route.fetch();
        return route.abort('connectionreset');
      });
      await send(page).click();
      await expect(toast(page)).toContainText('Your post has been created successfully!');
      await expect(card(page, 'Steel tubes')).toHaveCount(1);
      expect(await world.sql('select 1 from public.posts')).toHaveLength(1);
    });
  });

  test('the post form keeps a draft when the dialog and the tab are closed, until it is sent', async ({
    page,
    world,
    context,
  }) => {
    await loginAs(page, world, 'anna');
    await openCreate(page);
    await field(page, 'Title').fill('Half a thought');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    const second = await context.newPage();
    await page.close();
    await openCreate(second);
    await expect(field(second, 'Title')).toHaveValue('Half a thought');
    await fill(second, { title: 'A whole thought' });
    await send(second).click();
    await expect(card(second, 'A whole thought')).toBeVisible();
    await second.getByRole('button', { name: 'Post a purchase request now!' }).click();
    await expect(field(second, 'Title')).toHaveValue('');
  });

  test('two requests from one draft in two tabs are both stored', async ({ page, world, context }) => {
    await loginAs(page, world, 'anna');
    await openCreate(page);
    await fill(page, { title: 'Steel tubes' });
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await openCreate(tab);
      await expect(field(tab, 'Title')).toHaveValue('Steel tubes');
    }
    await send(page).click();
    await expect(card(page, 'Steel tubes')).toBeVisible();
    await field(second, 'Title').fill('Copper wire');
    await send(second).click();
    await expect(card(second, 'Copper wire')).toBeVisible();
    const stored = await world.sql('select title from public.posts order by id');
    expect(stored).toEqual([{ title: 'Steel tubes' }, { title: 'Copper wire' }]);
  });

  test('the post form fills the screen of a phone', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await page.setViewportSize(VIEWPORTS.phone);
    await openCreate(page);
    await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(VIEWPORTS.phone.width);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, '[role="dialog"]');
  });
});

test.describe('the form for an own purchase request', () => {
  test('the edit form of a post is filled in, shows the server message when it fails, and saves [A9,A185,A236,A503,A508]', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    await world.createPost(anna, {
      title: 'Cashew nuts',
      country: 'vn',
      category: 'food',
      area: 'South',
      port: 'Cat Lai',
    });
    await openEdit(page, 'Cashew nuts');
    await expect(page.getByRole('dialog', { name: 'Edit Purchase Request', exact: true })).toBeVisible();
    await expect(country(page)).toHaveValue('Vietnam');
    await expect(category(page)).toHaveValue('Food & Beverage');
    await expect(field(page, 'Area')).toHaveValue('South');
    await expect(field(page, 'Port')).toHaveValue('Cat Lai');
    await field(page, 'Title').fill('Cashew nuts W240');
    await field(page, 'Area').fill('');

    await test.step('shows the server message', async () => {
      await refuse(page, POSTS, 'Unknown image');
      await save(page).click();
      await expect(toast(page)).toHaveText('Error updating post: Unknown image');
      await expect(field(page, 'Title')).toHaveValue('Cashew nuts W240');
      await page.unroute(POSTS);
    });

    await test.step('does not put back what another device has changed meanwhile', async () => {
      await world.sql(`update public.posts set port = 'Harbour 7'`);
      await save(page).click();
      await expect(toast(page)).toHaveText(
        'Error updating post: Somebody else has just changed this. Please look again.',
      );
      await expect(field(page, 'Title')).toHaveValue('Cashew nuts W240');
      await page.keyboard.press('Escape');
      await card(page, 'Cashew nuts').getByRole('button', { name: /^Edit/ }).click();
      await expect(field(page, 'Port')).toHaveValue('Harbour 7');
      await expect(field(page, 'Title')).toHaveValue('Cashew nuts W240');
    });

    await test.step('saves', async () => {
      await save(page).click();
      await expect(toast(page)).toContainText('Your post has been updated successfully!');
      await expect(card(page, 'Cashew nuts W240')).toBeVisible();
      expect(await world.sql('select country, area, port from public.posts')).toEqual([
        { country: 'vn', area: null, port: 'Harbour 7' },
      ]);
    });
  });

  test('the edit form of a post keeps an unknown country code, a long title and an unoffered category [A237]', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    const title = 't'.repeat(150);
    await world.createPost(anna, { title, category: 'real_estate' });
    await world.createPost(anna, { title: 'From afar', country: 'zz' });

    await test.step('an unknown country code', async () => {
      await openEdit(page, 'From afar');
      await expect(country(page)).toHaveValue('zz');
      await field(page, 'Area').fill('North');
      await save(page).click();
      await expect(card(page, 'From afar').getByText('North', { exact: true })).toBeVisible();
      expect(await world.sql(`select country from public.posts where title = 'From afar'`)).toEqual([
        { country: 'zz' },
      ]);
    });

    await test.step('a long title and another category', async () => {
      await openEdit(page, title);
      await expect(category(page)).toHaveValue('Real Estate');
      await field(page, 'Area').fill('North');
      await save(page).click();
      await expect(toast(page)).toContainText('Your post has been updated successfully!');
      await expect(card(page, title).getByText('North', { exact: true })).toBeVisible();
      await expect
        .poll(() => world.sql('select title, category, area from public.posts where title = $1', [title]))
        .toEqual([{ title, category: 'real_estate', area: 'North' }]);
    });
  });
});
