import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectToast } from './support/toast.ts';

test('[A55,A591] an admin writes to an audience, sees who got and read it, and takes it back', async ({
  page,
  world,
}) => {
  const bob = await world.person('bob', { country: 'de' });
  await world.person('anna');
  await loginAs(page, world, 'adam');
  await page.goto('/admin/notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications', exact: true })).toBeVisible();
  await expect(page.getByText('Reaches 3 users')).toBeVisible();
  await expectAccessible(page, 'main');

  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Message is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('Maintenance on Sunday');
  await page.getByRole('combobox', { name: 'Audience' }).click();
  await page.getByRole('option', { name: 'By country' }).click();
  await expect(page.getByText('Reaches 0 users')).toBeVisible();
  await page.getByRole('combobox', { name: 'Countries' }).fill('France');
  await page.getByRole('option', { name: 'France' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog', { name: 'Send to 0 users?' }).getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Error sending notification', 'No user matches this audience', 'destructive');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Maintenance on Sunday');

  await page.getByRole('combobox', { name: 'Countries' }).fill('Germany');
  await page.getByRole('option', { name: 'Germany' }).click();
  await expect(page.getByText('Reaches 1 user', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog', { name: 'Send to 1 user?' }).getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Notification sent');
  const { data } = await bob.client.from('notifications').select('message');
  expect(data).toEqual([{ message: 'Maintenance on Sunday' }]);

  await page.getByRole('tab', { name: 'History' }).click();
  const row = page.getByRole('row', { name: /Maintenance on Sunday/ });
  await expect(row).toContainText('1 of 1');
  await expect(row).toContainText('0%');
  await bob.client.rpc('mark_all_notifications_read');
  await page.reload();
  await expect(row).toContainText('100%');
  await expectAccessible(page, 'main');
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Notification deleted');
  await expect(page.getByText('No notifications have been sent yet')).toBeVisible();
});

test('a notification for later waits and can be cancelled; a kind of the product can be switched off', async ({
  page,
  world,
}) => {
  await loginAs(page, world, 'adam');
  await page.goto('/admin/notifications');
  await page.getByRole('combobox', { name: 'Send' }).click();
  await page.getByRole('option', { name: 'At a time' }).click();
  await page.getByRole('button', { name: 'Schedule' }).click();
  // Everything that is wrong is said at once.
  await expect(page.getByText('Choose a time in the future')).toBeVisible();
  await expect(page.getByText('Message is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('Later');
  await page.getByLabel('Time').fill(new Date(Date.now() + 172_800_000).toISOString().slice(0, 16));
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog', { name: 'Send to 1 user?' }).getByRole('button', { name: 'Schedule' }).click();
  await expectToast(page, 'Notification scheduled');
  await page.getByRole('tab', { name: 'History' }).click();
  const row = page.getByRole('row', { name: /Later/ });
  await expect(row).toContainText('Scheduled');
  await row.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel notification' }).click();
  await expect(row).toContainText('Cancelled');

  await page.getByRole('tab', { name: 'System notifications' }).click();
  const quoteSent = page.getByRole('switch', { name: 'Quote sent, to the supplier' });
  await quoteSent.click({ force: true });
  await expectToast(page, 'Notification settings saved');
  await expect(quoteSent).not.toBeChecked();
  expect(await world.sql(`select kind from private.notification_kinds where not is_enabled`)).toEqual([
    { kind: 'quote_sent' },
  ]);
  await expectAccessible(page, 'main');
});
