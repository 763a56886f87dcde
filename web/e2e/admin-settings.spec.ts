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
    await page.keyboard.press('Escape');
    await posts.getByRole('button', { name: 'Edit Posts' }).click();
    await dialog.getByRole('textbox', { name: 'At most' }).fill('100');
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
