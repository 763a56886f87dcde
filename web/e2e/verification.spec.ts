import type { Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { CARLA, register, signIn } from './support/auth-forms.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test.use({ requireEmailVerification: true });

const EMAIL = CARLA.email;

async function registerAndWait(page: Page): Promise<void> {
  await page.goto('/auth?tab=register');
  await register(page);
  await expect(page).toHaveURL(/\/verify-email$/);
}

async function codeOf(world: World): Promise<string> {
  const mail = await world.mailTo(EMAIL);
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
}

async function linkOf(world: World): Promise<string> {
  const mail = await world.mailTo(EMAIL);
  return /href="([^"]*\/verify-email[^"]*)"/.exec(mail.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

const pendingEmail = (page: Page) => page.evaluate(() => sessionStorage.getItem('pendingVerification'));
const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu of carla' });
const typeCode = async (page: Page, code: string) => {
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).click();
  await page.keyboard.type(code);
};

test('[A639,A646] an account registered in Vietnamese keeps the language, and its code mail is in both languages', async ({
  page,
  world,
}) => {
  await page.goto('/auth?tab=register&lang=vi');
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  const form = page
    .getByRole('main')
    .locator('form')
    .filter({ has: page.getByRole('checkbox') });
  const fields = form.locator('input:not([type=checkbox])');
  await expect(fields).toHaveCount(4);
  const values = [CARLA.username, EMAIL, CARLA.password, CARLA.password];
  for (const [index, value] of values.entries()) await fields.nth(index).fill(value);
  await form.getByRole('checkbox').check();
  await form.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/verify-email$/);
  expect(await world.sql('select locale from public.accounts')).toEqual([{ locale: 'vi' }]);
  const { subject, text } = await world.mailTo(EMAIL);
  expect(subject).toBe('Your Marketplace Platform verification code / Mã xác minh Marketplace Platform của bạn');
  expect(text).toMatch(/^Hello carla,[^]*\nChào carla,/);
  expect(text.match(/^\d{6}$/gm)).toHaveLength(1);
  const link = await linkOf(world);
  expect(link).toMatch(/&lang=vi$/);
  await page.goto(new URL(link).pathname + new URL(link).search);
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await expect.poll(() => world.sql('select 1 from auth.users where email_confirmed_at is not null')).toHaveLength(1);
});

test.describe('an account that waits for its verification', () => {
  test('an unverified account is sent to the code after registering, and verified by it [A40,A246,A493,A567,A584]', async ({
    page,
    world,
  }) => {
    await page.addInitScript(() => {
      const sent: unknown[] = [];
      Object.assign(window, { sent, gtag: (...command: unknown[]) => sent.push(command) });
    });
    await registerAndWait(page);
    await expectToast(page, 'Email Verification Required', 'Please verify your email before logging in');
    await expect.poll(() => pendingEmail(page)).toContain(EMAIL);
    await expect(page.getByText(EMAIL, { exact: true })).toBeVisible();
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    const code = await codeOf(world);
    await typeCode(page, code === '000000' ? '111111' : '000000');
    await expect(page.getByRole('alert')).toHaveText('Invalid or expired code');
    await typeCode(page, code);
    await expectToast(page, 'Email verified', 'Your email has been verified successfully');
    await expect(page).toHaveURL(/\/$/);
    await expect(accountMenu(page)).toBeVisible();
    await expect.poll(() => pendingEmail(page)).toBeNull();
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(Reflect.get(window, 'sent'))))
      .toContain('"send_to":"email_verification"');
  });

  test('a verification code without an answer is kept for another try; only a refused one is cleared', async ({
    page,
    world,
  }) => {
    await registerAndWait(page);
    const code = await codeOf(world);
    await page.route('**/api/session/verify-email', (route) => route.abort());
    await typeCode(page, code);
    await expect(page.getByRole('alert')).toHaveText('No connection. What you typed is kept.');
    await expect(page.getByRole('textbox', { name: 'Digit 6 of 6' })).toHaveValue(code.charAt(5));
    await expectAccessible(page);
    await page.unroute('**/api/session/verify-email');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectToast(page, 'Email verified', 'Your email has been verified successfully');
    await expect(accountMenu(page)).toBeVisible();
  });

  test('an unverified account is sent to the code after logging in [A39,A243,A244,A245]', async ({ page }) => {
    await registerAndWait(page);
    await page.getByRole('link', { name: 'Use another account' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await expect.poll(() => pendingEmail(page)).toBeNull();
    await signIn(page, CARLA.username, CARLA.password);
    await expectToast(page, 'Email Verification Required', 'Please verify your email before logging in');
    await expect(page).toHaveURL(/\/verify-email$/);
    expect(JSON.parse((await pendingEmail(page)) ?? '')).toEqual({ userId: expect.any(Number), email: EMAIL });
  });

  test('an account is verified by the link of the mail, which works once [A584]', async ({ page, world }) => {
    await registerAndWait(page);
    const link = await linkOf(world);
    await page.goto(link);
    await expectToast(page, 'Email verified', 'Your email has been verified successfully');
    await expect(accountMenu(page)).toBeVisible();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText('Invalid or expired code');
  });

  test('the verification page takes a pasted code', async ({ page, world }) => {
    await registerAndWait(page);
    const code = await codeOf(world);
    await page.getByRole('textbox', { name: 'Digit 1 of 6' }).focus();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, code);
    await expect(accountMenu(page)).toBeVisible();
  });

  test('an account needs another code after five wrong tries, and gets one after a minute [A584]', async ({
    page,
    world,
  }) => {
    await page.clock.install();
    await registerAndWait(page);
    const resend = page.getByRole('button', { name: /^Resend code/ });
    await expect(resend).toBeDisabled();
    await expect(resend).toHaveText(/Resend code \(\d+ s\)/);
    const code = await codeOf(world);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let n = 0; n < 5; n += 1) {
      const answer = page.waitForResponse('**/api/session/verify-email');
      await typeCode(page, wrong);
      expect((await answer).status()).toBe(400);
      await expect(page.getByRole('alert')).toHaveText('Invalid or expired code');
    }
    await typeCode(page, code);
    await expect(page.getByRole('alert')).toHaveText('Too many attempts. Request a new code.');
    await expectAccessible(page);

    // The minute passes here and on the server.
    await world.sql(
      `update private.mail_proofs set asked_at = asked_at - interval '1 minute' where address = $1 returning 1`,
      [EMAIL],
    );
    await page.clock.fastForward(61_000);
    await expect(resend).toHaveText('Resend code');
    await world.mails.clear();
    await resend.click();
    await expectToast(page, 'Code sent', 'A new code is on its way to you');
    await page.reload();
    await expect(resend).toHaveText(/Resend code \(\d+ s\)/);
    await typeCode(page, await codeOf(world));
    await expect(accountMenu(page)).toBeVisible();
  });
});

test('the verification page has nothing to verify without a waiting account [A38,A584]', async ({ page }) => {
  await page.goto('/verify-email');
  await expect(page.getByText('Nothing to verify')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to login' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test.describe('what a guest asked for before registering', () => {
  async function askAndRegister(page: Page, button: string): Promise<void> {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('tab', { name: 'Register', exact: true }).click();
    await register(page);
    await expect(page).toHaveURL(/\/verify-email$/);
  }

  test('the intent of a guest opens after the link of the mail, in another tab', async ({ page, world, context }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    await page.goto('/?country=vn');
    await askAndRegister(page, 'Quotation');
    await expect(page).toHaveURL(/\/verify-email$/);
    // Of tabs in one window only the one in front shows itself.
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
    const other = await context.newPage();
    await other.goto(await linkOf(world));
    await expect(other.getByRole('dialog', { name: 'Send Quote' })).toBeVisible();
    await expect(other).toHaveURL('/?country=vn');
  });

  test('the intent of a guest opens after the code', async ({ page, world }) => {
    await page.goto('/');
    await askAndRegister(page, 'Post a purchase request now!');
    await typeCode(page, await codeOf(world));
    await expect(page.getByRole('dialog', { name: 'Create Purchase Request' })).toBeVisible();
  });
});
