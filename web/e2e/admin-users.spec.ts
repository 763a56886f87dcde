import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signIn } from './support/auth-forms.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const ADMIN_PAGES = [
  '/admin',
  '/admin/users',
  '/admin-hidden-posts',
  '/admin/audit-log',
  '/admin/stats',
  '/admin/feedback',
  '/admin/email-settings',
  '/admin/notifications',
  '/admin/content-filter',
  '/admin/settings',
];
const table = (page: Page, name: string) => page.getByRole('table', { name });
const rows = (page: Page, name: string) => table(page, name).locator('tbody tr');

test('guests and plain users see nothing of the admin area [A63,A64,A400]', async ({ page, world }) => {
  // Some twenty pages are loaded.
  test.slow();
  for (const path of ADMIN_PAGES) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth$/);
  }
  await loginAs(page, world, 'bob');
  for (const path of ADMIN_PAGES) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expectToast(page, 'Access denied', 'You do not have permission to view this page', 'destructive');
    await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
  }
});

test('an admin finds a user, suspends them and lifts it; the user is notified and cannot write meanwhile [A20,A50,A586]', async ({
  page,
  world,
  browser,
}) => {
  const bob = await world.person('bob', { companyName: 'Mekong Supply', country: 'vn' });
  await world.createPost(await world.person('anna', { country: 'de' }), { title: 'Rice' });
  await loginAs(page, world, 'adam');
  await page.goto('/');
  await page.getByRole('button', { name: 'Account menu of adam' }).click();
  await page.getByRole('menuitem', { name: 'Admin Panel' }).click();

  // A list that cannot be read says so, and can be read again.
  await page.route('**/rest/v1/rpc/list_users*', (route) =>
    route.fulfill({ status: 500, json: { message: 'The server is busy' } }),
  );
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load users' })).toContainText('The server is busy');
  await page.unroute('**/rest/v1/rpc/list_users*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Users', exact: true })).toBeVisible();
  await expect(rows(page, 'Users')).toHaveCount(3);

  // Search, filters, order and page live in the address.
  await page.getByRole('textbox', { name: 'Search' }).fill('mekong');
  await expect(page).toHaveURL('/admin/users?q=mekong');
  await expect(rows(page, 'Users')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody like this');
  await expect(page.getByText('No users match these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'User', exact: true }).click();
  await page.getByRole('columnheader', { name: 'User' }).getByRole('button').click();
  await expect(page).toHaveURL('/admin/users?role=user&sort=username');
  await expect(rows(page, 'Users').first()).toContainText('bob');
  await page.reload();
  await expect(rows(page, 'Users').first()).toContainText('bob');
  await expectAccessible(page);

  // The file holds what the filters leave.
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('"bob","bob@example.com","yes"');
  expect(csv).not.toContain('"adam"');

  // Suspend: a reason is required; the drawer, the list and the log say what happened.
  await table(page, 'Users').getByRole('button', { name: 'bob' }).click();
  const drawer = page.getByRole('dialog', { name: 'User' });
  await expect(drawer.getByRole('heading', { name: 'bob' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Change role' })).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Suspend', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend bob' });
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  // Escape takes the question away, not the drawer below it.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(drawer.getByRole('button', { name: 'Suspend', exact: true })).toBeFocused();
  await drawer.getByRole('button', { name: 'Suspend', exact: true }).click();
  await dialog.getByRole('radio', { name: '7 days' }).check();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Spam in quotes');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expectToast(page, 'User suspended');
  await expect(drawer.getByText(/^Suspended until .*: Spam in quotes$/)).toBeVisible();
  await drawer.getByRole('tab', { name: 'Notes' }).click();
  const note = drawer.getByRole('textbox', { name: 'New note' });
  await note.fill('Warned by phone');
  // What is begun stays while something else is looked at.
  await drawer.getByRole('tab', { name: 'Activity' }).click();
  await expect(drawer.getByText('Newest posts')).toBeVisible();
  await drawer.getByRole('tab', { name: 'Notes' }).click();
  await expect(note).toHaveValue('Warned by phone');
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Warned by phone' })).toBeVisible();
  await expect(note).toHaveValue('');
  await drawer.getByRole('tab', { name: 'Log' }).click();
  await expect(drawer.getByText('Suspend user')).toBeVisible();
  await expectAccessible(page);

  // Bob signs in: he is told at once, reads, and cannot write.
  const bobs = await openPage(browser, world);
  await bobs.goto('/auth');
  await signIn(bobs, 'bob', bob.password);
  await expect(bobs.getByRole('alert').filter({ hasText: 'Your account is suspended until' })).toContainText(
    'Reason: Spam in quotes',
  );
  await expect(bobs.getByText('Rice')).toBeVisible();
  await bobs
    .getByRole('button', { name: /^Like,/ })
    .first()
    .click();
  await expectToast(bobs, 'Error');
  await expectAccessible(bobs);
  await bobs.context().close();

  // Lift.
  await drawer.getByRole('button', { name: 'Lift suspension' }).click();
  await page.getByRole('dialog', { name: 'Lift suspension' }).getByRole('button', { name: 'Lift suspension' }).click();
  await expectToast(page, 'Suspension lifted');
  await expect(drawer.getByText('Active')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/admin/users?role=user&sort=username');
});

test('a main admin changes a role and deletes an account; a faster other admin is named [A586]', async ({
  page,
  world,
}) => {
  const bob = await world.person('bob');
  await world.person('carl');
  await loginAs(page, world, 'mona');
  await page.goto(`/admin/users?user=${bob.id}`);
  const drawer = page.getByRole('dialog', { name: 'User' });
  await drawer.getByRole('button', { name: 'Change role' }).click();
  const roles = page.getByRole('dialog', { name: 'Role of bob' });
  await roles.getByRole('radio', { name: 'Admin', exact: true }).check();
  await world.sql(`update public.accounts set role = 'admin' where profile_id = $1`, [bob.id]);
  await roles.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Error', 'Somebody else has just changed this account. Please look again.', 'destructive');
  await roles.getByRole('radio', { name: 'User', exact: true }).check();
  await roles.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Role changed', 'bob: User');

  await test.step('a main admin is demoted with a reason', async () => {
    await expect(roles).toBeHidden();
    await drawer.getByRole('button', { name: 'Change role' }).click();
    await roles.getByRole('radio', { name: 'Main admin' }).check();
    await roles.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Role changed', 'bob: Main admin');
    await expect(roles).toBeHidden();
    await expect(drawer.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Change role' }).click();
    await roles.getByRole('radio', { name: 'User', exact: true }).check();
    await roles.getByRole('button', { name: 'Save' }).click();
    await expect(roles.getByText('Reason is required')).toBeVisible();
    await roles.getByRole('textbox', { name: 'Reason' }).fill('Left the company');
    await roles.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Role changed', 'bob: User');
  });

  await drawer.getByRole('button', { name: 'Delete' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete bob' });
  await expect(deletion.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await deletion.getByRole('textbox', { name: 'Type bob to confirm' }).fill('bob');
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'User deleted');
  await expect(drawer.getByRole('heading', { name: `deleted-${bob.id}` })).toBeVisible();
  await page.keyboard.press('Escape');

  // Nobody changes their own account, and on a phone rows are cards with the navigation in a drawer.
  await page.setViewportSize(VIEWPORTS.phone);
  await table(page, 'Users').getByRole('button', { name: 'mona' }).click();
  await expect(drawer.getByText('You cannot change this account')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Admin menu' }).click();
  await page.getByRole('dialog', { name: 'Admin' }).getByRole('link', { name: 'Audit log' }).click();
  await expect(page).toHaveURL('/admin/audit-log');
  const entry = rows(page, 'Audit log').filter({ hasText: 'Left the company' });
  await expect(entry.getByRole('deletion')).toHaveText('main_admin');
  await expect(entry.getByRole('insertion')).toHaveText(['user', 'Left the company']);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
