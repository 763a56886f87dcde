import type { Locator, Page } from '@playwright/test';
import type { Person, World } from '../../supabase/tests/support/world.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { createQuote } from './support/quotes.ts';

test.use({ sparesData: false });

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Quote' });
const composer = (page: Page): Locator => drawer(page).getByRole('textbox', { name: 'Message' });
const bubble = (page: Page, text: string): Locator =>
  drawer(page).getByRole('log').getByRole('listitem').filter({ hasText: text });

async function deal(world: World): Promise<{ anna: Person; bob: Person; postId: number; quoteId: number }> {
  const anna = await world.person('anna');
  const bob = await world.person('bob');
  const { id: postId } = await world.createPost(anna, { title: 'Cashew nuts' });
  const quoteId = await createQuote(bob, postId);
  await world.sql('update public.notifications set read_at = now()');
  return { anna, bob, postId, quoteId };
}

/**
 * Opens an address, and waits until the page has joined the channel of its user. From then on its clocks are at four minutes: what
 * comes while an expectation waits was not asked for.
 */
async function openLive(page: Page, path: string): Promise<void> {
  const joined = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (/"phx_reply",\{"status":"ok","response":\{"postgres_changes"/.test(String(payload))) resolve();
      });
    });
  });
  await page.goto(path);
  await joined;
}

async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

test('two browsers show messages, "Seen", the bell and the title at once, without a poll [A731,A747]', async ({
  page: bobs,
  world,
  browser,
}) => {
  const { anna, bob, postId, quoteId } = await deal(world);
  await loginAs(bobs, world, bob);
  const annas = await openPage(browser, world, anna, false);
  await Promise.all([
    openLive(bobs, `/my-quotes?quote=${quoteId}&view=messages`),
    openLive(annas, `/account?tab=quotes&side=received&quote=${quoteId}&view=messages`),
  ]);
  for (const each of [bobs, annas]) await expect(composer(each)).toBeVisible();

  await test.step('a message appears in the open conversation, and "Seen" goes back', async () => {
    await say(bobs, 'Is the price including freight?');
    await expect(bubble(annas, 'including freight?')).toBeVisible();
    await expect(bubble(bobs, 'including freight?')).toContainText('Seen');
    await say(annas, 'Yes, CIF Hamburg');
    await expect(bubble(bobs, 'Yes, CIF Hamburg')).toBeVisible();
    await expect(bubble(annas, 'Yes, CIF Hamburg')).toContainText('Seen');
  });

  await test.step('bell, badge and title show one number', async () => {
    await drawer(annas).getByRole('button', { name: 'Close' }).click();
    await expect(drawer(annas)).toHaveCount(0);
    await annas.getByRole('tab', { name: /^Posts/ }).click();
    await expect(annas).toHaveTitle(/^My /);
    await say(bobs, 'When do you need it?');
    await expect(annas.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
    await expect(annas).toHaveTitle(/^\(1\) My /);
    const received = annas.getByRole('button', { name: /^Quotes received/ });
    await expect(received.locator('[data-unread]')).toHaveAttribute('data-unread', '1');
  });

  await test.step('a quote, a question, a decision and hiding reach those concerned', async () => {
    const carl = await world.person('carl');
    await createQuote(carl, postId);
    await expect(annas.getByRole('button', { name: 'Quotes received (2)' })).toBeVisible();
    await carl.client.rpc('ask_question', { post_id: postId, question: 'Which size?' });
    await expect(annas.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
    await expect(annas).toHaveTitle(/^\(3\) My /);
    await anna.client.rpc('shortlist_quote', { quote_id: quoteId, is_on: true });
    await expect(drawer(bobs).getByText('Shortlisted', { exact: true }).first()).toBeVisible();
    await expect(bobs).toHaveTitle(/^\(1\) /);
    const adam = await world.person('adam');
    await adam.client.rpc('hide_post', { post_id: postId, reason: 'Duplicate' });
    await expect(annas.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible();
  });
  await annas.context().close();
});

test('with the socket blocked, the clocks bring the same [A732]', async ({ page: bobs, world }) => {
  const { anna, bob, quoteId } = await deal(world);
  await bobs.routeWebSocket(/\/realtime\//, (socket) => socket.close({ code: 1011 }));
  await loginAs(bobs, world, bob);
  await bobs.goto(`/my-quotes?quote=${quoteId}&view=messages`);
  await expect(composer(bobs)).toBeVisible();
  await anna.client.rpc('send_message', { quote_id: quoteId, content: 'Can you deliver in May?' });
  await expect(bubble(bobs, 'in May?')).toBeVisible();
  await expect.poll(() => world.sql('select 1 from public.messages where read_at is null')).toHaveLength(0);
});

test('guests load nothing of Realtime [A746]', async ({ page, world }) => {
  await world.createPost(await world.person('anna'), { title: 'Cashew nuts' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.mouse.move(200, 200);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /realtime|live-connection/.test(url))).toEqual([]);
});
