import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('[A738] a supplier watches a request and hears of its change; its owner sees how many do', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const { id } = await world.createPost(anna, { title: 'Steel' });
  await loginAs(page, world, 'bob');
  await page.goto(`/post/x-${id}`);
  const watch = page.getByRole('button', { name: 'Watch', exact: true });
  const watching = page.getByRole('button', { name: 'Watching' });
  await watch.click();
  await expect(watching).toBeVisible();
  // The button shows what it asks for: it is stored a moment later.
  await expect.poll(() => world.sql('select 1 from private.watches')).toHaveLength(1);
  await page.reload();
  await expect(watching).toBeVisible();
  for (const viewport of Object.values(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);

  await anna.client.from('posts').update({ description: 'DN 200' }).eq('id', id);
  await world.sql(`select public.housekeep('watches', 500)`);
  await page.goto('/');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog').getByText('The request "Steel" changed').click();
  await expect(page).toHaveURL(new RegExp(`/post/.*-${id}$`));

  await loginAs(page, world, 'anna');
  await page.goto(`/post/x-${id}`);
  await expect(page.getByText('1 person watches this request')).toBeVisible();
  await expect(watch.or(watching)).toHaveCount(0);
});
