import type { Page, Request } from '@playwright/test';
import { ONE_PIXEL_PNG } from '../../supabase/tests/support/one-pixel.ts';
import { signIn } from './support/auth-forms.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card, chooseAction, menuButton } from './support/posts.ts';
import { refuse } from './support/requests.ts';
import { toast } from './support/toast.ts';

const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

/** Collects reads of the REST interface from now on, as "posts", "rpc/list_posts" and the like. */
function collectReads(page: Page): string[] {
  const reads: string[] = [];
  const isRead = (request: Request) => request.method() === 'GET' || /rpc\/(list|count)_/.test(request.url());
  page.on('request', (request) => {
    const path = /\/rest\/v1\/([\w/]+)/.exec(request.url())?.[1];
    if (path && isRead(request)) reads.push(path);
  });
  return reads;
}

test('a guest has neither menu nor ratings, is sent to sign in by Share and Quotation, and comes back [A382,A383,A384,A386]', async ({
  page,
  world,
}) => {
  await world.createPost(await world.person('anna'), { title: 'Rice' });
  await world.person('bob');
  const reads = collectReads(page);
  await page.goto('/?country=vn');

  await test.step('no menu', async () => {
    await expect(card(page, 'Rice')).toBeVisible();
    await expect(menuButton(card(page, 'Rice'))).toHaveCount(0);
  });

  await test.step('told to log in for a rating', async () => {
    await card(page, 'Rice').getByRole('link', { name: 'anna' }).hover();
    await expect(
      page.getByRole('tooltip', { name: 'Please log in to see the rating of user', exact: true }),
    ).toBeVisible();
    expect(reads).not.toContain('profiles');
  });

  for (const [index, name] of ['Share', 'Quotation', 'Post a purchase request now!'].entries()) {
    await test.step(`sent to the auth page by "${name}"`, async () => {
      if (index > 0) await page.goBack();
      await expect(card(page, 'Rice')).toBeVisible();
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page).toHaveURL(/\/auth$/);
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    });
  }

  await test.step('comes back', async () => {
    await signIn(page, 'bob');
    await expect(page).toHaveURL('/?country=vn');
  });
});

test('users and admins see ratings, share, quote and post; an admin can only hide what others posted [A19,A184,A377,A385,A387,A393,A394,A395,A460]', async ({
  page,
  world,
}) => {
  await page.clock.install();
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  const adam = await world.person('adam');
  await adam.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 4, comment: 'Pays on time' });

  for (const who of ['bob', 'adam']) {
    await test.step(`${who} sees average and number of reviews on hover, read once in 30 minutes`, async () => {
      await loginAs(page, world, who);
      await page.goto('/?q=rice');
      const name = card(page, 'Rice').getByRole('link', { name: 'anna' });
      await expect(name).toBeVisible();
      const reads = collectReads(page);
      await name.hover();
      await expect(page.getByRole('tooltip', { name: '4.0 out of 5 · 1 review', exact: true })).toBeVisible();
      await page.clock.fastForward('28:00');
      await page.getByRole('heading', { level: 1 }).hover();
      await name.hover();
      await expect(page.getByRole('tooltip', { name: '4.0 out of 5 · 1 review', exact: true })).toBeVisible();
      expect(reads.filter((path) => path === 'profiles')).toHaveLength(1);
    });

    await test.step(`${who} shares, quotes and posts`, async () => {
      await card(page, 'Rice').getByRole('button', { name: 'Share' }).click();
      await expect(page.getByRole('dialog', { name: 'Share this request' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(card(page, 'Rice').getByRole('button', { name: 'Share' })).toBeFocused();
      await expect(menuButton(card(page, 'Rice'))).toHaveCount(who === 'bob' ? 0 : 1);
      await card(page, 'Rice').getByRole('button', { name: 'Quotation' }).click();
      await expect(page.getByRole('dialog', { name: 'Send Quote' })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Post a purchase request now!' }).click();
      await expect(page.getByRole('dialog', { name: 'Create Purchase Request' })).toBeVisible();
    });
  }

  await test.step('adam can only hide it', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await menuButton(card(page, 'Rice')).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Hide Post (Violation)']);
    await expect(card(page, 'Rice').getByRole('button', { name: /^Edit/, includeHidden: true })).toHaveCount(0);
    await item(page, 'Hide Post (Violation)').click();
    await expect(toast(page)).toContainText('Post hidden');
    await expect(card(page, 'Rice')).toHaveCount(0);
    expect(
      await world.sql('select is_hidden, hidden_by::int as by, hidden_reason as reason from public.posts'),
    ).toEqual([{ is_hidden: true, by: adam.id, reason: 'Violation of the marketplace rules' }]);
  });
});

test('an owner edits, hides, unhides and deletes, but not what an admin hid, and learns why it failed [A10,A253,A255,A256,A258,A259,A389,A390,A391,A392,A399,A436,A472,A473,A474,A499,A500,A501,A504,A505,A506]', async ({
  page,
  world,
}) => {
  const adam = await world.person('adam');
  const anna = await loginAs(page, world, 'anna');
  const path = `${anna.authId}/3f0c1d8e-5a0b-4c55-9d2e-0d5c5a9c1b11.png`;
  await anna.client.storage.from('post-images').upload(path, ONE_PIXEL_PNG, { contentType: 'image/png' });
  await world.createPost(anna, { title: 'Rice', images: [path] });
  const tea = await world.createPost(anna, { title: 'Tea' });
  await anna.client.rpc('hide_post', { post_id: tea.id });
  const salt = await world.createPost(anna, { title: 'Salt' });
  await adam.client.rpc('hide_post', { post_id: salt.id });

  for (const who of ['adam', 'anna']) {
    await test.step(`${who} has Edit with the number of quotes in place of Quotation`, async () => {
      const owner = await loginAs(page, world, who);
      const { id } = await world.createPost(owner, { title: `Rice of ${who}` });
      await world.sql('update public.post_counters set quotes = 3 where post_id = $1', [id]);
      await page.goto('/');
      const post = card(page, `Rice of ${who}`);
      await expect(post.getByRole('button', { name: /^Edit/ })).toContainText('3');
      await expect(post.getByRole('button', { name: 'Quotation' })).toHaveCount(0);
      await menuButton(post).click();
      await expect(page.getByRole('menuitem')).toHaveText(['Hide', 'Delete']);
      // The menu hears Escape once it has the focus.
      await expect(page.locator('[role=menu]:focus-within')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(menuButton(post)).toBeFocused();
    });
  }

  await test.step('cannot unhide what an admin hid', async () => {
    await menuButton(card(page, 'Salt')).click();
    await expect(item(page, 'Hidden by Admin')).toBeDisabled();
    await expect(item(page, 'Unhide')).toHaveCount(0);
    await expect(item(page, 'Hide')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(menuButton(card(page, 'Salt'))).toBeFocused();
    const { error } = await anna.client.rpc('unhide_post', { post_id: salt.id });
    expect(error?.message).toBe('This post was hidden by an administrator');
  });

  await test.step('learns why it failed', async () => {
    await expect(card(page, 'Rice')).toBeVisible();
    await refuse(page, '**/rpc/hide_post*', 'No hiding today', 403);
    await refuse(page, '**/rpc/unhide_post*', 'No showing today', 403);
    await page.route('**/rest/v1/posts?*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 403, json: { code: '42501', message: 'No deleting today' } })
        : route.continue(),
    );
    await chooseAction(page, 'Rice', 'Hide');
    await expect(toast(page)).toHaveText('Error hiding post: No hiding today');
    await chooseAction(page, 'Tea', 'Unhide');
    await expect(toast(page)).toHaveText('Error unhiding post: No showing today');
    await chooseAction(page, 'Rice', 'Delete');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toHaveText('Error deleting post: No deleting today');
    await expect(dialog).toBeHidden();
    await expect(card(page, 'Rice')).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('hides and unhides; the card sends no reason', async () => {
    const hidden = page.waitForRequest('**/rpc/hide_post*');
    await chooseAction(page, 'Rice', 'Hide');
    expect(Object.keys((await hidden).postDataJSON())).toEqual(['post_id']);
    await expect(toast(page)).toHaveText('Post hidden: Your post has been hidden successfully');
    await expect(card(page, 'Rice').getByText('This post is hidden')).toBeVisible();
    await menuButton(card(page, 'Rice')).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Unhide', 'Delete']);
    await item(page, 'Unhide').click();
    await expect(toast(page)).toHaveText('Post unhidden: Your post is now visible again');
    await expect(card(page, 'Rice').getByText('This post is hidden')).toHaveCount(0);
  });

  await test.step('deletes after a confirmation, with the images', async () => {
    await chooseAction(page, 'Rice', 'Delete');
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByText('Are you sure you want to delete this post? This action cannot be undone.', { exact: true }),
    ).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(menuButton(card(page, 'Rice'))).toBeFocused();
    expect(await world.sql(`select 1 from public.posts where title = 'Rice'`)).toHaveLength(1);
    await chooseAction(page, 'Rice', 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toHaveText('Post deleted: Your post has been deleted successfully');
    await expect(card(page, 'Rice')).toHaveCount(0);
    expect(await world.sql(`select 1 from public.posts where title = 'Rice'`)).toHaveLength(0);
    expect(await world.sql(`select 1 from storage.objects where bucket_id = 'post-images'`)).toHaveLength(0);
  });
});
