import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('an admin cleans up 50 posts of spam by five accounts in ten clicks, and undoes it', async ({ page, world }) => {
  for (let spammer = 1; spammer <= 5; spammer += 1) {
    const { id } = await world.person(`casino${spammer}`);
    await world.sql(
      `insert into public.posts (user_id, title, description, category, country, delivery_address)
       select $1, 'Casino bonus ' || n, 'x', 'food', 'vn', 'x' from generate_series(1, 10) as n`,
      [id],
    );
  }
  await world.createPost(await world.person('anna'), { title: 'Rice' });
  await loginAs(page, world, 'adam');
  await page.goto('/admin/users');
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr');
  await expect(rows).toHaveCount(7);
  const hidden = async () => {
    const [row] = await world.sql<{ posts: number }>('select count(*)::int as posts from public.posts where is_hidden');
    return row?.posts;
  };

  await test.step('select and mark', async () => {
    let clicks = 0;
    const click = async (name: string, role: 'button' | 'checkbox' = 'button', within = page.locator('body')) => {
      clicks += 1;
      await within.getByRole(role, { name, exact: true }).click();
    };
    await page.getByRole('textbox', { name: 'Search' }).fill('casino');
    await expect(rows).toHaveCount(5);
    await click('Select all on this page', 'checkbox');
    await expect(page.getByRole('status').filter({ hasText: '5 users chosen' })).toBeVisible();
    await expectAccessible(page);
    await click('This is spam');
    const dialog = page.getByRole('dialog', { name: 'Mark 5 users as spam' });
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Spam');
    await expectAccessible(page);
    await click('Mark as spam', 'button', dialog);
    await expectToast(page, '5 users marked as spam', '50 posts hidden');
    expect(clicks).toBeLessThanOrEqual(10);
    await expect(rows.first()).toContainText('Suspended');
    await expect(page.getByRole('region', { name: 'Chosen users' })).toHaveCount(0);
    expect(await hidden()).toBe(50);
    expect(
      await world.sql(
        `select 1 from public.notifications n join public.profiles p on p.id = n.user_id where p.username like 'casino%'`,
      ),
    ).toEqual([]);
  });

  await test.step('undo', async () => {
    await page.goto('/admin/audit-log');
    await page.getByRole('tab', { name: 'Bulk actions' }).click();
    await expect(page).toHaveURL('/admin/audit-log?tab=bulk');
    const batch = page.getByRole('table', { name: 'Bulk actions' }).locator('tbody tr');
    await expect(batch).toContainText('5 users, 50 posts');
    await expectAccessible(page);
    await batch.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Undo bulk action' }).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Bulk action undone');
    await expect(batch).toContainText('Undone by adam');
    await expect(batch).toContainText('55 things restored');
    expect(await hidden()).toBe(0);
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoSidewaysScroll(page);
  });

  await test.step('a suspension that was wrong', async () => {
    await page.setViewportSize(VIEWPORTS.desktop);
    await page.goto('/admin/users?q=casino1');
    await rows.getByRole('button', { name: 'casino1' }).click();
    const drawer = page.getByRole('dialog', { name: 'User' });
    await drawer.getByRole('button', { name: 'This is spam' }).click();
    await page
      .getByRole('dialog', { name: 'Mark 1 user as spam' })
      .getByRole('button', { name: 'Mark as spam' })
      .click();
    await expectToast(page, '1 user marked as spam', '10 posts hidden');
    await drawer.getByRole('button', { name: 'Lift suspension' }).click();
    const lifting = page.getByRole('dialog', { name: 'Lift suspension' });
    await expect(lifting.getByRole('checkbox', { name: /^Bring back 10 posts/ })).toBeChecked();
    await expectAccessible(page);
    await lifting.getByRole('button', { name: 'Lift suspension' }).click();
    await expectToast(page, 'Suspension lifted');
    expect(await hidden()).toBe(0);
    expect(await world.sql(`select data from private.mail_outbox where template = 'suspension_lifted'`)).toEqual([
      { data: { restored: 10 } },
    ]);
  });

  await test.step('choose all that match', async () => {
    await page.setViewportSize(VIEWPORTS.desktop);
    await page.goto('/admin/users?pageSize=10');
    await rows.filter({ hasText: 'casino1' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Choose all that match' }).click();
    // The admin is not among them.
    await expect(page.getByRole('status').filter({ hasText: '6 users chosen' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Search' }).fill('anna');
    await expect(page.getByRole('region', { name: 'Chosen users' })).toHaveCount(0);
  });
});
