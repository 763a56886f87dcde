import type { Page } from '@playwright/test';
import { PASSWORD } from '../../supabase/tests/support/world.ts';
import { expectFieldError } from './support/fields.ts';
import { documentFile } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { refuse } from './support/requests.ts';
import { toast } from './support/toast.ts';

const input = (page: Page, name: string) => page.locator(`input[name="${name}"], textarea[name="${name}"]`);

test('refusals of forms, /api, Auth, database and Storage are shown in Vietnamese [A635]', async ({ page, world }) => {
  await test.step('at fields and above the form of signing in', async () => {
    await page.goto('/auth?lang=vi');
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await expectFieldError(input(page, 'username'), 'Vui lòng nhập tên người dùng');
    await expectFieldError(input(page, 'password'), 'Vui lòng nhập mật khẩu');
    await input(page, 'username').fill('nobody');
    await input(page, 'password').fill('Wrong1234!');
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await expect(page.getByText('Tên người dùng hoặc mật khẩu không đúng')).toBeVisible();
  });

  const anna = await world.person('anna');
  const post = await world.createPost(anna, { title: 'Steel' });
  await loginAs(page, world, 'bob');

  await test.step('at the field of a question, by schema and database', async () => {
    await page.goto(`/post/steel-${post.id}?lang=vi`);
    await page.getByRole('button', { name: 'Đặt câu hỏi' }).click();
    const send = () => page.getByRole('button', { name: 'Gửi câu hỏi', exact: true }).click();
    await send();
    await expectFieldError(input(page, 'text'), 'Vui lòng nhập câu hỏi');
    await world.sql(
      `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'forbidden', 'block', array['post_description'])`,
    );
    await input(page, 'text').fill('Is the forbidden thing in it?');
    await send();
    await expectFieldError(input(page, 'text'), 'Nội dung của bạn có phần không được phép');
  });

  await test.step('with the value that came with it, and as it came when nobody knows it', async () => {
    const send = () => page.getByRole('button', { name: 'Gửi câu hỏi', exact: true }).click();
    await input(page, 'text').fill('Which grade?');
    await refuse(page, '**/rpc/ask_question*', 'Too many requests. Please try again in 7 minutes.', 429);
    await send();
    await expectFieldError(input(page, 'text'), 'Bạn đã thao tác quá nhiều lần. Vui lòng thử lại sau 7 phút.');
    await refuse(page, '**/rpc/ask_question*', 'Out of order for {n} %s', 500);
    await send();
    await expect(toast(page).getByText('Out of order for {n} %s')).toBeVisible();
  });

  await test.step('of Auth', async () => {
    await page.goto('/profile?tab=security');
    await input(page, 'currentPassword').fill('Wrong1234!');
    await input(page, 'password').fill('Newer1234!');
    await input(page, 'confirmPassword').fill('Newer1234!');
    const change = () => page.getByRole('button', { name: 'Đổi mật khẩu' }).click();
    await change();
    await expectFieldError(input(page, 'currentPassword'), 'Mật khẩu hiện tại không đúng');
    await page.route('**/api/user/password', (route) =>
      route.fulfill({ status: 400, json: { message: 'Password should be at least 12 characters.' } }),
    );
    await input(page, 'currentPassword').fill(PASSWORD);
    await change();
    await expect(page.getByText('Mật khẩu phải có ít nhất 12 ký tự.')).toBeVisible();
  });

  await test.step('of Storage', async () => {
    await page.route('**/storage/v1/object/quote-documents/**', (route) =>
      route.request().method() === 'OPTIONS'
        ? route.continue()
        : route.fulfill({
            status: 400,
            json: {
              statusCode: '413',
              error: 'Payload too large',
              message: 'The object exceeded the maximum allowed size',
            },
          }),
    );
    await page.goto(`/post/steel-${post.id}`);
    await page.getByRole('button', { name: 'Báo giá', exact: true }).click();
    await page.locator('input[type="file"][accept*="pdf"]').setInputFiles(documentFile('offer.pdf'));
    await expect(toast(page).getByText('Tệp vượt quá dung lượng cho phép')).toBeVisible();
  });
});

test('new and old notifications are shown in the language of the reader, and stored in English [A636]', async ({
  page,
  world,
}) => {
  const { id } = await world.person('anna');
  const stored: [message: string, data: object | null, shown: string][] = [
    ['You have a new quote on your post "Steel" from bob', null, 'Bạn có báo giá mới cho yêu cầu “Steel” từ bob'],
    [
      'bob revised the quote on "Steel": price (12 → 11), description',
      { type: 'quote_revised', postId: 1 },
      'bob đã sửa báo giá cho “Steel”: giá (12 → 11), mô tả',
    ],
    [
      'Your quote on "x" was declined: y" was accepted',
      { type: 'quote_accepted', quoteId: 1 },
      'Báo giá của bạn cho “x" was declined: y” đã được chấp nhận',
    ],
    ['Post not found', { type: 'broadcast' }, 'Post not found'],
    ['Something that nobody knows', { type: 'new' }, 'Something that nobody knows'],
  ];
  for (const [message, data] of stored)
    await world.sql('insert into public.notifications (user_id, message, data) values ($1, $2, $3::jsonb)', [
      id,
      message,
      data && JSON.stringify(data),
    ]);
  await loginAs(page, world, 'anna');
  await page.goto('/?lang=vi');
  await page.getByRole('button', { name: /^Thông báo/ }).click();
  const list = page.getByRole('dialog', { name: 'Thông báo' });
  for (const [, , shown] of stored) await expect(list.getByText(shown, { exact: true })).toBeVisible();
  await page.goto('/?lang=en');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  for (const [message] of stored)
    await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText(message, { exact: true })).toBeVisible();
  expect(await world.sql('select message from public.notifications where user_id = $1 order by id', [id])).toEqual(
    stored.map(([message]) => ({ message })),
  );
});
