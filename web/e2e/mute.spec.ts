import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { createQuote } from './support/quotes.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('[A742] a muted conversation and a muted request count nowhere until they are unmuted', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const bob = await world.person('bob');
  const { id } = await world.createPost(anna, { title: 'Steel' });
  const quote = await createQuote(bob, id);
  const say = (content: string) => anna.client.rpc('send_message', { quote_id: quote, content });
  await say('Hello');
  await loginAs(page, world, 'bob');
  const mutes = () => world.sql('select 1 from public.mutes');

  const unreadTile = page.getByRole('link', { name: /Unread messages/ });
  await test.step('the conversation', async () => {
    await page.goto(`/account?tab=inbox&quote=${quote}&view=messages`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Mute' }).click();
    await expect(drawer.getByRole('button', { name: 'Unmute' })).toHaveAccessibleDescription(
      /only decisions notify you/,
    );
    // The button shows what it asks for: it is stored a moment later.
    await expect.poll(mutes).toHaveLength(1);
    await page.goto('/account?tab=inbox');
    await say('Still there?');
    await page.reload();
    await expect(page.getByRole('list', { name: 'Inbox' }).getByRole('img', { name: 'Muted' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Inbox' })).toContainText('Still there?');
    await expect(unreadTile).toContainText('0');
    await expect(page.locator('[data-unread]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('everything that is muted is listed and unmuted in the profile', async () => {
    await page.goto('/profile?tab=notifications');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Unmute Steel' }).click();
    await expect(page.getByRole('heading', { name: 'Muted' })).toHaveCount(0);
    await page.goto('/account?tab=inbox');
    await expect(unreadTile).toContainText('1');
  });

  await test.step('the request, with its conversation', async () => {
    await page.goto(`/post/x-${id}`);
    const mute = page.getByRole('button', { name: 'Mute' });
    await mute.click();
    await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
    await expect.poll(mutes).toHaveLength(1);
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
    await page.goto(`/account?tab=inbox`);
    await expect(unreadTile).toContainText('0');
    await page.goto(`/account?tab=inbox&quote=${quote}&view=messages`);
    await page.getByRole('dialog').getByRole('button', { name: 'Unmute request' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true })).toBeVisible();
  });
});
