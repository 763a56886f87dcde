import { PASSWORD } from '../../supabase/tests/support/world.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { hold, loseAnswers } from './support/requests.ts';
import { expectToast } from './support/toast.ts';

test.use({ requireEmailVerification: true });

test('a new email address counts once it is confirmed; the old one stays until then', async ({ page, world }) => {
  await loginAs(page, world, 'anna');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill('fresh@example.com');
  await dialog.getByLabel('Current password').fill('wrong');
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await expect(dialog).toContainText('Current password is incorrect');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  const release = await hold(page, '**/api/user/email');
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  release();
  await expect(dialog).toContainText('We sent a 6-digit code to fresh@example.com');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('anna@example.com');
  await expect(page.getByText('fresh@example.com waits for its confirmation')).toBeVisible();
  const mail = await world.mailTo('fresh@example.com');
  const [, token = ''] = /verify-email\?token=([0-9a-f]+)/.exec(mail.html) ?? [];
  await page.goto(`/verify-email?token=${token}&type=email_change`);
  await expect(page).toHaveURL('/profile');
  await expectToast(page, 'Email changed', 'Your email address has been changed');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('fresh@example.com');
});

test('a new email address is confirmed by its code: the dialog closes and says so', async ({ page, world }) => {
  await loginAs(page, world, 'anna');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill('fresh@example.com');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await expect(dialog).toContainText('We sent a 6-digit code to fresh@example.com');
  const code = /\b\d{6}\b/.exec((await world.mailTo('fresh@example.com')).text)?.[0] ?? '';
  const type = async (text: string) => {
    await dialog.getByRole('textbox', { name: 'Digit 1 of 6' }).click();
    await page.keyboard.type(text);
  };
  await type(code === '000000' ? '111111' : '000000');
  await expect(dialog.getByRole('alert')).toHaveText('Invalid or expired code');
  await type(code);
  await expectToast(page, 'Email changed', 'Your email address has been changed');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('fresh@example.com');
});

test('an address that was changed is told as changed when the answer is lost', async ({ page, world }) => {
  await loginAs(page, world, 'anna');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill('fresh@example.com');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  // The mail is sent, and the dialog goes on to the code without the answer.
  await loseAnswers(page, '**/api/user/email');
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await expect(dialog).toContainText('We sent a 6-digit code to fresh@example.com');
  const code = /\b\d{6}\b/.exec((await world.mailTo('fresh@example.com')).text)?.[0] ?? '';
  await loseAnswers(page, '**/api/session/confirm-email');
  await dialog.getByRole('textbox', { name: 'Digit 1 of 6' }).click();
  await page.keyboard.type(code);
  await expect(dialog.getByRole('status')).toHaveText('Your email address has been changed');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('fresh@example.com');
});

test('an address change that a new password has ended says so and can be asked for again', async ({ page, world }) => {
  const anna = await loginAs(page, world, 'anna');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  const ask = async () => {
    await dialog.getByLabel('New email').fill('fresh@example.com');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Change email' }).click();
    await expect(dialog).toContainText('We sent a 6-digit code to fresh@example.com');
  };
  const setPasswordElsewhere = () =>
    world.sql(
      `update auth.users set encrypted_password = extensions.crypt($2, extensions.gen_salt('bf', 4)) where id = $1`,
      [anna.authId, PASSWORD],
    );
  await ask();
  const code = /\b\d{6}\b/.exec((await world.mailTo('fresh@example.com')).text)?.[0] ?? '';
  await setPasswordElsewhere();
  await dialog.getByRole('textbox', { name: 'Digit 1 of 6' }).click();
  await page.keyboard.type(code);
  await expect(dialog.getByRole('alert')).toContainText('The change to fresh@example.com was ended');
  await ask();
  await setPasswordElsewhere();
  await page.keyboard.press('Escape');
  await expect(page.getByText('fresh@example.com waits for its confirmation')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The change to fresh@example.com was ended');
  await expect(page.getByText('fresh@example.com waits for its confirmation')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('anna@example.com');
});
