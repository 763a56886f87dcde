import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('an admin finds a post by words, state and country, and hides it', async ({ page, world }) => {
  const anna = await world.person('anna');
  const bob = await world.person('bob');
  for (const [owner, title, country] of [
    [anna, 'Copper wire', 'de'],
    [bob, 'Copper tubes', 'de'],
    [anna, 'Copper sheets', 'vn'],
    [anna, 'Office desks', 'de'],
  ] as const)
    await world.createPost(owner, { title, country });
  await world.sql(`update public.posts set closed_at = now(), closed_reason = 'awarded' where title = 'Copper tubes'`);
  await loginAs(page, world, 'adam');
  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await expect(page).toHaveURL('/admin/posts');
  const rows = page.getByRole('table', { name: 'Posts' }).locator('tbody tr');
  const row = (title: string) => rows.filter({ hasText: title });
  await expect(rows).toHaveCount(4);
  await expect(row('Copper tubes')).toContainText('Closed');
  await expectAccessible(page);

  await test.step('narrows the list', async () => {
    await page.getByRole('textbox', { name: 'Search' }).fill('copper');
    await expect(rows).toHaveCount(3);
    await page.getByRole('combobox', { name: 'Country' }).fill('germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await expect(rows).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Open for quotes' }).click();
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL('/admin/posts?q=copper&country=de&state=open');
    await expect(page.getByText('1 post', { exact: true })).toBeVisible();
  });

  await test.step('hides what was found', async () => {
    await row('Copper wire').getByRole('link', { name: 'Copper wire' }).click();
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Hide Post (Violation)' }).click();
    const hiding = page.getByRole('dialog', { name: 'Hide post' });
    await hiding.getByRole('textbox').fill('Counterfeit');
    await hiding.getByRole('button', { name: 'Hide', exact: true }).click();
    await expectToast(page, 'Post hidden');
    await page.goBack();
    await expect(page).toHaveURL('/admin/posts?q=copper&country=de&state=open');
    await expect(page.getByText('No posts match these filters')).toBeVisible();
  });

  await test.step('finds it among the hidden ones, with the reason, on a phone as well', async () => {
    await page.goto('/admin/posts?state=hidden');
    await expect(rows).toHaveCount(1);
    await expect(row('Copper wire')).toContainText('Counterfeit');
    await row('Copper wire').getByRole('link', { name: 'anna' }).click();
    await expect(page.getByRole('dialog', { name: 'User' }).getByRole('heading', { name: 'anna' })).toBeVisible();
    await page.setViewportSize(VIEWPORTS.phone);
    await page.goto('/admin/posts');
    await expect(rows).toHaveCount(4);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test('an admin hides all posts that a search finds for one reason, and undoes it', async ({ page, world }) => {
  const anna = await world.person('anna');
  await world.sql(
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
     select $1, 'Casino bonus ' || n, 'x', 'food', 'vn', 'x' from generate_series(1, 60) as n`,
    [anna.id],
  );
  await world.createPost(anna, { title: 'Rice' });
  const adam = await world.person('adam');
  await world.createPost(adam, { title: 'Casino of an admin' });
  await loginAs(page, world, adam);
  await page.goto('/admin/posts?pageSize=10');
  const rows = page.getByRole('table', { name: 'Posts' }).locator('tbody tr');
  const chosen = (count: string) => page.getByRole('status').filter({ hasText: count });
  const bar = page.getByRole('region', { name: 'Chosen posts' });
  const hidden = async () => {
    const [row] = await world.sql<{ posts: number }>('select count(*)::int as posts from public.posts where is_hidden');
    return row?.posts;
  };

  await test.step('selects all that match, on whichever page', async () => {
    await page.getByRole('textbox', { name: 'Search' }).fill('casino');
    await expect(page.getByText('61 posts')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expect(chosen('10 posts chosen')).toBeVisible();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(rows.first()).toContainText('Casino bonus 51');
    await rows.getByRole('checkbox').first().check();
    await expect(chosen('11 posts chosen')).toBeVisible();
    await bar.getByRole('button', { name: 'Choose all that match' }).click();
    await expect(chosen('61 posts chosen')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('hides them with a reason', async () => {
    await bar.getByRole('button', { name: 'Hide', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Hide 61 posts' });
    await dialog.getByRole('button', { name: 'Hide' }).click();
    await expect(dialog.getByText('Reason is required')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Games of chance');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Hide' }).click();
    // The admin's own is left out.
    await expectToast(page, '60 posts hidden');
    await expect(bar).toHaveCount(0);
    await expect(rows.first()).toContainText('Hidden');
    expect(await hidden()).toBe(60);
    const { data } = await anna.client.from('notifications').select('message').limit(1);
    expect(data?.[0]?.message).toMatch(/^Your post "Casino bonus \d+" was hidden: Games of chance$/);
  });

  await test.step('unhides two of them', async () => {
    await page.goto('/admin/posts?q=casino&state=hidden');
    await rows.getByRole('checkbox').nth(0).check();
    await rows.getByRole('checkbox').nth(1).check();
    await bar.getByRole('button', { name: 'Unhide' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unhide 2 posts' });
    await dialog.getByRole('textbox', { name: 'Note to the owner (optional)' }).fill('Our mistake');
    await dialog.getByRole('button', { name: 'Unhide' }).click();
    await expectToast(page, '2 posts visible again');
    expect(await hidden()).toBe(58);
  });

  await test.step('undoes the first, and leaves what was decided since', async () => {
    await page.goto('/admin/audit-log?tab=bulk');
    const batches = page.getByRole('table', { name: 'Bulk actions' }).locator('tbody tr');
    await expect(batches.first()).toContainText('Unhide posts');
    const batch = batches.filter({ hasText: 'Games of chance' });
    await expect(batch).toContainText('60 posts');
    await batch.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Undo bulk action' }).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Bulk action undone');
    await expect(batch).toContainText('58 things restored');
    expect(await hidden()).toBe(0);
  });

  await test.step('the actions are in reach on a phone', async () => {
    await page.setViewportSize(VIEWPORTS.phone);
    await page.goto('/admin/posts?q=casino');
    await rows.getByRole('checkbox').first().check();
    await expect(bar.getByRole('button', { name: 'Hide', exact: true })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
