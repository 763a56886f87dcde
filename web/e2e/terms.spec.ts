import type { Page } from '@playwright/test';
import { TERMS_VERSION } from '../../supabase/functions/_shared/domain/terms.ts';
import type { Person, World } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { refuse } from './support/requests.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Terms of use' });

/** Signs anna in as somebody whose acceptance is this old; null for none. */
async function annaWith(page: Page, world: World, version: string | null): Promise<Person> {
  const anna = await loginAs(page, world, 'anna');
  await world.sql('update public.accounts set terms_version = $2 where profile_id = $1 returning 1', [
    anna.id,
    version,
  ]);
  return anna;
}

test.describe('newer terms', () => {
  test('newer terms are announced until they are accepted, and then never again', async ({ page, world }) => {
    const anna = await annaWith(page, world, '2025-01-01');
    await page.goto('/');
    await expect(banner(page).getByText('Our terms have changed')).toBeVisible();
    await expect(banner(page)).toBeInViewport();
    await expectAccessible(page);
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoSidewaysScroll(page);
    // At the end of the page nothing lies below it.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click({ trial: true });

    await banner(page).getByRole('link', { name: 'Review' }).click();
    await expect(page).toHaveURL(/\/terms$/);
    await refuse(page, '**/rpc/accept_terms*', 'Not now');
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await expectToast(page, 'Error', 'Not now', 'destructive');
    await expect(banner(page)).toBeVisible();

    await page.unroute('**/rpc/accept_terms*');
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await expect(banner(page)).toBeHidden();
    await expect
      .poll(() => world.sql('select terms_version from public.accounts where profile_id = $1', [anna.id]))
      .toEqual([{ terms_version: TERMS_VERSION }]);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Account menu of anna' })).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });

  test('newer terms are asked of a user who never accepted any, and of no guest', async ({ page, world }) => {
    await page.goto('/terms');
    await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await annaWith(page, world, null);
    await page.goto('/terms');
    await expect(banner(page).getByText('Please accept our terms')).toBeVisible();
  });
});

test('the legal pages are there in Vietnamese, loaded only then, with the same version and anchors [A640]', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    const [name] = /(?:terms|privacy)-vi/.exec(request.url()) ?? [];
    if (name) loaded.push(name);
  });
  const inForce = page.getByRole('main').locator('header time');
  await page.goto('/terms', { waitUntil: 'networkidle' });
  await expect(page.getByRole('article')).toHaveAttribute('lang', 'en');
  await expect(inForce).toHaveAttribute('datetime', TERMS_VERSION);
  expect(loaded).toEqual([]);

  await page.setViewportSize(VIEWPORTS.phone);
  await page.goto('/terms?lang=vi#quotes');
  await expect(page.getByRole('heading', { level: 1, name: 'Điều khoản sử dụng' })).toBeVisible();
  await expect(page).toHaveTitle(/^Điều khoản sử dụng/);
  await expect(page.getByRole('article')).toHaveAttribute('lang', 'vi');
  await expect(inForce).toHaveAttribute('datetime', TERMS_VERSION);
  await expect(page.getByRole('heading', { level: 2, name: 'Báo giá' })).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await page.getByRole('navigation', { name: 'Mục lục' }).getByRole('link', { name: 'Liên hệ' }).click();
  await expect(page).toHaveURL(/\/terms#contact$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Liên hệ' })).toBeInViewport();
  await page.getByRole('link', { name: 'chính sách quyền riêng tư' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chính sách quyền riêng tư' })).toBeVisible();
  await expect(inForce).toHaveAttribute('datetime', TERMS_VERSION);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'main');
  expect(loaded).toEqual(['terms-vi', 'privacy-vi']);
});
