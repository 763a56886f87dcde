import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('an admin works through the hidden posts [A20,A54,A590]', async ({ page, world }) => {
  const anna = await world.person('anna');
  const adam = await world.person('adam');
  await loginAs(page, world, adam);
  await page.goto('/admin-hidden-posts');
  await expect(page.getByText('There are no hidden posts')).toBeVisible();

  for (const title of ['Steel pipes', 'Green coffee', 'Cotton towels', 'Office desks']) {
    const { id } = await world.createPost(anna, { title });
    await adam.client.rpc('hide_post', { post_id: id, reason: 'Asks for a job' });
  }
  const { id: own } = await world.createPost(anna, { title: 'Found elsewhere' });
  await anna.client.rpc('hide_post', { post_id: own });
  await page.goto('/admin/hidden-posts');
  await expect(page).toHaveURL('/admin-hidden-posts');
  const rows = page.getByRole('table', { name: 'Hidden posts' }).locator('tbody tr');
  const row = (title: string) => rows.filter({ hasText: title });
  await expect(rows).toHaveCount(5);
  await expect(row('Steel pipes')).toContainText('adam');
  await expect(row('Found elsewhere')).toContainText('Owner');
  await expectAccessible(page);

  // One: another reason, then visible again with a note.
  await row('Steel pipes').getByRole('button', { name: 'More for Steel pipes' }).click();
  await page.getByRole('menuitem', { name: 'Edit reason' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit reason' });
  await expect(editing.getByRole('textbox', { name: 'Reason' })).toHaveValue('Asks for a job');
  await editing.getByRole('textbox', { name: 'Reason' }).fill('Is a job advertisement');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Reason saved');
  await expect(row('Steel pipes')).toContainText('Is a job advertisement');
  await row('Steel pipes').getByRole('button', { name: 'Unhide Steel pipes' }).click();
  const unhiding = page.getByRole('dialog', { name: 'Unhide 1 post' });
  await unhiding.getByRole('textbox', { name: 'Note to the owner (optional)' }).fill('Thank you for the correction');
  await expectAccessible(page);
  await unhiding.getByRole('button', { name: 'Unhide' }).click();
  await expectToast(page, '1 post visible again');
  await expect(rows).toHaveCount(4);

  // Another admin was faster with one of two.
  await row('Green coffee').getByRole('checkbox').check();
  await row('Cotton towels').getByRole('checkbox').check();
  await world.sql(
    `update public.posts set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null where title = 'Green coffee'`,
  );
  await page.getByRole('button', { name: 'Delete chosen' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete 2 posts' });
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(deleting.getByText('Reason is required')).toBeVisible();
  await deleting.getByRole('textbox', { name: 'Reason' }).fill('Fraud');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, '1 of 2 posts deleted; others had changed');
  await expect(rows).toHaveCount(2);

  // Filters; the owner; a phone.
  await page.getByRole('combobox', { name: 'Hidden by' }).click();
  await page.getByRole('option', { name: 'Owner' }).click();
  await expect(page).toHaveURL('/admin-hidden-posts?hiddenBy=owner');
  await expect(rows).toHaveCount(1);
  // What a row is called stays in sight when the end of the row is looked at.
  await page.setViewportSize({ width: 1000, height: 900 });
  // So do its actions, though the table is wider than the screen.
  await expect(row('Found elsewhere').getByRole('button', { name: 'Unhide Found elsewhere' })).toBeInViewport({
    ratio: 1,
  });
  await expect(row('Found elsewhere').getByRole('button', { name: 'More for Found elsewhere' })).toBeInViewport({
    ratio: 1,
  });
  await row('Found elsewhere')
    .getByRole('cell')
    .last()
    .evaluate((cell) => cell.closest('div')?.scrollTo({ left: 9999 }));
  await expect(row('Found elsewhere').getByRole('link', { name: 'Found elsewhere' })).toBeInViewport({ ratio: 1 });
  // Beside the navigation of a tablet columns have no room: all of a row is in sight, without scrolling sideways.
  await page.setViewportSize(VIEWPORTS.tablet);
  for (const part of [
    row('Found elsewhere').getByRole('link', { name: 'Found elsewhere' }),
    row('Found elsewhere').getByRole('cell', { name: 'anna' }),
    row('Found elsewhere')
      .getByRole('cell')
      .filter({ has: page.getByRole('time') }),
    row('Found elsewhere').getByRole('button', { name: 'Unhide Found elsewhere' }),
    row('Found elsewhere').getByRole('button', { name: 'More for Found elsewhere' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(VIEWPORTS.phone);
  await expect(page.getByRole('button', { name: 'Filters, 1 active' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Order' })).toHaveValue('Hidden at, descending');
  await row('Found elsewhere').getByRole('button', { name: 'More for Found elsewhere' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const phoneDialog = page.getByRole('dialog', { name: 'Delete 1 post' });
  await expect.poll(async () => (await phoneDialog.boundingBox())?.width).toBe(VIEWPORTS.phone.width);
  await page.keyboard.press('Escape');
  await expect(phoneDialog).toBeHidden();
  await expect(row('Found elsewhere').getByRole('button', { name: 'More for Found elsewhere' })).toBeFocused();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await row('Found elsewhere').getByRole('button', { name: 'More for Found elsewhere' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit reason' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Open owner' }).click();
  await expect(page.getByRole('dialog', { name: 'User' }).getByRole('heading', { name: 'anna' })).toBeVisible();

  // What the owner hears, and what the log keeps.
  const { data } = await anna.client.from('notifications').select('message');
  expect(data?.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'Your post "Cotton towels" was deleted: Fraud',
      'Your post "Steel pipes" is visible again: Thank you for the correction',
    ]),
  );
  await page.goto('/admin/audit-log?action=delete_post');
  await expect(page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')).toContainText('Fraud');
});
