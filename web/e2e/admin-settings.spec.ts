import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('a main admin changes a limit and turns the limits off and on; an admin sees them', async ({ page, world }) => {
  const limits = page.getByRole('list', { name: 'Limits' });
  const posts = limits.getByRole('listitem').filter({ hasText: 'New posts of a user' });
  const dialog = page.getByRole('dialog', { name: 'Limit: Posts' });
  const limitsSwitch = page.getByRole('switch', { name: 'Rate limits' });
  await loginAs(page, world, 'mona');
  await page.goto('/admin/settings');
  await expect(posts).toContainText('100 in a day');
  await expectAccessible(page);

  await test.step('what cannot be is said beside its field, by keyboard', async () => {
    await posts.getByRole('button', { name: 'Edit Posts' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'At most' })).toBeFocused();
    await dialog.getByRole('textbox', { name: 'At most' }).fill('0');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('A whole number from 1 to 1,000,000')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('what somebody else has changed meanwhile is not overwritten', async () => {
    await world.sql(
      `update private.app_settings set value = jsonb_set(value, '{post,max}', '90') where key = 'rate_limits'`,
    );
    await dialog.getByRole('textbox', { name: 'At most' }).fill('50');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Error', 'Somebody else has just changed this. Please look again.', 'destructive');
    await expect(dialog.getByRole('textbox', { name: 'At most' })).toHaveValue('50');
    await expect(posts).toContainText('90 in a day');
    await expect(posts).toContainText('Default: 100 in a day');
    await page.keyboard.press('Escape');
    await posts.getByRole('button', { name: 'Edit Posts' }).click();
    await dialog.getByRole('textbox', { name: 'At most' }).fill('5');
    await expect(dialog.getByRole('status')).toContainText('Less than half of the default');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Use the default' }).click();
    await expect(dialog.getByRole('status')).toBeEmpty();
    await expect(dialog.getByRole('textbox', { name: 'At most' })).toHaveValue('100');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Setting saved');
    await expect(posts).toContainText('100 in a day');
  });

  await test.step('the limits are turned off after a question, and on again', async () => {
    await limitsSwitch.click();
    const asking = page.getByRole('dialog', { name: 'Switch all rate limits off?' });
    await asking.getByRole('button', { name: 'Switch off' }).click();
    await expect(limitsSwitch).not.toBeChecked();
    await limitsSwitch.click();
    await expect(limitsSwitch).toBeChecked();
  });

  await page.setViewportSize(VIEWPORTS.phone);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto('/admin/audit-log?action=save_setting');
  await expect(page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')).toHaveCount(3);

  await loginAs(page, world, 'adam');
  await page.goto('/admin/settings');
  await expect(page.getByText('Only a main admin may change these.')).toBeVisible();
  await expect(limitsSwitch).toBeDisabled();
  await expect(limits.getByRole('button')).toHaveCount(0);
});

test('[A616] an admin enters exchange rates, by keyboard too; old ones say so, and the audit log knows', async ({
  page,
  world,
}) => {
  const rates = page.getByRole('table', { name: 'Exchange rates' });
  const dialog = page.getByRole('dialog', { name: /^Exchange rate/ });
  const row = (currency: string) => rates.getByRole('row').filter({ hasText: currency });
  await world.sql(`insert into public.exchange_rates (currency, day, usd_per_unit, source)
    values ('VND', current_date - 8, 0.00003794, 'rates.example.org')`);
  await loginAs(page, world, 'adam');
  await page.goto('/admin/settings');
  await expect(row('VND')).toContainText('0.00003794');
  await expect(row('VND')).toContainText('older than 7 days');

  await test.step('what makes no sense is said beside its field', async () => {
    await page.getByRole('button', { name: 'Add rate' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Currency' })).toBeFocused();
    await page.keyboard.type('usd');
    await dialog.getByRole('textbox', { name: 'One unit in US dollars' }).fill('-1');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('A currency code of three letters other than USD')).toBeVisible();
    await expect(dialog.getByText('A rate from 0.000000001 to 1,000,000')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a rate is entered, and another one changed', async () => {
    await dialog.getByRole('textbox', { name: 'Currency' }).fill('eur');
    await dialog.getByRole('textbox', { name: 'One unit in US dollars' }).fill('1.16');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Exchange rate saved');
    await expect(row('EUR')).toContainText('1.16');
    await page.getByRole('button', { name: 'Change the rate of VND' }).click();
    await expect(dialog.getByRole('textbox', { name: 'One unit in US dollars' })).toHaveValue('0.00003794');
    await dialog.getByRole('textbox', { name: 'One unit in US dollars' }).fill('0.000038');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row('VND')).toContainText('Admin');
    await expect(row('VND')).not.toContainText('older');
  });

  await test.step('a rate far from the last one is asked about, and deleted again', async () => {
    await page.getByRole('button', { name: 'Change the rate of EUR' }).click();
    await dialog.getByRole('textbox', { name: 'One unit in US dollars' }).fill('11.6');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('status')).toHaveText('This is more than 20 percent away from the last rate.');
    await expect(dialog.getByRole('textbox', { name: 'One unit in US dollars' })).toHaveValue('11.6');
    await dialog.getByRole('button', { name: 'Save it all the same' }).click();
    await expect(row('EUR')).toContainText('11.6');
    await page.getByRole('button', { name: 'Delete the rate of EUR' }).click();
    await page.getByRole('dialog', { name: 'Delete the rate of EUR?' }).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Exchange rate deleted');
    await expect(row('EUR')).toHaveCount(0);
  });

  await page.setViewportSize(VIEWPORTS.phone);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto('/admin/audit-log?action=set_exchange_rate');
  await expect(page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')).toHaveCount(3);
});
