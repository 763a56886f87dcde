import type { Page } from '@playwright/test';
import { expectFieldError } from './support/fields.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card } from './support/posts.ts';
import { toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: /yêu cầu mua hàng$/ });
const field = (page: Page, label: string) => dialog(page).getByLabel(new RegExp(`^${label}`));
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Đăng yêu cầu' });

async function choose(page: Page, label: string, search: string, option: string): Promise<void> {
  await field(page, label).fill(search);
  await page.getByRole('option', { name: option }).click();
}

test.describe('requests in Vietnamese', () => {
  test('requests are written in Vietnamese notation, stored as before, and read in any language [A635, A637, A638]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'anna');
    await page.goto('/?lang=vi');
    await page.getByRole('button', { name: 'Đăng yêu cầu mua hàng ngay' }).click();

    await test.step('refusals of schema and database stand at the fields in Vietnamese', async () => {
      await field(page, 'Số lượng').fill('nhiều');
      await send(page).click();
      await expectFieldError(field(page, 'Tiêu đề'), 'Vui lòng nhập tiêu đề');
      await expectFieldError(field(page, 'Số lượng'), 'Số lượng phải lớn hơn 0 và tối đa 1.000.000.000.000');
    });

    await test.step('lists are searched without marks, numbers and units are those of the language', async () => {
      await field(page, 'Tiêu đề').fill('Gạo');
      await field(page, 'Mô tả').fill('Gạo trắng 5% tấm');
      await choose(page, 'Danh mục', 'nong', 'Nông nghiệp');
      await choose(page, 'Quốc gia', 'viet nam', 'Việt Nam');
      await field(page, 'Địa chỉ giao hàng').fill('1 Lê Lợi');
      await field(page, 'Số lượng').fill('1,250');
      await send(page).click();
      await expectFieldError(field(page, 'Số lượng'), 'Ý bạn là 1,25 hay 1.250?');
      await field(page, 'Số lượng').fill('6.800,5');
      await choose(page, 'Đơn vị', 'tan', 'tấn');
      await expect(field(page, 'Đơn vị')).toHaveValue('tấn');
      await field(page, 'Giá mong muốn').fill('1.250');
      await choose(page, 'Tiền tệ', 'VND', 'VND');
      await send(page).click();
      await expect(toast(page)).toContainText('Đã đăng yêu cầu của bạn');
    });

    const stored = () =>
      world.sql(
        'select category, country, quantity::text, unit, target_price::text, target_currency from public.posts',
      );
    const asEver = [
      {
        category: 'agricultural',
        country: 'vn',
        quantity: '6800.5',
        unit: 'ton',
        target_price: '1250',
        target_currency: 'VND',
      },
    ];
    expect(await stored()).toEqual(asEver);

    await test.step('editing begins with them and saves them as they were', async () => {
      await card(page, 'Gạo').getByRole('button', { name: 'Sửa' }).click();
      await expect(field(page, 'Số lượng')).toHaveValue('6800,5');
      await expect(field(page, 'Đơn vị')).toHaveValue('tấn');
      await expect(field(page, 'Quốc gia')).toHaveValue('Việt Nam');
      await dialog(page).getByRole('button', { name: 'Lưu thay đổi' }).click();
      await expect(toast(page)).toContainText('Đã cập nhật yêu cầu của bạn');
      expect(await stored()).toEqual(asEver);
    });

    await test.step('each reads them in their language', async () => {
      const chips = card(page, 'Gạo').getByRole('listitem');
      await expect(chips).toHaveText(['6.800,5 tấn', 'giá mua 1.250 VND', 'Việt Nam']);
      await page.goto('/?lang=en');
      await expect(chips).toHaveText(['6,800.5 tons', 'target 1,250 VND', 'Vietnam']);
    });
  });

  test('requests in Vietnamese are found by the same filters, however the country is written [A638]', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Rice', country: 'vn', category: 'agricultural' });
    await world.createPost(anna, { title: 'Steel', country: 'de', category: 'industrial' });
    const titles = page.getByRole('article').getByRole('heading');
    const filters = { en: ['Country', 'Vietnam'], vi: ['Quốc gia', 'Việt Nam'] } as const;
    for (const [locale, [label, name]] of Object.entries(filters)) {
      for (const typed of ['Việt Nam', 'viet nam', 'Vietnam']) {
        await page.goto(`/?lang=${locale}`);
        await expect(titles).toHaveText(['Steel', 'Rice']);
        const country = page.getByRole('combobox', { name: label });
        await country.fill(typed);
        await page.getByRole('option', { name }).click();
        await expect(titles).toHaveText(['Rice']);
        await expect(page).toHaveURL(/\?country=vn$/);
      }
    }
  });

  test('requests in Vietnamese say on a phone why no quotes are taken, without making the page wider [A643]', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Rice' });
    await world.sql(`update public.posts set closed_at = now(), closed_reason = 'awarded'`);
    await page.setViewportSize(VIEWPORTS.phone);
    await page.goto('/?lang=vi');
    await card(page, 'Rice').getByRole('button', { name: 'Báo giá' }).hover();
    const reason = page.getByRole('tooltip');
    await expect(reason).toHaveText('Không thể gửi báo giá nữa. Đã đóng: đã chọn được nhà cung cấp.');
    await expect(reason).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  });
});
