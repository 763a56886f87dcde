import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { card, cards, fillFeed, filters, search } from './support/posts.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a search tolerates typing errors, and drops words when all together find nothing', async ({ page, world }) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Blackout curtain rails', country: 'vn' });
  await world.createPost(anna, { title: 'Desks and more', description: 'With an office chair each.', country: 'de' });
  await world.createPost(anna, {
    title: 'Roof of a warehouse',
    description: 'Ready for one solar panel a metre.',
    country: 'fr',
  });
  await page.goto('/');

  await test.step('swapped letters, also in a description', async () => {
    await search(page, 'curtian');
    await expect(card(page, 'Blackout curtain rails')).toBeVisible();
    await expect(page.getByText('No request has “curtian”. Did you mean curtain?')).toBeVisible();
    await search(page, 'office chiar');
    await expect(card(page, 'Desks and more')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a press on what was meant searches for it', async () => {
    await search(page, 'solar pannel');
    await expect(card(page, 'Roof of a warehouse')).toBeVisible();
    await page.getByRole('link', { name: 'solar panel', exact: true }).click();
    await expect(page).toHaveURL('/?q=solar+panel');
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('solar panel');
    await expect(page.getByText('Did you mean')).toHaveCount(0);
    await expect(cards(page)).toHaveCount(1);
  });

  await test.step('what was meant leads out of filters that leave nothing of it', async () => {
    await page.goto('/?q=solar+pannel&country=vn');
    await expect(
      page.getByText('No results for "solar pannel" - try a different search term', { exact: true }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'solar panel', exact: true }).click();
    await expect(page).toHaveURL('/?q=solar+panel');
    await expect(card(page, 'Roof of a warehouse')).toBeVisible();
  });

  await test.step('the name of a country', async () => {
    await search(page, 'Việt Nam');
    await expect(card(page, 'Blackout curtain rails')).toBeVisible();
    await expect(cards(page)).toHaveCount(1);
  });

  await test.step('results for fewer words under a heading of their own', async () => {
    await search(page, 'curtain motorcycle');
    await expect(
      page.getByText('No results for "curtain motorcycle" - try a different search term', { exact: true }),
    ).toBeVisible();
    const fewer = page.getByRole('region', { name: 'Results for fewer words: curtain' });
    await expect(fewer.getByRole('article', { name: 'Blackout curtain rails' })).toBeVisible();
    await expect(fewer.getByText('1 request', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoSidewaysScroll(page);
    const told = await page.getByRole('heading', { name: 'No posts found' }).boundingBox();
    const results = await fewer.boundingBox();
    expect((results?.y ?? 0) - (told?.y ?? 0)).toBeLessThan(160);
    await page.setViewportSize(VIEWPORTS.desktop);
  });

  await test.step('of fewer words only what the filters leave, all without them', async () => {
    await page.goto('/?q=curtain+motorcycle&category=education');
    await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/?q=curtain+motorcycle');
    const fewer = page.getByRole('region', { name: 'Results for fewer words: curtain' });
    await expect(fewer.getByRole('article', { name: 'Blackout curtain rails' })).toBeVisible();
  });

  await test.step('a filter that leaves nothing of a search, with what there is without it', async () => {
    await page.goto('/?q=curtain&category=education');
    await page.getByRole('link', { name: 'Clear filters: 1 request' }).click();
    await expect(page).toHaveURL('/?q=curtain');
    await expect(card(page, 'Blackout curtain rails')).toBeVisible();
  });
});

test('the feed is narrowed to requests without quotes or by time and sorted, as the address says [A737]', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  await fillFeed(world, anna, 12);
  await world.sql(`update public.post_counters c set quotes = case when p.title in ('Request 3', 'Request 7') then 0 else 20 - split_part(p.title, ' ', 2)::integer end
    from public.posts p where p.id = c.post_id`);
  await page.goto('/');
  await expect(cards(page)).toHaveCount(10);

  await test.step('requests without quotes, until the filters are cleared', async () => {
    await choose(page, 'Quotes', 'No quotes yet');
    await expect(cards(page)).toHaveCount(2);
    await expect(cards(page).first()).toContainText('Request 7');
    await expect(page).toHaveURL('/?unquoted=1');
    await expect(page.getByText('2 requests')).toBeVisible();
    await page.reload();
    await expect(cards(page)).toHaveCount(2);
    await filters(page).getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByText('12 requests')).toBeVisible();
  });

  await test.step('the fewest quotes first', async () => {
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Fewest quotes');
    await expect(page).toHaveURL('/?sort=fewest_quotes');
    await expect(cards(page).nth(0)).toContainText('Request 7');
    await expect(cards(page).nth(1)).toContainText('Request 3');
    await expect(cards(page).nth(2)).toContainText('Request 12');
    await expect(cards(page).nth(3)).toContainText('Request 11');
    await page.getByRole('navigation', { name: 'Pages of posts' }).getByRole('button', { name: 'Page 2' }).click();
    await expect(cards(page).last()).toContainText('Request 1');
    await expectAccessible(page);
  });

  await test.step('requests that close soon, the first to close first', async () => {
    await world.sql(`update public.posts p set quote_deadline = now() + split_part(p.title, ' ', 2)::integer * interval '1 day' - interval '1 hour'
      where p.title in ('Request 2', 'Request 6', 'Request 12')`);
    await page.goto('/');
    await choose(page, 'Closing', 'Within 7 days');
    await filters(page).getByRole('checkbox', { name: 'Open only' }).check();
    await expect(page.getByText('2 requests')).toBeVisible();
    await expect(cards(page).first()).toContainText('Request 6');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Closing first');
    await expect(page).toHaveURL('/?open=1&closing=7&sort=closing');
    await expect(cards(page).first()).toContainText('Request 2');
    await page.getByRole('link', { name: 'Remove Closing within 7 days' }).click();
    await expect(page).toHaveURL('/?open=1&sort=closing');
    await expect(page.getByText('12 requests')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('on a phone', async () => {
    await page.setViewportSize(VIEWPORTS.phone);
    await page.goto('/?unquoted=1&country=vn');
    await page.getByRole('button', { name: 'Search Filters, 2 active' }).click();
    await choose(page, 'Quotes', 'Any number');
    await page.getByRole('button', { name: /^Show results: \d+ requests?$/ }).click();
    await expect(page).toHaveURL('/?country=vn');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await expect(page).toHaveURL('/');
    // Results for fewer words stand below, and are not counted in the heading either.
    await page.goto('/?q=request+zeppelin');
    await expect(page.getByRole('heading', { name: 'Results for fewer words: request' })).toBeVisible();
    await expect(page.getByText('0 requests', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Search Filters' }).click();
    await expect(page.getByRole('button', { name: 'Show results: 0 requests' })).toBeVisible();
  });
});
