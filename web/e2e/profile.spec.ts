import type { Page } from '@playwright/test';
import { PASSWORD } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { picture, textFile } from './support/files.ts';
import { expectFieldError } from './support/fields.ts';
import { expect, test } from './support/fixtures.ts';
import { hold } from './support/hold.ts';
import { loginAs } from './support/login-as.ts';
import { refuse } from './support/posts.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const FIELDS = {
  'First name': 'Anna',
  'Last name': 'Berg',
  'Phone number': '+46 31 555 01 24',
  Country: 'Sweden',
  Address: 'Kaj 7, Göteborg',
  Bio: 'We buy nuts.',
  'Company name': 'Berg AB',
  Organization: 'Berg Aktiebolag',
  'Tax code': 'SE-556677',
} as const;

const form = (page: Page) => page.getByRole('form', { name: 'Profile' });
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
const save = (page: Page) => form(page).getByRole('button', { name: 'Save' });

test('/profile edits and saves every field, shows the preview, and rewrites the local copy [A45,A578]', async ({ page, world }) => {
  const anna = await loginAs(page, world, 'anna');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('anna');
  await expect(page.getByText('Contact support to change it')).toBeVisible();
  await expect(page.getByText('Needed to send quotes as an organization.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('anna@example.com');
  await expect(save(page)).toBeDisabled();

  await field(page, 'Phone number').fill('call me');
  await field(page, 'Tax code').fill('x'.repeat(21));
  await field(page, 'Organization').fill('x'.repeat(101));
  await save(page).click();
  await expectFieldError(field(page, 'Phone number'), 'Invalid phone number');
  await expectFieldError(field(page, 'Tax code'), 'Tax code must be less than 20 characters');
  await expectFieldError(field(page, 'Organization'), 'Organization name must be less than 100 characters');
  for (const [name, value] of Object.entries(FIELDS)) await field(page, name).fill(value);
  await field(page, 'Bio').click();
  await expect(form(page)).toContainText('12/500');
  const preview = page.getByRole('complementary', { name: 'Public preview' });
  for (const text of ['Berg AB', 'Sweden', 'We buy nuts.', 'Member since', 'No reviews yet']) await expect(preview).toContainText(text);
  await expectAccessible(page);
  await save(page).click();
  await expectToast(page, 'Profile updated', 'Your profile has been updated successfully');
  await expect(save(page)).toBeDisabled();
  const copy = await page.evaluate((id) => localStorage.getItem(`userProfile_${id}`) ?? '', anna.id);
  expect(JSON.parse(copy)).toMatchObject({ organization: 'Berg Aktiebolag', taxCode: 'SE-556677', country: 'se' });
  for (const secret of ['555 01 24', 'Kaj 7', 'anna@example.com']) expect(copy).not.toContain(secret);

  await page.reload();
  for (const [name, value] of Object.entries(FIELDS)) await expect(field(page, name)).toHaveValue(value);
  for (const viewport of Object.values(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
  }
});

test('a profile with changes asks before it is left, and a refusal loses nothing', async ({ page, world }) => {
  await loginAs(page, world, 'anna');
  await page.goto('/profile');
  await field(page, 'Bio').fill('We buy tea.');
  await page.getByRole('tab', { name: 'Security' }).click();
  const dialog = page.getByRole('dialog', { name: 'You have unsaved changes' });
  await page.getByRole('link', { name: 'News' }).click();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'My reviews' }).click();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/profile');
  await refuse(page, '**/rest/v1/rpc/update_profile*', 'Out of order', 400);
  await save(page).click();
  await expectToast(page, 'Error updating profile', 'Out of order', 'destructive');
  await expect(field(page, 'Bio')).toHaveValue('We buy tea.');
  await page.getByRole('link', { name: 'My reviews' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/my-reviews');
  await page.goBack();
  await expect(field(page, 'Bio')).toHaveValue('');
});

test('a photo is cropped to 256 pixels, shown everywhere, and removed to the initials', async ({ page, world }) => {
  const anna = await loginAs(page, world, 'anna');
  await page.goto('/profile');
  const photo = page.getByRole('group', { name: 'Photo' });
  await photo.locator('input[type=file]').setInputFiles(textFile('me.svg', 'image/svg+xml', '<svg/>'));
  await expectToast(page, 'Invalid file type', 'me.svg is not an image file', 'destructive');
  await photo.locator('input[type=file]').setInputFiles(await picture('big.png', { size: 5 * 1024 * 1024 + 1 }));
  await expectToast(page, 'File too large', 'big.png exceeds 5MB limit', 'destructive');

  await photo.locator('input[type=file]').setInputFiles(await picture('me.png'));
  const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
  await expect(dialog.getByRole('button', { name: 'Save photo' })).toBeEnabled();
  await dialog.getByRole('slider', { name: 'Zoom' }).focus();
  await page.keyboard.press('ArrowRight');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await expectToast(page, 'Profile updated');
  const address = await photo.getByRole('presentation').or(photo.locator('img')).first().getAttribute('src');
  expect(address).toContain(`/avatars/${anna.authId}/`);
  const size = await page.evaluate(async (src) => {
    const bitmap = await createImageBitmap(await (await fetch(src)).blob());
    return [bitmap.width, bitmap.height];
  }, address ?? '');
  expect(size).toEqual([256, 256]);
  await expect(page.getByRole('button', { name: 'Account menu of anna' }).locator('img')).toHaveAttribute('src', address ?? '');

  await photo.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove photo' }).getByRole('button', { name: 'Remove' }).click();
  await expect(photo).toContainText('AE');
  await expect.poll(() => world.sql(`select 1 from storage.objects where bucket_id = 'avatars'`)).toEqual([]);
});

test('the password is changed with the current one, and all devices are logged out', async ({ page, world }) => {
  const anna = await loginAs(page, world, 'anna');
  await page.goto('/profile?tab=security');
  const passwords = page.getByRole('form', { name: 'Change password' });
  const fill = async (current: string, next: string, again = next) => {
    await passwords.getByLabel('Current password').fill(current);
    await passwords.getByLabel('New password').fill(next);
    await passwords.getByLabel('Confirm password').fill(again);
    await passwords.getByRole('button', { name: 'Change password' }).click();
  };
  await fill(PASSWORD, 'short', 'other');
  await expect(passwords).toContainText('Password must be at least 8 characters');
  await expect(passwords).toContainText("Passwords don't match");
  await expectAccessible(page);
  await fill('wrong', 'Another-1');
  await expect(passwords).toContainText('Current password is incorrect');
  await fill(PASSWORD, 'Another-1');
  await expectToast(page, 'Password changed', 'Your password has been changed');
  expect((await anna.client.auth.refreshSession({ refresh_token: anna.refreshToken })).error).not.toBeNull();
  await page.getByRole('button', { name: 'Log out of all devices' }).click();
  await page.getByRole('dialog', { name: 'Log out of all devices' }).getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel('Username or Email').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('Another-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/profile/);
});

test('who came by a provider sees it and sets a first password', async ({ page, world }) => {
  const anna = await world.person('anna');
  await loginAs(page, world, anna);
  await world.sql(
    `update auth.users set encrypted_password = null, raw_app_meta_data = '{"provider":"google","providers":["google"]}' where id = $1 returning id`,
    [anna.authId],
  );
  await page.goto('/profile?tab=security');
  await expect(page.getByText('You sign in with Google')).toBeVisible();
  const passwords = page.getByRole('form', { name: 'Set a password' });
  await expect(passwords.getByLabel('Current password')).toHaveCount(0);
  await passwords.getByLabel('New password').fill('Another-1');
  await passwords.getByLabel('Confirm password').fill('Another-1');
  await passwords.getByRole('button', { name: 'Set a password' }).click();
  await expectToast(page, 'Password changed');
  await expect(page.getByRole('form', { name: 'Change password' })).toBeVisible();
});

test.describe('a protected page', () => {
  test('shows a spinner while the user is loading, neither content nor redirect [A60]', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    const release = await hold(page, '**/rest/v1/accounts*');
    await page.goto('/profile');
    await expect(page.getByRole('status', { name: /loading/i }).first()).toBeVisible();
    await expect(page).toHaveURL('/profile');
    await expect(form(page)).toHaveCount(0);
    release();
    await expect(form(page)).toBeVisible();
  });

  test('sends a guest to the auth page [A62]', async ({ page }) => {
    for (const path of ['/profile', '/account', '/my-quotes', '/my-reviews']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/auth$/);
    }
  });
});
