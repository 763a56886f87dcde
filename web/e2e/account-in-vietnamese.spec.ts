import type { Locator, Page } from '@playwright/test';
import { PASSWORD, type World } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFieldError } from './support/fields.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectToast, toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test.use({ requireEmailVerification: true });

const EMAIL = 'chi@example.com';
const dialog = (page: Page): Locator => page.getByRole('dialog');
const submitOf = (place: Locator, name: string) => place.getByRole('button', { name, exact: true }).click();

async function codeOf(world: World, address: string): Promise<string> {
  return /\b\d{6}\b/.exec((await world.mailTo(address)).text)?.[0] ?? '';
}

test('a Vietnamese reader registers, verifies and signs in, and reads every refusal in Vietnamese [A635]', async ({
  page,
  world,
}) => {
  const form = page.getByRole('main').locator('form');
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await world.person('anna');

  await test.step('what the form asks for', async () => {
    await page.goto('/auth?tab=register&lang=vi');
    await expect(page).toHaveTitle('Đăng ký · Marketplace Platform');
    await submitOf(form, 'Tạo tài khoản');
    await expectFieldError(field('Tên người dùng'), 'Tên người dùng phải có ít nhất 3 ký tự');
    await expectFieldError(field('Mật khẩu'), 'Mật khẩu phải có ít nhất 8 ký tự');
    await field('Tên người dùng').fill('anna');
    await field('Email').fill('anna@example.com');
    await field('Mật khẩu').fill('abcdefgh');
    await field('Nhập lại mật khẩu').fill('abc');
    await expect(form.getByText('Không thể dùng tên người dùng này').first()).toBeVisible();
    await expect(form.getByText('Không thể dùng email này').first()).toBeVisible();
    await expect(form.getByRole('link', { name: 'Đăng nhập' })).toHaveAttribute('href', '/auth');
    await submitOf(form, 'Tạo tài khoản');
    await expectFieldError(field('Nhập lại mật khẩu'), 'Mật khẩu không khớp');
    await expect(field('Mật khẩu')).toHaveAttribute(
      'aria-description',
      'Ít nhất 8 ký tự, 1 chữ hoa, 1 chữ số, 1 ký tự đặc biệt',
    );
    await expect(form.getByRole('list', { name: 'Quy tắc mật khẩu' }).getByRole('listitem')).toHaveText([
      /Ít nhất 8 ký tự/,
      /1 chữ hoa/,
      /1 chữ số/,
      /1 ký tự đặc biệt/,
    ]);
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.setViewportSize(VIEWPORTS.desktop);
  });

  await test.step('a name that is taken, and what Auth refuses', async () => {
    await field('Mật khẩu').fill('Abcdef1!');
    await field('Nhập lại mật khẩu').fill('Abcdef1!');
    await form
      .getByRole('checkbox', { name: 'Tôi đồng ý với Điều khoản sử dụng và Chính sách quyền riêng tư' })
      .check();
    await submitOf(form, 'Tạo tài khoản');
    await expect(form.getByRole('alert')).toHaveText('Tên người dùng này đã có người dùng. Vui lòng chọn tên khác.');
    await expectFieldError(field('Tên người dùng'), 'Tên người dùng này đã có người dùng');
    await field('Tên người dùng').fill('chi');
    await submitOf(form, 'Tạo tài khoản');
    await expect(form.getByRole('alert')).toHaveText('Email này đã được đăng ký. Vui lòng thử đăng nhập.');
    await expectFieldError(field('Email'), 'Email này đã được đăng ký');
    await field('Email').fill(EMAIL);
    await submitOf(form, 'Tạo tài khoản');
    await expectToast(page, 'Cần xác minh email', 'Vui lòng xác minh email trước khi đăng nhập');
  });

  await test.step('the language of the page is that of the account', async () => {
    const locales = await world.sql(
      `select a.locale from public.accounts a join public.profiles p on p.id = a.profile_id where p.username = 'chi'`,
      [],
    );
    expect(locales).toEqual([{ locale: 'vi' }]);
  });

  const digits = page.getByRole('textbox', { name: 'Chữ số 1 trên 6' });
  await test.step('a wrong code, and another one', async () => {
    await expect(page.getByText(`Chúng tôi đã gửi mã 6 chữ số đến ${EMAIL}.`)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Gửi lại mã \(\d+ giây\)$/ })).toBeDisabled();
    const code = await codeOf(world, EMAIL);
    await digits.click();
    await page.keyboard.type(code === '000000' ? '111111' : '000000');
    await expect(page.getByRole('alert')).toHaveText('Mã không đúng hoặc đã hết hạn');

    await page.goto('/auth');
    await page.getByLabel('Tên người dùng hoặc email').fill('chi');
    await page.getByLabel('Mật khẩu', { exact: true }).fill('Abcdef1!');
    await submitOf(form, 'Đăng nhập');
    await expectToast(page, 'Cần xác minh email', 'Vui lòng xác minh email trước khi đăng nhập');
    // A minute passes on the server.
    await world.sql(
      `update private.mail_proofs set asked_at = asked_at - interval '1 minute' where address = $1 returning 1`,
      [EMAIL],
    );
    await world.mails.clear();
    await submitOf(page.getByRole('main'), 'Gửi lại mã');
    await expectToast(page, 'Đã gửi mã', 'Mã mới đang được gửi cho bạn');
    await expect(page.getByRole('button', { name: /^Gửi lại mã \(\d+ giây\)$/ })).toBeDisabled();
    const newCode = await codeOf(world, EMAIL);
    await digits.click();
    await page.keyboard.type(newCode);
    await expectToast(page, 'Đã xác minh email', 'Email của bạn đã được xác minh thành công');
  });

  await test.step('logging out and in again', async () => {
    await page.getByRole('button', { name: 'Menu tài khoản của chi' }).click();
    await page.getByRole('menuitem', { name: 'Đăng xuất' }).click();
    await submitOf(dialog(page), 'Đăng xuất');
    await expectToast(page, 'Đã đăng xuất', 'Bạn đã đăng xuất thành công');
    await page.goto('/auth');
    await submitOf(form, 'Đăng nhập');
    await expectFieldError(page.getByLabel('Tên người dùng hoặc email'), 'Vui lòng nhập tên người dùng');
    await page.getByLabel('Tên người dùng hoặc email').fill('chi');
    await page.getByLabel('Mật khẩu', { exact: true }).fill('Wrong123!');
    await submitOf(form, 'Đăng nhập');
    await expect(form.getByRole('alert')).toHaveText('Tên người dùng hoặc mật khẩu không đúng. Vui lòng thử lại.');
  });
});

test('refusals of links and providers are in Vietnamese [A635]', async ({ page }) => {
  await page.goto('/reset-password?token=wrong&lang=vi');
  await expect(page.getByRole('alert')).toHaveText('Liên kết đặt lại mật khẩu không hợp lệ hoặc đã hết hạn');
  await page.goto('/verify-email#error=access_denied&error_description=Email+link+is+invalid+or+has+expired');
  await expect(page.getByRole('main').getByText('Không có gì cần xác minh')).toBeVisible();
  await page.goto('/auth/callback?error=server_error&error_description=Unable+to+exchange+external+code%3A+4%2F0A');
  await expectToast(page, 'Lỗi', 'Đăng nhập không thành công');
  await page.goto('/unsubscribe?token=wrong');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liên kết này không hợp lệ');
});

test('refusals by Auth of a password or an address are in Vietnamese, at the field or in a toast [A635]', async ({
  page,
  world,
}) => {
  await world.person('bob');
  await loginAs(page, world, 'anna');
  await page.goto('/profile?tab=security&lang=vi');
  const panel = page.getByRole('tabpanel', { name: 'Bảo mật' });
  const change = async (current: string, next: string) => {
    await panel.getByLabel('Mật khẩu hiện tại', { exact: true }).fill(current);
    await panel.getByLabel('Mật khẩu mới', { exact: true }).fill(next);
    await panel.getByLabel('Nhập lại mật khẩu', { exact: true }).fill(next);
    await submitOf(panel, 'Đổi mật khẩu');
  };
  await change('Wrong123!', 'Abcdef1!x');
  await expectFieldError(panel.getByLabel('Mật khẩu hiện tại', { exact: true }), 'Mật khẩu hiện tại không đúng');
  await change(PASSWORD, PASSWORD);
  await expect(toast(page)).toContainText('Mật khẩu mới phải khác mật khẩu cũ.');
  const refuse = (call: string, status: number, message: string) =>
    page.route(`**/api/user/${call}`, (route) => route.fulfill({ status, json: { message } }));
  await refuse('password', 400, 'Password is known to be weak and easy to guess, please choose a different one.');
  await change(PASSWORD, 'Abcdef1!x');
  await expect(toast(page)).toContainText('Mật khẩu này yếu và dễ đoán, vui lòng chọn mật khẩu khác.');
  await page.unroute('**/api/user/password');
  await change(PASSWORD, 'Abcdef1!x');
  await expectToast(page, 'Đã đổi mật khẩu', 'Mật khẩu của bạn đã được thay đổi');

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Thay đổi', exact: true }).click();
  await dialog(page).getByLabel('Email mới').fill('bob@example.com');
  await dialog(page).getByLabel('Mật khẩu hiện tại').fill('Abcdef1!x');
  await submitOf(dialog(page), 'Đổi email');
  await expectFieldError(dialog(page).getByLabel('Email mới'), 'Email này đã được đăng ký');
  await refuse('email', 429, 'Too many requests. Please try again in 7 minutes.');
  await dialog(page).getByLabel('Email mới').fill('new@example.com');
  await submitOf(dialog(page), 'Đổi email');
  await expectToast(page, 'Lỗi', 'Bạn đã thao tác quá nhiều lần. Vui lòng thử lại sau 7 phút.');
});
