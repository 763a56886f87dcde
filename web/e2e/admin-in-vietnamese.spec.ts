import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { hold } from './support/requests.ts';
import { toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const PAGES: [path: string, heading: string][] = [
  ['/admin/users', 'Người dùng'],
  ['/admin/posts', 'Yêu cầu'],
  ['/admin-hidden-posts', 'Yêu cầu bị ẩn'],
  ['/admin/audit-log', 'Nhật ký kiểm tra'],
  ['/admin/stats', 'Thống kê'],
  ['/admin/feedback', 'Góp ý'],
  ['/admin/email-settings', 'Cài đặt email'],
  ['/admin/notifications', 'Thông báo'],
  ['/admin/content-filter', 'Bộ lọc nội dung'],
  ['/admin/settings', 'Cài đặt'],
];

test('the admin area is Vietnamese, except for what admins typed [A645]', async ({ page, world }) => {
  test.slow();
  const anna = await world.person('anna', { country: 'vn' });
  await world.createPost(anna, { title: 'Steel sheet' });
  await loginAs(page, world, 'mona');

  await test.step('a user is found by the filters and suspended with a reason', async () => {
    await page.goto('/admin/users?lang=vi');
    await page.getByRole('button', { name: 'anna', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Người dùng' });
    await expect(drawer.getByText('Việt Nam')).toBeVisible();
    await drawer.getByRole('button', { name: 'Đình chỉ', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Đình chỉ anna' });
    await dialog.getByRole('button', { name: 'Đình chỉ', exact: true }).click();
    await expect(dialog.getByText('Vui lòng nhập lý do')).toBeVisible();
    await dialog.getByLabel('Lý do').fill('Suspend user: Other');
    await dialog.getByRole('button', { name: 'Đình chỉ', exact: true }).click();
    await expect(toast(page).getByText('Đã đình chỉ người dùng')).toBeVisible();
    await expect(drawer.getByRole('alert')).toContainText(/^Bị đình chỉ đến .+: Suspend user: Other$/);
    await drawer.getByRole('tab', { name: 'Nhật ký' }).click();
    await expect(drawer.getByText('Đình chỉ người dùng', { exact: true })).toBeVisible();
  });

  await test.step('the log says actions and fields in Vietnamese, and typed words as they are', async () => {
    await page.goto('/admin/audit-log');
    const row = page.getByRole('row', { name: /Đình chỉ người dùng/ });
    await expect(row.getByText('Lý do', { exact: true })).toBeVisible();
    await expect(row.getByText('Suspend user: Other', { exact: true })).toBeVisible();
    await page.getByLabel('Thao tác', { exact: true }).click();
    await expect(page.getByRole('option', { name: 'Đình chỉ người dùng' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('refusals of the database are said in Vietnamese', async () => {
    await page.goto('/admin/notifications');
    await page.getByLabel('Nội dung').fill('Hello everybody');
    await page.getByLabel('Người nhận').click();
    await page.getByRole('option', { name: 'Theo tên người dùng' }).click();
    await page.getByLabel('Tên người dùng').fill('nobody-at-all,');
    await page.getByRole('button', { name: 'Gửi', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Gửi', exact: true }).click();
    await expect(page.getByText('Không có người dùng nobody-at-all').first()).toBeVisible();
  });

  await test.step('every page fits a phone and is accessible', async () => {
    await page.setViewportSize(VIEWPORTS.phone);
    for (const [path, heading] of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});

test('the admin area waits for its own texts, which no other page loads [A642]', async ({ page, world }) => {
  const CATALOGUES = /\/assets\/vi-[\w-]+\.json$/;
  await loginAs(page, world, 'mona');
  const loaded = new Set<string>();
  page.on('request', (request) => CATALOGUES.test(request.url()) && loaded.add(request.url()));
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h1, nav a')) shown.push(textContent);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto('/?lang=vi');
  await expect(page.getByRole('link', { name: 'Trang chủ', exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu tài khoản của mona' }).click();
  const [everybody] = loaded;
  expect([...loaded]).toEqual([everybody]);

  const release = await hold(page, CATALOGUES);
  const asked = page.waitForRequest((request) => CATALOGUES.test(request.url()) && request.url() !== everybody);
  await page.getByRole('menuitem', { name: 'Trang quản trị' }).click();
  await asked;
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Thống kê' })).toBeVisible();
  expect(loaded.size).toBe(2);
  const shown = await page.evaluate(() => ('shown' in window && Array.isArray(window.shown) ? window.shown : []));
  expect(shown).toContain('Thống kê');
  expect(shown.filter((text) => /^(?:Stats|Users|Audit log)$/.test(text))).toEqual([]);
});
