import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('the link of a mail ends that kind of mail, or leads to all the choices, without signing in', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const [link] = await world.sql<{ token: string }>(
    `select private.unsubscribe_token($1, 'review_received') as token`,
    [anna.id],
  );
  const unwanted = () =>
    world.sql<{ template: string }>('select template from private.mail_unsubscribes where user_id = $1 order by 1', [
      anna.id,
    ]);
  const status = page.getByRole('status');

  await test.step('looking changes nothing', async () => {
    // Where the button of a mail program leads that asks with a GET.
    await page.goto(`/api/unsubscribe?token=${link?.token}`);
    await expect(page).toHaveURL(/\/unsubscribe\?token=/);
    await expect(page.getByText('anna, do you want no more mails of the kind “New review”?')).toBeVisible();
    expect(await unwanted()).toEqual([]);
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  });

  await test.step('one press ends this kind alone: what was ended elsewhere stays so, a tick waits for Save', async () => {
    await page.getByRole('checkbox', { name: 'New question' }).uncheck();
    const preferences = [{ kind: 'message_received', mail: 'off' }];
    expect((await anna.client.rpc('set_notification_preferences', { preferences })).error).toBeNull();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(status.getByText('You will not get these mails any more.')).toBeVisible();
    expect(await unwanted()).toEqual([{ template: 'message_received' }, { template: 'review_received' }]);
    await expect(page.getByRole('checkbox', { name: 'New messages' })).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'New question' })).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeHidden();
    await expect(page.getByRole('checkbox', { name: 'New review' })).not.toBeChecked();
  });

  await test.step('all kinds can be chosen, also again', async () => {
    await page.getByRole('checkbox', { name: 'New quote' }).uncheck();
    await page.getByRole('checkbox', { name: 'New review' }).check();
    await page.getByRole('checkbox', { name: 'New question' }).check();
    const preferences = [{ kind: 'message_received', mail: 'daily' }];
    expect((await anna.client.rpc('set_notification_preferences', { preferences })).error).toBeNull();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(status.getByText('Your choice is saved.')).toBeVisible();
    expect(await unwanted()).toEqual([{ template: 'quote_received' }]);
    await expect(page.getByRole('checkbox', { name: 'New messages' })).toBeChecked();
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'New quote' })).not.toBeChecked();
  });

  await test.step('a choice that cannot be saved stays as it was made', async () => {
    await page.route('**/api/mail-choices', (route) => route.abort());
    await page.getByRole('checkbox', { name: 'New quote' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('Your choice was not saved');
    await expect(page.getByRole('checkbox', { name: 'New quote' })).toBeChecked();
  });

  await test.step('a link that was cut off says so', async () => {
    await page.goto(`/unsubscribe?token=${link?.token.slice(0, -1)}`);
    await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('[A639] the link of a mail in Vietnamese leads to the choices in Vietnamese', async ({ page, world }) => {
  const anna = await world.person('anna');
  expect((await anna.client.rpc('set_locale', { locale: 'vi' })).error).toBeNull();
  await world.sql(`select private.queue_mail($1, 'review_received', '{"message": "bob left you a 5-star review"}')`, [
    anna.id,
  ]);
  await fetch(`${world.supabaseUrl}/functions/v1/mail`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.cronSecret}` },
  });
  const { subject, text } = await world.mailTo(anna.email);
  expect(subject).toBe('bob đã đánh giá bạn 5 sao');
  const [link = ''] = /http\S+\/unsubscribe\?\S+/.exec(text) ?? [];
  await page.goto(new URL(link).pathname + new URL(link).search);
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await expect(page).toHaveURL(/\/unsubscribe\?token=[^&]+$/);
  const main = page.getByRole('main');
  await expect(main.getByText('“Đánh giá mới”')).toBeVisible();
  await expect(main.getByRole('checkbox', { name: 'Báo giá bị từ chối' })).toBeChecked();
  await expect(main).not.toContainText(/mail of the kind|New review|Save|Unsubscribe/);
  await main.getByRole('button').first().click();
  await expect(main.getByRole('checkbox', { name: 'Đánh giá mới' })).not.toBeChecked();
});

test('the contract of /api can be read as a page, each call and shape with a link of its own', async ({ page }) => {
  await page.goto('/api/docs#getPosts');
  await expect(page).toHaveURL(/\/api-docs#getPosts$/);
  await expect(page.getByRole('heading', { name: 'Marketplace API' })).toBeVisible();
  await expect(page.locator('#getPosts')).toBeInViewport();
  await expect(page.locator('#getPosts')).toContainText('GET /api/posts');
  const targets = await page
    .getByRole('navigation', { name: 'Calls' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link instanceof HTMLAnchorElement ? link.hash : '')));
  expect(targets.length).toBeGreaterThan(80);
  const ids = await page.locator('article').evaluateAll((articles) => articles.map(({ id }) => `#${id}`));
  expect(targets.filter((target) => ids.filter((id) => id === target).length !== 1)).toEqual([]);
  await page.locator('#postLogin').getByRole('link', { name: '429' }).click();
  await expect(page.locator('#TooManyRequests')).toBeInViewport();
  // Articles above the target take their height only once they are drawn; it stays below the header meanwhile.
  await expect.poll(async () => (await page.locator('#TooManyRequests').boundingBox())?.y).toBeLessThan(90);
  await page.locator('#TooManyRequests').getByRole('link', { name: 'Error' }).click();
  await expect(page.locator('#Error')).toBeInViewport();
  // One call stands for all: they are made alike, and there are many.
  await expectAccessible(page, '#postRegister');
  await page.setViewportSize(VIEWPORTS.phone);
  await expectNoSidewaysScroll(page);
});
