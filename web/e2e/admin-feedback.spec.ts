import type { Page } from '@playwright/test';
import { ONE_PIXEL_PNG } from '../../supabase/tests/support/one-pixel.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { refuse } from './support/requests.ts';
import { expectToast, toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const LIST = '**/rest/v1/feedback?*';
const rows = (page: Page) => page.locator('[data-row]');
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Feedback' });

test('an admin finds, reads, answers, assigns, resolves and deletes feedback; others do not get to it [A53,A589]', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  await loginAs(page, world, 'adam');

  await test.step('says why the list cannot be shown', async () => {
    await refuse(page, LIST, 'The database is away', 500);
    await page.goto('/admin/feedback');
    await expect(page.getByRole('heading', { level: 1, name: 'Feedback', exact: true })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('The database is away');
    await page.unroute(LIST);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('No feedback yet')).toBeVisible();
  });

  await world.service.storage
    .from('feedback-images')
    .upload('a0000000-0000-4000-8000-000000000001/1.png', ONE_PIXEL_PNG, { contentType: 'image/png' });
  await world.sql(
    `insert into public.feedback (user_id, email, category, subject, message, images, page_path, user_agent) values
     ($1::bigint, 'anna@example.com', 'bug', 'Broken map', 'The map of ports does not open.', array['a0000000-0000-4000-8000-000000000001/1.png'], '/news', 'Firefox 150'),
     (null, 'visitor@example.com', 'question', 'Prices, 50%', 'What does it cost to sell here?', '{}', '/', 'Safari')`,
    [anna.id],
  );
  await test.step('narrows the list', async () => {
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByRole('navigation', { name: 'Admin' }).getByLabel('2 new')).toBeVisible();
    await expect(rows(page).first()).toContainText('Guest');
    await page.getByLabel('Search', { exact: true }).last().fill('50%');
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/[?&]q=50%25/);
    await page.getByLabel('Search', { exact: true }).last().fill('');
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Complaint' }).click();
    await expect(page.getByText('No feedback matches these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expectAccessible(page);
    for (const size of [VIEWPORTS.phone, VIEWPORTS.tablet, VIEWPORTS.desktop]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
    }
  });

  await test.step('reads, assigns, notes and replies', async () => {
    await page.getByRole('button', { name: 'Broken map' }).click();
    await expect(drawer(page).getByText('The map of ports does not open.')).toBeVisible();
    await expect(drawer(page).getByText('Firefox 150')).toBeVisible();
    await expect
      .poll(() =>
        drawer(page)
          .getByRole('button', { name: 'Open image 1' })
          .locator('img')
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBe(1);
    await drawer(page).getByRole('button', { name: 'Assign to me' }).click();
    await expect(drawer(page).getByText('Assigned to adam')).toBeVisible();
    await drawer(page).getByText('Internal note', { exact: true }).click();
    await drawer(page).getByRole('textbox', { name: 'Internal note' }).fill('Same as last week.');
    await drawer(page).getByRole('button', { name: 'Add note' }).click();
    await expect(drawer(page).getByRole('list', { name: 'Notes and replies' })).toContainText('Same as last week.');
    await drawer(page).getByText('Reply', { exact: true }).first().click();
    const reply = drawer(page).getByRole('textbox', { name: 'Reply' });
    await reply.fill('It opens again.');
    await refuse(page, '**/rpc/reply_to_feedback', 'The database is away');
    await drawer(page).getByRole('button', { name: 'Send reply' }).click();
    await expect(toast(page)).toContainText('The database is away');
    await expect(reply).toHaveValue('It opens again.');
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();
    await page.getByRole('button', { name: 'Broken map' }).click();
    await expect(reply).toHaveValue('It opens again.');
    await page.unroute('**/rpc/reply_to_feedback');
    await drawer(page).getByRole('button', { name: 'Send reply' }).click();
    await expect(toast(page)).toContainText('Reply sent');
    await expectAccessible(page, '[role="dialog"]');
  });

  await test.step('resolves it, and its author is told', async () => {
    await drawer(page).getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Resolved' }).click();
    await expect(toast(page)).toContainText('Status changed');
    await page.keyboard.press('Escape');
    await expect(rows(page).last()).toContainText('Resolved');
    await expect(rows(page).last()).toContainText('adam');
    await expect(page.getByRole('navigation', { name: 'Admin' }).getByLabel('1 new')).toBeVisible();
    expect(await world.sql(`select message from public.notifications where user_id = $1`, [anna.id])).toEqual([
      { message: 'We answered your feedback "Broken map": It opens again.' },
    ]);
  });

  await test.step('deletes it with its images', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Broken map' }).click();
    await expect(page).toHaveURL(/[?&]feedback=\d+/);
    await drawer(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.getByRole('dialog', { name: 'Delete feedback' }).getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Feedback deleted');
    await expect(rows(page)).toHaveCount(1);
    expect(await world.sql(`select 1 from private.doomed_uploads where bucket_id = 'feedback-images'`)).toHaveLength(1);
    await page.goto('/admin/feedback?feedback=999999');
    await expect(drawer(page).getByText('Feedback not found')).toBeVisible();
    await page.goto('/admin/audit-log');
    await expect(page.getByText('Delete feedback').first()).toBeVisible();
  });

  await test.step('others do not get to it', async () => {
    await loginAs(page, world, anna);
    await page.goto('/admin/feedback');
    await expect(page).toHaveURL('/');
    await expect(toast(page)).toContainText('Access denied');
  });
});

test('an admin marks a flood of feedback as spam, deletes some of it, and undoes both', async ({ page, world }) => {
  await world.sql(
    `insert into public.feedback (email, category, subject, message, page_path, user_agent, status)
     select 'visitor@example.com', 'other', 'Cheap pills ' || n, 'Buy them here, now.', '/', 'Safari', case n when 1 then 'spam' else 'new' end
     from generate_series(1, 60) as n`,
  );
  await world.sql(
    `insert into public.feedback (email, category, subject, message, page_path, user_agent)
     values ('anna@example.com', 'bug', 'Broken map', 'The map of ports does not open.', '/news', 'Firefox')`,
  );
  await loginAs(page, world, 'adam');
  await page.goto('/admin/feedback?pageSize=10&q=pills');
  const bar = page.getByRole('region', { name: 'Chosen feedback' });
  const chosen = (count: string) => page.getByRole('status').filter({ hasText: count });
  const left = async () =>
    (
      await world.sql<{ status: string; count: number }>(
        'select status, count(*)::int as count from public.feedback where deleted_at is null group by status order by status',
      )
    ).map(({ status, count }) => `${count} ${status}`);

  await test.step('selects all that match, on whichever page', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expect(chosen('10 messages chosen')).toBeVisible();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(rows(page).first()).toContainText('Cheap pills 50');
    await rows(page).getByRole('checkbox').first().check();
    await expect(chosen('11 messages chosen')).toBeVisible();
    await bar.getByRole('button', { name: 'Choose all that match' }).click();
    await expect(chosen('60 messages chosen')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('marks them as spam, and says what was skipped', async () => {
    await bar.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Spam' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark 60 messages as Spam' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(bar.getByRole('button', { name: 'Set status' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Spam' }).click();
    await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('A flood');
    await expectAccessible(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Set status' }).click();
    await expectToast(page, '59 messages marked as Spam');
    await expectToast(page, '1 skipped: already "Spam", or no longer there');
    await expect(bar).toHaveCount(0);
    await expect(rows(page).first()).toContainText('Spam');
    expect(await left()).toEqual(['1 new', '60 spam']);
    await expect(page.getByRole('navigation', { name: 'Admin' }).getByLabel('1 new')).toBeVisible();
  });

  await test.step('deletes a page of them', async () => {
    await page.goto('/admin/feedback?pageSize=10&q=pills&page=6');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 10 messages' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, '10 messages deleted');
    expect(await left()).toEqual(['1 new', '50 spam']);
  });

  await test.step('undoes both in the audit log', async () => {
    await page.goto('/admin/audit-log?tab=bulk');
    const batches = page.getByRole('table', { name: 'Bulk actions' }).locator('tbody tr');
    for (const [name, count] of [
      ['Delete feedback', '10 messages'],
      ['Feedback: Spam', '59 messages'],
    ] as const) {
      const batch = batches.filter({ hasText: name });
      await expect(batch).toContainText(count);
      await batch.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('dialog', { name: 'Undo bulk action' }).getByRole('button', { name: 'Undo' }).click();
      await expect(batch).toContainText(`${count.split(' ')[0]} things restored`);
    }
    expect(await left()).toEqual(['60 new', '1 spam']);
  });

  await test.step('the actions are in reach on a phone', async () => {
    await page.setViewportSize(VIEWPORTS.phone);
    await page.goto('/admin/feedback?q=pills');
    await rows(page).getByRole('checkbox').first().check();
    await expect(bar.getByRole('button', { name: 'Set status' })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
