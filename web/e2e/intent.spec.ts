import type { Page } from '@playwright/test';
import { register, signIn } from './support/auth-forms.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { card } from './support/posts.ts';
import { quoteDialog } from './support/quotes.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const reason = (page: Page) => page.getByRole('main').getByRole('alert');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

test.describe('what a guest asked for', () => {
  test('the intent of a guest is named on the auth page and opens after sign-in: quote, post, share, review', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Rice' });
    await world.person('bob');
    for (const { at, button, text, dialog } of [
      {
        at: '/?country=vn',
        button: 'Quotation',
        text: 'Log in to send a quote. The form opens afterwards.',
        dialog: 'Send Quote',
      },
      {
        at: '/',
        button: 'Post a purchase request now!',
        text: 'Log in to post a purchase request. The form opens afterwards.',
        dialog: 'Create Purchase Request',
      },
      { at: '/', button: 'Share', text: 'Log in to share this request.', dialog: /Share/ },
      {
        at: `/users/${anna.id}`,
        button: 'Write a review',
        text: 'Log in to write a review. The form opens afterwards.',
        dialog: /anna/,
      },
    ]) {
      await test.step(button, async () => {
        await page.goto(at);
        await page.getByRole('button', { name: button, exact: true }).click();
        await expect(reason(page)).toHaveText(text);
        await tab(page, 'Register').click();
        await expect(reason(page)).toHaveText(text.replace('Log in', 'Create an account'));
        await tab(page, 'Login').click();
        if (button === 'Quotation') {
          await expectAccessible(page);
          await page.setViewportSize(VIEWPORTS.phone);
          await expectNoSidewaysScroll(page);
          await page.setViewportSize(VIEWPORTS.desktop);
        }
        await signIn(page, 'bob');
        await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
        await expect(page).toHaveURL(at);
        await page.context().clearCookies();
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
      });
    }
  });

  test('the like of a guest is stored once after signing in', async ({ page, world }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    await world.person('bob');
    await page.goto('/');
    await card(page, 'Rice').getByRole('button', { name: /^Like/ }).click();
    await expect(reason(page)).toHaveText('Log in to like this request.');
    await signIn(page, 'bob');
    await expect(card(page, 'Rice').getByRole('button', { name: 'Like, 1 like', pressed: true })).toBeVisible();
    await expect.poll(() => world.sql('select 1 from public.post_likes')).toHaveLength(1);
    await card(page, 'Rice').getByRole('button', { name: /^Like/ }).click();
    await expect.poll(() => world.sql('select 1 from public.post_likes')).toHaveLength(0);
    await page.reload();
    await expect(card(page, 'Rice').getByRole('button', { name: 'Like, 0 likes', pressed: false })).toBeVisible();
  });

  test('the intent of a guest is dropped by going back, and a plain sign-in shows none', async ({ page, world }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    await world.person('bob');
    await page.goto('/');
    await card(page, 'Rice').getByRole('button', { name: 'Quotation' }).click();
    await expect(reason(page)).toBeVisible();
    await page.goBack();
    await expect(card(page, 'Rice')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(reason(page)).toHaveCount(0);
    await signIn(page, 'bob');
    await expect(page.getByRole('button', { name: 'Account menu of bob' })).toBeVisible();
    await expect(card(page, 'Rice').getByRole('button', { name: /^Like/, disabled: false })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/profile');
    await expect(reason(page)).toHaveText('Log in to see this page.');
  });

  test('the intent of a guest opens after registering too', async ({ page, world }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    await page.goto('/');
    await card(page, 'Rice').getByRole('button', { name: 'Quotation' }).click();
    await tab(page, 'Register').click();
    await register(page);
    await expect(quoteDialog(page)).toBeVisible();
  });
});
