/** The page as it is answered, before any script: with a head of its own, and the status of what it shows. */
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';

test('a post is answered with its own title and facts, and the page takes over', async ({ page, world }) => {
  const post = await world.createPost(await world.person('anna'), { title: 'Steel "tubes" </script>' });
  const answer = await page.goto(`/post/x-${post.id}`);
  expect(await answer?.text()).toContain(
    '<title>Steel &quot;tubes&quot; &lt;/script&gt; · Marketplace Platform</title>',
  );
  await expect(page.getByRole('heading', { name: 'Steel "tubes" </script>' })).toBeVisible();
  await expect(page).toHaveTitle('Steel "tubes" </script> · Marketplace Platform');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`/post/steel-tubes-script-${post.id}$`),
  );
  await expect(page.locator('link[rel=canonical], meta[name=description], title')).toHaveCount(3);
});

test('an unknown post has status 404 and its page; a hidden one is still its owner’s', async ({ page, world }) => {
  const unknown = await page.goto('/post/x-999999999');
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This post is not available' })).toBeVisible();
  const anna = await loginAs(page, world, 'anna');
  const post = await world.createPost(anna, { title: 'Secret tubes' });
  await anna.client.rpc('hide_post', { post_id: post.id });
  const hidden = await page.goto(`/post/secret-tubes-${post.id}`);
  expect([hidden?.status(), (await hidden?.text())?.includes('Secret')]).toEqual([404, false]);
  await expect(page.getByRole('heading', { name: 'Secret tubes' })).toBeVisible();
});
