import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { hold, refuse } from './support/requests.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const CATALOGUE = /\/assets\/vi-[\w-]+\.json$/;
const banner = (page: Page) => page.getByRole('banner');
const home = (page: Page, name: string) => banner(page).getByRole('link', { name, exact: true });
const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);
const bar = (page: Page) => page.getByRole('region', { name: 'Ngôn ngữ' });

/** Chooses in the menu of the header, whose name is in the language that is shown. */
async function choose(page: Page, menu: string, language: string): Promise<void> {
  await banner(page).getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: language }).click();
}

test.describe('the language', () => {
  test('the language is English until another is chosen, whatever invalid value is stored [A631]', async ({ page }) => {
    for (const stored of [
      '',
      'null',
      '{"locale":',
      '{}',
      '["vi"]',
      '{"locale":"xx","loading":"<img src=x onerror=alert(1)>"}',
      '{"locale":{"toString":1},"loading":[]}',
      '{"__proto__":{"locale":"vi"}}',
      JSON.stringify({ locale: 'v'.repeat(1_000_000), loading: '?' }),
    ]) {
      await page.addInitScript((value) => localStorage.setItem('language', value), stored);
      await page.goto('/?lang=xx');
      await expect(home(page, 'Home')).toBeVisible();
      expect(await languageOf(page), stored.slice(0, 40)).toBe('en');
    }
  });

  test(
    'the language is switched in the header without reload, keeps typed text and focus, and stays [A632]',
    { tag: '@firefox' },
    async ({ page }) => {
      await page.goto('/feedback');
      await page.evaluate(() => document.body.setAttribute('data-same-document', ''));
      const subject = page.locator('input[name="subject"]');
      await subject.fill('Typed before');
      await choose(page, 'Language', 'Tiếng Việt');
      await expect(home(page, 'Trang chủ')).toBeVisible();
      expect(await languageOf(page)).toBe('vi');
      await expect(page.locator('[data-same-document]')).toHaveCount(1);
      await expect(subject).toHaveValue('Typed before');
      await expect(banner(page).getByRole('button', { name: 'Ngôn ngữ' })).toBeFocused();
      await page.reload();
      await expect(home(page, 'Trang chủ')).toBeVisible();
      await choose(page, 'Ngôn ngữ', 'English');
      await expect(home(page, 'Home')).toBeVisible();
      expect(await languageOf(page)).toBe('en');
    },
  );

  test('the language is switched in the footer on a phone, by keyboard too [A632]', async ({ page }) => {
    await page.setViewportSize(VIEWPORTS.phone);
    await page.goto('/terms');
    const switchTo = (name: string) => page.getByRole('contentinfo').getByRole('button', { name });
    await expect(switchTo('English')).toHaveAttribute('aria-pressed', 'true');
    await switchTo('Tiếng Việt').focus();
    await page.keyboard.press('Enter');
    await expect(switchTo('Tiếng Việt')).toHaveAttribute('aria-pressed', 'true');
    await expect(switchTo('Tiếng Việt')).toBeFocused();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('the language belongs to the account, in any browser, and takes over the choice of the guest [A632]', async ({
    page,
    world,
    browser,
  }) => {
    const localeOf = (id: number) => world.sql('select locale from public.accounts where profile_id = $1', [id]);
    await page.goto('/?lang=vi');
    await expect(home(page, 'Trang chủ')).toBeVisible();
    await page.reload();
    const anna = await loginAs(page, world, 'anna');
    await page.goto('/');
    await expect(home(page, 'Trang chủ')).toBeVisible();
    await expect.poll(() => localeOf(anna.id)).toEqual([{ locale: 'vi' }]);

    const other = await openPage(browser, world, 'anna');
    await other.goto('/');
    await expect(home(other, 'Trang chủ')).toBeVisible();
    await refuse(other, '**/rpc/set_locale*', 'Not now');
    await choose(other, 'Ngôn ngữ', 'English');
    await expect(other.getByText('Not now')).toBeVisible();
    await expect(home(other, 'Trang chủ')).toBeVisible();
    await other.unroute('**/rpc/set_locale*');
    await choose(other, 'Ngôn ngữ', 'English');
    await expect(home(other, 'Home')).toBeVisible();
    await expect.poll(() => localeOf(anna.id)).toEqual([{ locale: 'en' }]);
    // The first browser still has the other choice.
    await page.reload();
    await expect(home(page, 'Home')).toBeVisible();
    await expect(banner(page).getByRole('button', { name: 'Notifications' })).toBeVisible();
    expect(await languageOf(page)).toBe('en');
  });

  test('the language of a link holds for the visit and leaves the address [A641]', async ({ page, world }) => {
    const anna = await loginAs(page, world, 'anna');
    await world.sql("update public.accounts set locale = 'en' where profile_id = $1 returning 1", [anna.id]);
    await page.goto('/news?lang=vi#top');
    await expect(home(page, 'Trang chủ')).toBeVisible();
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('#top');
    await expect
      .poll(() => world.sql('select locale from public.accounts where profile_id = $1', [anna.id]))
      .toEqual([{ locale: 'en' }]);
    await banner(page).getByRole('button', { name: 'Thông báo' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await languageOf(page)).toBe('vi');
  });
});

test.describe('a browser that prefers Vietnamese', () => {
  test.use({ locale: 'vi-VN' });

  test('a browser that prefers Vietnamese sees one bar in Vietnamese, and nothing switches by itself [A641]', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(bar(page).getByRole('button', { name: 'Xem trang này bằng tiếng Việt' })).toBeVisible();
    await expect(home(page, 'Home')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoSidewaysScroll(page);
    await bar(page).getByRole('button', { name: 'Tiếp tục bằng tiếng Anh' }).click();
    await expect(bar(page)).toHaveCount(0);
    await page.reload();
    await expect(home(page, 'Home').or(page.getByRole('button', { name: 'Navigation menu' }))).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('button', { name: 'English' })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  });

  test('the bar for Vietnamese is gone once a language was chosen elsewhere [A641]', async ({ page }) => {
    await page.goto('/');
    await expect(bar(page)).toBeVisible();
    await choose(page, 'Language', 'Tiếng Việt');
    await expect(home(page, 'Trang chủ')).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await choose(page, 'Ngôn ngữ', 'English');
    await expect(home(page, 'Home')).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  });

  test('the bar for Vietnamese is gone once English was chosen, which is shown already [A641]', async ({ page }) => {
    await page.goto('/');
    await expect(bar(page)).toBeVisible();
    await choose(page, 'Language', 'English');
    await expect(bar(page)).toHaveCount(0);
    await expect(home(page, 'Home')).toBeVisible();
  });

  test('the bar for Vietnamese switches the language [A641]', async ({ page }) => {
    await page.goto('/');
    await bar(page).getByRole('button', { name: 'Xem trang này bằng tiếng Việt' }).click();
    await expect(home(page, 'Trang chủ')).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  });
});

test.describe('the catalogue', () => {
  test('the catalogue loads in parallel with the page, and a returning reader sees no English before it [A642]', async ({
    page,
  }) => {
    await page.goto('/?lang=vi');
    await expect(home(page, 'Trang chủ')).toBeVisible();
    const release = await hold(page, CATALOGUE);
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      // What stands there whenever the browser is about to paint.
      const look = () => {
        seen.push(document.title, document.body?.innerText ?? '');
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const pageCode = page.waitForResponse(/\/assets\/home-page-[\w-]+\.js$/);
    await page.reload({ waitUntil: 'commit' });
    await pageCode;
    await expect(page.getByText('Đang tải...')).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    release();
    await expect(home(page, 'Trang chủ')).toBeVisible();
    const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[]);
    expect(seen.filter((text) => /\b(Loading|Home|Login|Search|Business)\b/.test(text))).toEqual([]);
  });

  for (const [name, answer] of [
    ['is gone', { status: 404, body: 'Not found' }],
    ['is broken', { status: 200, body: '{"texts":' }],
    ['is something else', { status: 200, body: '"hello"' }],
  ] as const)
    test(`a catalogue that ${name} leaves the page in English and usable, and is requested again`, async ({ page }) => {
      let isWell = false;
      await page.route(CATALOGUE, (route) => (isWell ? route.continue() : route.fulfill(answer)));
      await page.goto('/');
      await page.evaluate(() => localStorage.setItem('language', '{"locale":"vi","loading":"Đang tải..."}'));
      await page.reload();
      await expect(home(page, 'Home')).toBeVisible();
      expect(await languageOf(page)).toBe('en');
      await expect(page.getByRole('alert')).toHaveCount(0);
      isWell = true;
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(home(page, 'Trang chủ')).toBeVisible();
    });

  test('a catalogue whose code hangs does not block the page, and applies when it arrives', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', '{"locale":"vi"}'));
    const release = await hold(page, '**/assets/choose-locale-*.js');
    await page.goto('/');
    await expect(home(page, 'Home')).toBeVisible();
    expect(await languageOf(page)).toBe('en');
    release();
    await expect(home(page, 'Trang chủ')).toBeVisible();
    expect(await languageOf(page)).toBe('vi');
  });

  test('a catalogue that lacks a text or breaks a placeholder shows that text in English', async ({ page }) => {
    await page.route(CATALOGUE, (route) =>
      route.fulfill({
        json: { texts: { Home: 'Trang {nobody}', 'News / Events': 'Tin' }, messages: {} },
      }),
    );
    await page.goto('/?lang=vi');
    await expect(home(page, 'Tin')).toBeVisible();
    await expect(home(page, 'Home')).toBeVisible();
    await expect(banner(page).getByRole('link', { name: 'Sign Up' })).toBeVisible();
  });
});
