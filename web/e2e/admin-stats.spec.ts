import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('adam sees numbers that agree with the database, a visit and a vain search among them [A49,A51,A587]', async ({
  page,
  world,
}) => {
  const [anna, bob] = [await world.person('anna'), await world.person('bob')];
  // A guest comes and looks for something that nobody buys.
  await page.goto('/');
  await page
    .getByRole('searchbox')
    .or(page.getByLabel('Search', { exact: true }))
    .first()
    .fill('Tungsten carbide');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No results for "Tungsten carbide"')).toBeVisible();
  await expect.poll(() => world.sql('select term from private.empty_searches')).toEqual([{ term: 'tungsten carbide' }]);
  await expect.poll(() => world.sql('select page_path from public.guest_visits')).toEqual([{ page_path: '/' }]);

  await world.sql(`do $$ begin
    set local session_replication_role = replica;
    insert into public.posts (user_id, title, description, category, country, delivery_address, created_at)
    select ${anna.id}, 'Post ' || n, 'x', (array['food', 'energy'])[1 + n % 2], (array['vn', 'de', 'us'])[1 + n % 3], 'x', now() - n * interval '20 hours' from generate_series(0, 59) as n;
    insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time, created_at)
    select id, title, ${anna.id}, ${bob.id}, 'x', '1', '1', 'x', created_at + interval '2 hours' from public.posts where id % 4 = 0 and created_at < now() - interval '1 day';
  end $$`);
  const number = async (query: string) => {
    const [row] = await world.sql<{ count: string }>(`select (${query})::text as count`);
    return row?.count ?? '';
  };
  const since = (days: number) =>
    `created_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc' - interval '${days - 1} days'`;

  // Numbers that cannot be loaded say why, and are asked for again.
  await loginAs(page, world, 'adam');
  await page.route('**/rpc/admin_stats', (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }));
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/stats$/);
  await expect(page.getByRole('alert')).toContainText('Failed to load stats');
  await expect(page.getByRole('alert')).toContainText('Out of order');
  await page.unroute('**/rpc/admin_stats');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Stats', exact: true })).toBeVisible();
  const tile = (name: string) => page.locator(`[data-tile="${name}"] div`);
  const expectTiles = async (days: number) => {
    await expect(tile('Posts')).toHaveText(await number(`select count(*) from public.posts where ${since(days)}`));
    await expect(tile('Quotes')).toHaveText(await number(`select count(*) from public.quotes where ${since(days)}`));
    await expect(tile('Visitors')).toHaveText(
      await number(`select count(*) from public.guest_visits where ${since(days)}`),
    );
    await expect(tile('Registrations')).toHaveText('3');
    await expect(tile('Verified')).toHaveText('100%');
  };
  await expectTiles(30);
  await expect(page.getByRole('table', { name: 'Searches without results' })).toContainText('tungsten carbide1');
  await expect(page.getByRole('table', { name: 'Referrers' })).toContainText('direct1');
  await expect(page.getByRole('table', { name: 'Landing pages' })).toContainText('/1');
  await expect(page.getByRole('table', { name: 'Suppliers by quotes' })).toContainText(
    `bob${await number(`select count(*) from public.quotes where ${since(30)}`)}`,
  );

  // Each plot can be read as numbers, and a day without anything is one of them.
  const chart = page.getByRole('figure', { name: 'Posts per day' });
  await expect(chart.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await chart.getByText('Show numbers').click();
  await expect(chart.getByRole('row')).toHaveCount(31);
  await expect(chart.getByRole('row').last()).toContainText(
    await number(`select count(*) from public.posts where ${since(1)}`),
  );

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export categories as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^categories-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(
    `"Food & Beverage","${await number(`select count(*) from public.posts where category = 'food' and ${since(30)}`)}"`,
  );
  await expectAccessible(page);

  for (const [label, days] of [
    ['7 days', 7],
    ['90 days', 90],
  ] as const) {
    await page.getByText(label, { exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`days=${days}$`));
    await expectTiles(days);
  }
  await page.setViewportSize(VIEWPORTS.phone);
  await expectNoSidewaysScroll(page);

  await page.goto('/admin/stats?from=2020-01-01&to=2020-01-20');
  await expect(tile('Posts')).toHaveText('0');
  await expect(page.getByText('No data for this period')).toHaveCount(10);
  await expect(page.getByLabel('From')).toHaveValue('2020-01-01');
});
