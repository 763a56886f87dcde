import type { Page } from '@playwright/test';
import { PASSWORD } from '../../supabase/tests/support/world.ts';
import { signIn } from './support/auth-forms.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFieldError } from './support/fields.ts';
import { imageFile, textFile } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { hold, refuse } from './support/requests.ts';
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

test('/profile edits and saves every field, shows the preview, rewrites the local copy, and crops a photo [A45,A578]', async ({
  page,
  world,
}) => {
  const anna = await loginAs(page, world, 'anna');
  await page.goto('/profile');

  await test.step('says what can be changed, and what is wrong', async () => {
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
  });

  await test.step('saves every field, and the preview shows what is public', async () => {
    for (const [name, value] of Object.entries(FIELDS)) await field(page, name).fill(value);
    await field(page, 'Bio').click();
    await expect(form(page)).toContainText('12/500');
    const preview = page.getByRole('complementary', { name: 'Public preview' });
    for (const text of ['Berg AB', 'Sweden', 'We buy nuts.', 'Member since', 'No reviews yet'])
      await expect(preview).toContainText(text);
    await expectAccessible(page);
    await save(page).click();
    await expectToast(page, 'Profile updated', 'Your profile has been updated successfully');
    await expect(save(page)).toBeDisabled();
    const copy = () => page.evaluate((id) => localStorage.getItem(`userProfile_${id}`) ?? '{}', anna.id);
    await expect
      .poll(async () => JSON.parse(await copy()))
      .toMatchObject({ organization: 'Berg Aktiebolag', taxCode: 'SE-556677', country: 'se' });
    for (const secret of ['555 01 24', 'Kaj 7', 'anna@example.com']) expect(await copy()).not.toContain(secret);
  });

  await test.step('has them after a reload, on every screen', async () => {
    await page.reload();
    for (const [name, value] of Object.entries(FIELDS)) await expect(field(page, name)).toHaveValue(value);
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
  });

  await test.step('keeps Save in view while something is unsaved, and off the field that has the focus', async () => {
    await page.setViewportSize(VIEWPORTS.phone);
    await field(page, 'First name').fill('A');
    await expect(save(page)).toBeInViewport({ ratio: 1 });
    for (const name of Object.keys(FIELDS)) {
      await field(page, name).focus();
      const [foot, box] = [await save(page).boundingBox(), await field(page, name).boundingBox()];
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThan(foot?.y ?? 0);
    }
    await field(page, 'First name').fill(FIELDS['First name']);
    await field(page, 'First name').focus();
    await expect(save(page)).not.toBeInViewport();
    await page.setViewportSize(VIEWPORTS.desktop);
  });

  await test.step('does not put back what another device has changed', async () => {
    await world.sql(`update public.profiles set company_name = 'Berg Group' where username = 'anna'`);
    await field(page, 'Bio').fill('We buy nuts and seeds.');
    await save(page).click();
    await expectToast(page, 'Profile updated', 'Your profile has been updated successfully');
    await expect(field(page, 'Company name')).toHaveValue('Berg Group');
    expect(await world.sql(`select company_name, bio from public.profiles where username = 'anna'`)).toEqual([
      { company_name: 'Berg Group', bio: 'We buy nuts and seeds.' },
    ]);
  });

  await test.step('a photo is cropped to 256 pixels, shown everywhere, and removed to the initials', async () => {
    const photo = page.getByRole('group', { name: 'Photo' });
    await photo.locator('input[type=file]').setInputFiles(textFile('me.svg', 'image/svg+xml', '<svg/>'));
    await expectToast(page, 'Invalid file type', 'me.svg is not an image file', 'destructive');
    await photo.locator('input[type=file]').setInputFiles(await imageFile('big.png', { size: 5 * 1024 * 1024 + 1 }));
    await expectToast(page, 'File too large', 'big.png exceeds 5MB limit', 'destructive');

    await photo.locator('input[type=file]').setInputFiles(await imageFile('me.png'));
    const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
    await expect(dialog.getByRole('button', { name: 'Save photo' })).toBeEnabled();
    await dialog.getByRole('slider', { name: 'Zoom' }).focus();
    await page.keyboard.press('ArrowRight');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save photo' }).click();
    await expectToast(page, 'Profile updated');
    const avatar = photo.locator('img');
    await expect(avatar).toHaveAttribute('src', new RegExp(`/avatars/${anna.authId}/`));
    const address = await avatar.getAttribute('src');
    const size = await page.evaluate(async (src) => {
      const bitmap = await createImageBitmap(await (await fetch(src)).blob());
      return [bitmap.width, bitmap.height];
    }, address ?? '');
    expect(size).toEqual([256, 256]);
    await expect(page.getByRole('button', { name: 'Account menu of anna' }).locator('img')).toHaveAttribute(
      'src',
      address ?? '',
    );

    await photo.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove photo' }).getByRole('button', { name: 'Remove' }).click();
    await expect(photo).toContainText('AB');
    await expect.poll(() => world.sql(`select 1 from storage.objects where bucket_id = 'avatars'`)).toEqual([]);
  });
});

test('a profile is for users, waits until the user is known, and asks before changes are left [A60,A62]', async ({
  page,
  world,
}) => {
  await test.step('a guest is sent to the auth page', async () => {
    for (const path of ['/profile', '/account', '/my-quotes', '/my-reviews', '/notifications']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/auth$/);
    }
  });

  await test.step('a spinner while the user is loading, neither content nor redirect', async () => {
    await loginAs(page, world, 'anna');
    const release = await hold(page, '**/rest/v1/accounts*');
    await page.goto('/profile');
    await expect(page.getByRole('status', { name: /loading/i }).first()).toBeVisible();
    await expect(page).toHaveURL('/profile');
    await expect(form(page)).toHaveCount(0);
    release();
    await expect(form(page)).toBeVisible();
  });

  await test.step('asks before changes are left, and a refusal loses nothing', async () => {
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
    await expect(page.getByRole('heading', { level: 1, name: 'My reviews' })).toBeVisible();
    await page.goBack();
    await expect(field(page, 'Bio')).toHaveValue('');
  });
});

test('a user changes the password, and logs out of all devices; a user of Google sets a first password', async ({
  page,
  world,
}) => {
  const anna = await loginAs(page, world, 'anna');

  await test.step('changed with the current one, and all devices are logged out', async () => {
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
  });

  await test.step('logged out on another device, then on all', async () => {
    const phone = await anna.client.auth.signInWithPassword({ email: anna.email, password: 'Another-1' });
    await page.reload();
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
    await expect(devices).toHaveCount(2);
    await expect(devices.first()).toContainText('This device');
    await expectAccessible(page);
    await devices.last().getByRole('button', { name: 'Log out: node' }).click();
    await expectToast(page, 'Logged out');
    await expect(devices).toHaveCount(1);
    const token = phone.data.session?.refresh_token ?? '';
    expect((await anna.client.auth.refreshSession({ refresh_token: token })).error).not.toBeNull();
    await page.getByRole('button', { name: 'Log out of all devices' }).click();
    await page.getByRole('dialog', { name: 'Log out of all devices' }).getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await signIn(page, 'anna', 'Another-1');
    await expect(page).toHaveURL(/\/profile/);
  });

  await test.step('a user of Google is told so and sets a first password by a link to the address', async () => {
    await world.sql(
      `update auth.users set encrypted_password = null, raw_app_meta_data = '{"provider":"google","providers":["google"]}' where id = $1 returning id`,
      [anna.authId],
    );
    await page.goto('/profile?tab=security');
    await expect(page.getByText('You sign in with Google')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeDisabled();
    await page.getByRole('button', { name: 'Set a password' }).click();
    await expect(page.getByText('We have sent a link to')).toBeVisible();
    const [link = ''] =
      /https?:\/\/\S+reset-password\S+/.exec((await world.mailTo('anna@example.com', /reset/i)).text) ?? [];
    await page.goto(link);
    const form = page.getByRole('form', { name: 'Reset password' });
    await form.getByLabel('New password').fill('Another-2');
    await form.getByLabel('Confirm password').fill('Another-2');
    await form.getByRole('button', { name: 'Reset password' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Go to login' }).click();
    await signIn(page, 'anna', 'Another-2');
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  });
});
