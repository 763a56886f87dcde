import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card } from './support/posts.ts';
import { createQuote } from './support/quotes.ts';

const TITLE = 'كابلات نحاسية 4×16 mm';
const TEXT = 'نحتاج 20 طن (CIF Hamburg), شهرياً.';
const NAME = 'شركة الخليج';

/** Texts in a right-to-left script on the page whose direction nobody asked for; the page itself runs from left to right. */
const scrambled = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { nodeValue, parentElement } = texts.currentNode;
      if (!/[֐-ࣿ]/.test(nodeValue ?? '') || !parentElement?.checkVisibility()) continue;
      const directed = parentElement.closest('[dir], bdi');
      if (directed?.matches('[dir="auto"], bdi') !== true) found.push(`${parentElement.outerHTML.slice(0, 160)}`);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>(
      'textarea, input:is([type="text"], [type="search"], :not([type]))',
    )) {
      // What cannot be reached is no field for people.
      if (field.checkVisibility() && field.tabIndex >= 0 && field.dir !== 'auto')
        found.push(field.outerHTML.slice(0, 160));
    }
    return found;
  });

/** The text is there, and all that people typed on this page runs the way it is read. */
async function expectDirections(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
  expect.soft(await scrambled(page)).toEqual([]);
}

test('user texts run in their own direction, on every page and in every field [A648]', async ({ page, world }) => {
  test.slow();
  const anna = await world.person('anna', { companyName: NAME });
  const bob = await world.person('bob', { companyName: NAME, organization: NAME, taxCode: 'رقم 7' });
  const post = await world.createPost(anna, {
    title: TITLE,
    description: TEXT,
    area: 'دبي',
    port: 'جبل علي',
    delivery_address: 'شارع 12',
  });
  await world.createPost(anna, { title: `${TITLE} B`, description: TEXT });
  const hidden = await world.createPost(anna, { title: `${TITLE} C`, description: TEXT });
  await (await world.person('adam')).client.rpc('hide_post', { post_id: hidden.id, reason: TEXT });
  const quote = await createQuote(bob, post.id, {
    price_text: '٢٠ درهم',
    product_match: 'different',
    description: TEXT,
    account_type: 'organization',
    organization_name: NAME,
    tax_code: 'رقم 7',
    delivery_from: 'دبي',
    delivery_time: 'أسبوع',
  });
  expect((await bob.client.rpc('send_message', { quote_id: quote, content: TEXT })).error).toBeNull();
  expect(
    (await bob.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 4, comment: TEXT })).error,
  ).toBeNull();
  const [news] = await world.sql<{ id: number }>(
    `insert into public.news_items (type, title, summary, body, location, event_start, status, published_at)
     values ('event', $1, $2, $2, 'دبي', now() + interval '9 days', 'published', now()) returning id::int as id`,
    [TITLE, TEXT],
  );
  await world.sql(
    `insert into public.feedback (email, category, subject, message, page_path, user_agent)
     values ('guest@example.com', 'bug', $1, $2, '/', 'Test') returning id`,
    [TITLE, TEXT],
  );
  await world.sql(`update public.profiles set bio = $1 where id = any($2::bigint[]) returning id`, [
    TEXT,
    [anna.id, bob.id],
  ]);

  await test.step('a guest reads', async () => {
    await page.goto('/');
    await expectDirections(page, TEXT);
    const title = card(page, TITLE).getByRole('heading');
    expect(
      await title.evaluate((element) => [getComputedStyle(element).direction, document.documentElement.dir]),
    ).toEqual(['rtl', '']);
    await page.getByRole('button', { name: 'Compact list' }).click();
    await expectDirections(page, 'دبي');
    await page.goto(`/post/x-${post.id}`);
    await expectDirections(page, 'شارع 12');
    await page.goto('/news');
    await expectDirections(page, TITLE);
    await page.goto(`/news/${news?.id}`);
    await expectDirections(page, TEXT);
    await page.goto('/feedback');
    await expectDirections(page, 'Send feedback');
  });

  await test.step('the buyer reads and writes', async () => {
    await loginAs(page, world, anna);
    await page.goto('/account');
    await expectDirections(page, `${TITLE} C`);
    await card(page, TITLE)
      .getByRole('button', { name: /^Quotes received/ })
      .click();
    await expectDirections(page, '٢٠ درهم');
    await page
      .getByRole('article', { name: 'Quote from bob' })
      .getByRole('button', { name: /^Message/ })
      .click();
    await expectDirections(page, 'أسبوع');
    await page.goto('/account?tab=quotes');
    await expectDirections(page, '٢٠ درهم');
    await page.goto('/my-reviews');
    await expectDirections(page, TEXT);
    await page.goto(`/users/${bob.id}`);
    await expectDirections(page, NAME);
    await page.goto('/profile');
    await expectDirections(page, NAME);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expectDirections(page, TITLE);
    await page.goto('/');
    await card(page, TITLE).getByRole('button', { name: /^Edit/ }).click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(TITLE);
    expect.soft(await scrambled(page)).toEqual([]);
  });

  await test.step('the supplier reads and writes', async () => {
    await loginAs(page, world, bob);
    await page.goto('/my-quotes');
    await expectDirections(page, TITLE);
    await page.goto('/');
    await card(page, TITLE).getByRole('button', { name: 'Quotation' }).click();
    await expect(page.getByRole('dialog', { name: 'Send Quote' }).getByText(TITLE)).toBeVisible();
    expect.soft(await scrambled(page)).toEqual([]);
  });

  await test.step('an admin reads', async () => {
    await loginAs(page, world, 'mona');
    for (const address of [
      `/admin/users?user=${anna.id}`,
      '/admin/feedback',
      '/admin-hidden-posts',
      '/admin/audit-log',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(/[֐-ࣿ]/).first()).toBeVisible();
      expect.soft(await scrambled(page)).toEqual([]);
    }
  });
});
