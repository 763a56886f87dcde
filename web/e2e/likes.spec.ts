import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card, fillFeed } from './support/posts.ts';
import { createQuote } from './support/quotes.ts';
import { hold, refuse } from './support/requests.ts';
import { toast } from './support/toast.ts';

const SET_LIKE = '**/rest/v1/rpc/set_post_like*';
const like = (page: Page, title: string) => card(page, title).getByRole('button', { name: /^Like, / });

test.describe('a like', () => {
  test('a like changes its number before the server answers, and is rolled back when it fails [A14,A276,A277,A278,A509]', async ({
    page,
    world,
  }) => {
    const { id } = await world.createPost(await world.person('anna'), { title: 'Rice' });
    const bob = await loginAs(page, world, 'bob');

    await test.step('comes, stays after a reload, and goes', async () => {
      await page.goto('/');
      await expect(like(page, 'Rice')).toHaveAttribute('aria-pressed', 'false');
      await like(page, 'Rice').click();
      await expect(like(page, 'Rice')).toHaveAttribute('aria-pressed', 'true');
      await expect(like(page, 'Rice')).toHaveAccessibleName('Like, 1 like');
      await expect.poll(() => world.sql('select 1 from public.post_likes')).toHaveLength(1);
      await page.reload();
      await expect(like(page, 'Rice')).toHaveAccessibleName('Like, 1 like');
      await expect(like(page, 'Rice')).toHaveAttribute('aria-pressed', 'true');
      await like(page, 'Rice').click();
      await expect(like(page, 'Rice')).toHaveAttribute('aria-pressed', 'false');
      await expect(like(page, 'Rice')).toHaveAccessibleName('Like, 0 likes');
      await expect.poll(() => world.sql('select 1 from public.post_likes')).toHaveLength(0);
    });

    await test.step('is rolled back with a toast when it fails', async () => {
      await refuse(page, SET_LIKE, 'Too many requests', 429);
      await like(page, 'Rice').click();
      await expect(toast(page)).toHaveText('Error: Failed to update like status');
      await expect(like(page, 'Rice')).toHaveAttribute('aria-pressed', 'false');
      await expect(like(page, 'Rice')).toHaveAccessibleName('Like, 0 likes');
      await page.unroute(SET_LIKE);
    });

    await test.step('shows before the server answers, and everywhere the same number', async () => {
      const release = await hold(page, SET_LIKE);
      await like(page, 'Rice').click();
      await expect(like(page, 'Rice')).toHaveAccessibleName('Like, 1 like');
      release();
      await card(page, 'Rice').getByRole('link', { name: 'Rice' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Rice' })).toBeVisible();
      await expect(like(page, 'Rice')).toHaveAccessibleName('Like, 1 like');
      await expect.poll(() => world.sql('select 1 from public.post_likes')).toHaveLength(1);
      await like(page, 'Rice').click();
      await expect(like(page, 'Rice')).toHaveAccessibleName('Like, 0 likes');
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Rice' })).toHaveCount(0);
      await expect(like(page, 'Rice')).toHaveAccessibleName('Like, 0 likes');
      await expect.poll(() => world.sql('select 1 from public.post_likes')).toHaveLength(0);
    });

    await test.step('never shows fewer than 0', async () => {
      await bob.client.rpc('set_post_like', { post_id: id, liked: true });
      await page.route('**/rest/v1/rpc/list_posts*', async (route) => {
        const response = await route.fetch();
        const rows: object[] = await response.json();
        await route.fulfill({ response, json: rows.map((row) => ({ ...row, counters: { likes: 0, quotes: 0 } })) });
      });
      await page.reload();
      await expect(like(page, 'Rice')).toHaveAttribute('aria-pressed', 'true');
      await like(page, 'Rice').click();
      await expect(like(page, 'Rice')).toHaveAccessibleName('Like, 0 likes');
      await expect(like(page, 'Rice')).toHaveAttribute('aria-pressed', 'false');
    });
  });

  test('a like is open to users and admins, and leads guests to the auth page [A378,A379,A381]', async ({
    page,
    world,
  }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });

    await test.step('a guest is led to the auth page with a toast', async () => {
      await page.goto('/');
      await like(page, 'Rice').click();
      await expect(page).toHaveURL(/\/auth$/);
      await expect(toast(page)).toHaveText('Login Required: Please login to like posts');
    });

    for (const [index, who] of ['bob', 'adam'].entries()) {
      await test.step(`${who} likes, before the page knows who that is`, async () => {
        await loginAs(page, world, who);
        const release = await hold(page, '**/rest/v1/accounts?*');
        await page.goto('/');
        await like(page, 'Rice').click();
        release();
        await expect(like(page, 'Rice')).toHaveAccessibleName(index === 0 ? 'Like, 1 like' : 'Like, 2 likes');
        await expect.poll(() => world.sql('select 1 from public.post_likes')).toHaveLength(index + 1);
      });
    }
  });

  test('likes and own quotes of all cards of a page come from one request each, cached for 5 minutes [A442]', async ({
    page,
    world,
  }) => {
    await page.clock.install();
    const [id = 0] = await fillFeed(world, await world.person('anna'), 10);
    const bob = await loginAs(page, world, 'bob');
    await bob.client.rpc('set_post_like', { post_id: id, liked: true });
    await createQuote(bob, id);
    const requests: string[] = [];
    const requestsOfQuotes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') return;
      if (request.url().includes('/rest/v1/post_likes')) requests.push(request.url());
      if (request.url().includes('/rest/v1/quotes')) requestsOfQuotes.push(request.url());
    });
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Like, / })).toHaveCount(10);
    await expect(page.getByRole('link', { name: /^You quoted on/ })).toBeVisible();
    // The answer is there: a request under way would be given up when the clock jumps.
    await expect(page.getByRole('button', { name: /^Like, /, pressed: true })).toHaveCount(1);
    expect(requests).toHaveLength(1);
    expect(requestsOfQuotes).toHaveLength(1);
    const comeBack = async () => {
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
      await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('button', { name: /^Like, / })).toHaveCount(10);
    };
    await page.clock.fastForward('04:00');
    await comeBack();
    expect(requests).toHaveLength(1);
    await page.clock.fastForward('01:10');
    await comeBack();
    await expect.poll(() => requests.length).toBe(2);
  });
});
