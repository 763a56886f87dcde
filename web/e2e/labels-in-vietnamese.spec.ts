import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { createQuote } from './support/quotes.ts';
import { VIEWPORTS } from './support/viewports.ts';

/** The words in buttons, switches and heads of tables that stand in more than one line. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    for (const label of document.querySelectorAll('.mantine-Button-label, .mantine-SegmentedControl-label, th')) {
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });

/** How many lines the text of an element has. */
const linesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((labels) =>
    labels.map((label) => {
      const range = document.createRange();
      range.selectNodeContents(label);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size;
    }),
  );

test.use({ locale: 'vi-VN' });

test('labels stand in whole words, and in one line where there is room [A643]', async ({ page, world }) => {
  const [anna, bob, eva] = [
    await world.person('anna'),
    await world.person('bob'),
    await world.person('mekongsupplies'),
  ];
  const rice = await world.createPost(anna, { title: 'Rice' });
  await createQuote(bob, rice.id);
  const quoteId = await createQuote(eva, rice.id);
  await anna.client.rpc('shortlist_quote', { quote_id: quoteId, is_on: true });
  const adam = await world.person('adam');
  const hidden = await world.createPost(bob, { title: 'Steel pipes' });
  await adam.client.rpc('hide_post', { post_id: hidden.id, reason: 'Asks for a job' });

  await loginAs(page, world, anna);
  await test.step('the list of received quotes', async () => {
    await page.goto('/account?tab=quotes&side=received&lang=vi');
    await expect(page.getByRole('row').nth(2)).toBeVisible();
    // Words stand in another font until that of the page has come.
    await expect.poll(() => linesOf(page, 'main td .mantine-Button-label')).not.toContain(2);
    await expect.poll(() => linesOf(page, 'main .mantine-SegmentedControl-label')).toEqual([1, 1]);
    await expect.poll(() => brokenWords(page)).toEqual([]);
    const tableFrame = page.getByRole('table').locator('..');
    await expect
      .poll(() => tableFrame.evaluate((frame) => frame.scrollWidth - frame.clientWidth))
      .toBeLessThanOrEqual(0);
  });

  await test.step('the comparison', async () => {
    for (const viewport of [VIEWPORTS.phone, VIEWPORTS.tablet]) {
      await page.setViewportSize(viewport);
      await page.goto(`/compare/${rice.id}`);
      await expect(page.getByRole('columnheader', { name: 'mekongsupplies' })).toBeVisible();
      await expect.poll(() => brokenWords(page)).toEqual([]);
      await expect
        .poll(async () => new Set(await linesOf(page, 'main td .mantine-Button-label')))
        .toEqual(new Set([1]));
    }
  });

  await test.step('hidden posts', async () => {
    await loginAs(page, world, adam);
    await page.setViewportSize(VIEWPORTS.tablet);
    await page.goto('/admin-hidden-posts');
    await expect(page.getByRole('link', { name: 'Steel pipes' })).toBeVisible();
    await expect.poll(() => brokenWords(page)).toEqual([]);
  });
});

test('the label of a link that looks like a button is in the middle of it', async ({ page }) => {
  await page.goto('/auth?lang=vi');
  const link = page.getByRole('link', { name: 'Tiếp tục với Google' });
  const middles = await link.evaluate((button) =>
    [button, ...button.querySelectorAll('.mantine-Button-label')].map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    }),
  );
  expect(middles).toEqual([middles[0], middles[0]]);
});
