import type { Page } from '@playwright/test';
import { TERMS_VERSION } from '../../supabase/functions/_shared/domain/terms.ts';
import type { TestMail } from '../../supabase/tests/support/backend.ts';
import { PASSWORD } from '../../supabase/tests/support/world.ts';
import { expect, test } from './support/fixtures.ts';
import { card } from './support/posts.ts';
import { expectToast, toast } from './support/toast.ts';
import { expectVietnamese, isEnglish, vi } from './support/vietnamese.ts';

test.use({ requireEmailVerification: true });

const POST = {
  title: 'Hạt điều W320',
  description: '20 tấn, đóng gói chân không.',
  delivery_address: '12 Nguyễn Huệ, Huế',
};

const QUOTE = {
  Price: '2,40 USD/kg',
  'Minimum quantity': '500 kg',
  'Payment method': 'T/T 30/70',
  'Shipping method': 'FOB',
  'Delivery time': '20 ngày',
  'Delivery from': 'Hải Phòng',
  'Delivery to': 'Hamburg',
};

/** Opens the dialog of a quote on the post, and fills it in. */
async function fillQuote(page: Page): Promise<void> {
  await page.goto('/');
  await card(page, POST.title)
    .getByRole('button', { name: vi('Quotation') })
    .click();
  const dialog = page.getByRole('dialog', { name: vi('Send Quote') });
  for (const [label, value] of Object.entries(QUOTE))
    await dialog.getByRole('textbox', { name: vi(label), exact: true }).fill(value);
}

const sendButton = (page: Page) =>
  page.getByRole('dialog', { name: vi('Send Quote') }).locator('button[type="submit"]');

/** No line of the mail is English. */
function expectVietnameseMail({ subject, text, html }: TestMail): void {
  const seen = html.replaceAll(/<(style|head)[^>]*>.*?<\/\1>/gs, '').replaceAll(/<[^>]+>/g, '\n');
  const lines = [subject, ...`${text}\n${seen}`.split('\n')].map((line) => line.replaceAll(/https?:\S+/g, '').trim());
  expect(lines.filter(isEnglish)).toEqual([]);
}

test('a supplier registers, quotes, writes, gets mails and is refused for five days in Vietnamese [A633,A639,A640,A647]', async ({
  page,
  world,
}) => {
  test.slow();
  const anna = await world.person('anna');
  const { id: postId } = await world.createPost(anna, POST);
  const EMAIL = 'lan@example.com';

  await test.step('comes by a link and registers, with the terms of today', async () => {
    await page.goto('/?lang=vi');
    await expect(card(page, POST.title)).toBeVisible();
    await expectVietnamese(page);
    await page.goto('/auth?tab=register');
    const form = page.getByRole('main').locator('form');
    await form.getByLabel(vi('Username'), { exact: true }).fill('lan');
    await form.getByLabel(vi('Email'), { exact: true }).fill(EMAIL);
    await form.getByLabel(vi('Password'), { exact: true }).fill(PASSWORD);
    await form.getByLabel(vi('Confirm Password'), { exact: true }).fill(PASSWORD);
    await form.getByRole('checkbox').check();
    await expectVietnamese(page);
    await form.getByRole('button', { name: vi('Create account') }).click();
    await expect(page).toHaveURL(/\/verify-email$/);
    await expectVietnamese(page);
    expect(
      await world.sql(
        `select a.terms_version, a.locale from public.accounts a join public.profiles p on p.id = a.profile_id where p.username = 'lan'`,
      ),
    ).toEqual([{ terms_version: TERMS_VERSION, locale: 'vi' }]);
  });

  await test.step('verifies the address', async () => {
    const mail = await world.mailTo(EMAIL);
    await page.getByRole('textbox', { name: vi('Digit {position} of {length}', { position: 1, length: 6 }) }).click();
    await page.keyboard.type(/\b\d{6}\b/.exec(mail.text)?.[0] ?? '');
    await expectToast(page, vi('Email verified'));
    await expectVietnamese(page);
    await world.mails.clear();
  });

  const other = await page.context().newPage();
  await test.step('quotes, from one of two open forms', async () => {
    await fillQuote(other);
    await expectVietnamese(other);
    await fillQuote(page);
    await sendButton(page).click();
    await expectToast(page, vi('Quote submitted'));
    await expectVietnamese(page);
  });

  await test.step('is refused for five days, by the server and by the form', async () => {
    await sendButton(other).click();
    await expect(toast(other).or(other.getByRole('dialog').getByRole('alert')).first()).toContainText('5 ngày');
    await expectVietnamese(other);
    await other.close();
    await page.goto('/');
    await card(page, POST.title)
      .getByRole('button', { name: vi('Quotation') })
      .click();
    await expect(page.getByRole('dialog').getByRole('note')).toContainText('5 ngày');
    await expect(sendButton(page)).toBeDisabled();
    await expectVietnamese(page);
  });

  const [quote] = await world.sql<{ id: number }>('select id::int from public.quotes where post_id = $1', [postId]);
  const quoteId = quote?.id ?? 0;
  await test.step('writes a message, reads the answer and hears of it by mail', async () => {
    await page.goto(`/my-quotes?quote=${quoteId}&view=messages`);
    const message = page.getByRole('dialog').getByRole('textbox');
    await message.fill('Bạn cần hàng khi nào?');
    await message.press('Enter');
    await expect(page.getByRole('log')).toContainText('Bạn cần hàng khi nào?');
    await expectVietnamese(page);
    const { error } = await anna.client.rpc('send_message', { quote_id: quoteId, content: 'Trong tháng sau.' });
    expect(error).toBeNull();
    await expect(page.getByRole('log')).toContainText('Trong tháng sau.');
    await expectVietnamese(page);
  });

  await test.step('hears of the decision by notification and mail', async () => {
    const { error } = await anna.client.rpc('accept_quote', {
      quote_id: quoteId,
      close_request: true,
      expected_version: 1,
    });
    expect(error).toBeNull();
    await page.goto('/my-quotes');
    await expectVietnamese(page);
    await page.getByRole('button', { name: new RegExp(vi('Notifications')) }).click();
    await expect(page.getByRole('dialog').first()).toBeVisible();
    await expectVietnamese(page);
    const response = await fetch(`${world.supabaseUrl}/functions/v1/mail`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.cronSecret}` },
    });
    expect(response.ok).toBe(true);
    const mails = await world.mails.list(EMAIL);
    expect(mails.length).toBeGreaterThan(0);
    for (const mail of mails) expectVietnameseMail(mail);
  });
});
