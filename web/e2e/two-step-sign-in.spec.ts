import type { Locator, Page } from '@playwright/test';
import { codeOf, forgetUsedCodes, turnOn } from '../../supabase/tests/support/second-factor.ts';
import { PASSWORD } from '../../supabase/tests/support/world.ts';
import { signIn } from './support/auth-forms.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const accountMenu = (page: Page, username: string) => page.getByRole('button', { name: `Account menu of ${username}` });

async function type(dialog: Locator, code: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Digit 1 of 6' }).click();
  await dialog.page().keyboard.type(code);
}

test(
  'two-step sign-in is turned on, asked for at a sign-in, and turned off',
  { tag: '@smoke' },
  async ({ page, world }) => {
    const step = page.getByRole('dialog', { name: 'Two-step sign-in' });
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    let secret = '';
    let used = '';
    let recovery = '';
    await loginAs(page, world, 'anna');
    await page.goto('/profile?tab=security');

    await test.step('an authenticator app is set up by an image or its key, and the first code', async () => {
      await page.getByRole('button', { name: 'Turn on' }).click();
      const image = step.getByRole('img', { name: 'QR code' });
      await expect.poll(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
      await expectAccessible(page);
      secret = (await step.locator('code').innerText()).replaceAll(' ', '');
      await step.getByLabel('Current password').fill('wrong');
      await type(step, codeOf(secret));
      await expect(step.getByText('Current password is incorrect')).toBeVisible();
      await step.getByLabel('Current password').fill(PASSWORD);
      await type(step, '000000');
      await expect(step.getByRole('alert')).toHaveText('The code is wrong or has been used. Wait for the next one.');
      used = codeOf(secret);
      await type(step, used);
    });

    await test.step('ten recovery codes are shown once', async () => {
      await expect(codes.locator('code')).toHaveCount(10);
      await expectAccessible(page);
      await codes.getByRole('button', { name: 'I have kept them' }).click();
      await expect(codes).toBeHidden();
      await expect(page.getByText('10 recovery codes')).toBeVisible();
      await page.reload();
      await expect(page.getByText('10 recovery codes')).toBeVisible();
    });

    await test.step('after the password the page asks for a code, on every page and again after a reload', async () => {
      await page.evaluate(() => localStorage.clear());
      await page.goto('/auth');
      await signIn(page, 'anna');
      await expect(step).toBeVisible();
      await expectAccessible(page);
      for (const viewport of Object.values(VIEWPORTS)) {
        await page.setViewportSize(viewport);
        await expectNoSidewaysScroll(page);
      }
      await page.goto('/account');
      await expect(step).toBeVisible();
      await expect(accountMenu(page, 'anna')).toHaveCount(0);
      await type(step, used);
      await expect(step.getByRole('alert')).toBeVisible();
      await forgetUsedCodes(world);
      await type(step, codeOf(secret));
      await expect(step).toBeHidden();
      await expect(page).toHaveURL(/\/account/);
      await expect(accountMenu(page, 'anna')).toBeVisible();
    });

    await test.step('new recovery codes take a code', async () => {
      await page.goto('/profile?tab=security');
      await page.getByRole('button', { name: 'New recovery codes' }).click();
      await type(page.getByRole('dialog', { name: 'New recovery codes' }), codeOf(secret, 1));
      await expect(codes.locator('code')).toHaveCount(10);
      recovery = await codes.locator('code').first().innerText();
    });

    await test.step('a recovery code signs in without the device, and turns it off', async () => {
      await page.evaluate(() => localStorage.clear());
      await page.goto('/auth');
      await signIn(page, 'anna');
      await step.getByRole('button', { name: 'Use a recovery code' }).click();
      await step.getByRole('textbox', { name: 'Recovery code' }).fill('1111-2222');
      await step.getByRole('button', { name: 'Continue' }).click();
      await expect(step.getByRole('alert')).toHaveText('This recovery code is wrong');
      await step.getByRole('textbox', { name: 'Recovery code' }).fill(recovery);
      await step.getByRole('button', { name: 'Continue' }).click();
      await expectToast(page, 'Two-step sign-in is off');
      await expect(accountMenu(page, 'anna')).toBeVisible();
      await page.goto('/profile?tab=security');
      await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
    });
  },
);

test('the owner turns two-step sign-in off with a code, and can log out instead of entering one', async ({
  page,
  world,
}) => {
  const { factorId, secret } = await turnOn(world, await world.person('bob'));
  expect(factorId).not.toBe('');
  const step = page.getByRole('dialog', { name: 'Two-step sign-in' });
  await page.goto('/auth');
  await signIn(page, 'bob');
  await step.getByRole('button', { name: 'Log out' }).click();
  await expect(step).toBeHidden();
  await signIn(page, 'bob');
  await type(step, codeOf(secret));
  await expect(accountMenu(page, 'bob')).toBeVisible();
  await page.goto('/profile?tab=security');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await type(page.getByRole('dialog', { name: 'Turn two-step sign-in off' }), codeOf(secret, 1));
  await expectToast(page, 'Two-step sign-in is off');
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
});

test('an admin without two-step sign-in is led to it when it is compulsory', async ({ page, world }) => {
  await world.sql(`update private.app_settings set value = 'true' where key = 'staff_second_factor' returning 1`);
  await loginAs(page, world, 'adam');
  await page.goto('/admin/users');
  await expect(page.getByText('Your role requires two-step sign-in.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Turn on' }).click();
  await expect(page).toHaveURL(/\/profile\?tab=security/);
  await expect(page.getByText('Your role requires two-step sign-in.')).toBeVisible();
});

test('a main admin resets two-step sign-in of a user with a reason', async ({ page, world }) => {
  await turnOn(world, await world.person('bob'));
  await loginAs(page, world, 'mona');
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'bob', exact: true }).click();
  await page.getByRole('button', { name: 'Reset two-step sign-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset two-step sign-in' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Lost phone');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expectToast(page, 'Two-step sign-in is off', 'bob');
});
