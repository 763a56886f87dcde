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
