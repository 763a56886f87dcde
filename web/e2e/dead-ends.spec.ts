import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { chooseAction } from './support/posts.ts';
import { createQuote } from './support/quotes.ts';
import { expectToast, toast } from './support/toast.ts';

test.describe('what leads nowhere', () => {
  test('an own hidden post offers no sharing, and its hide dialog addresses the owner', async ({ page, world }) => {
    const anna = await loginAs(page, world, 'anna');
    const post = await world.createPost(anna, { title: 'Rice' });
    await page.goto(`/post/rice-${post.id}`);
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(2);
    await chooseAction(page, 'Rice', 'Hide');
    const dialog = page.getByRole('dialog', { name: 'Hide post' });
    await expect(
      dialog.getByText('Shown on the post, which only you and admins can see while it is hidden.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
    await expectToast(page, 'Post hidden');
    await expect(page.getByText('No quotes yet. Suppliers cannot see a hidden request.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
    await chooseAction(page, 'Rice', 'Unhide');
    await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(2);
  });

  test('only a web address in a message becomes a link', async ({ page, world }) => {
    const anna = await world.person('anna');
    const bob = await loginAs(page, world, 'bob');
    const { id } = await world.createPost(anna, { title: 'Rice' });
    const quoteId = await createQuote(bob, id);
    const content = 'Photos: https://example.com/a?b=1. Not javascript:alert(1) nor https://bank.example@evil.example/';
    await anna.client.rpc('send_message', { quote_id: quoteId, content });
    await page.goto(`/my-quotes?quote=${quoteId}&view=messages`);
    const log = page.getByRole('log');
    await expect(log).toContainText(content);
    await expect(log.getByRole('link')).toHaveCount(1);
    const link = log.getByRole('link', { name: 'https://example.com/a?b=1', exact: true });
    await expect(link).toHaveAttribute('href', 'https://example.com/a?b=1');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
    await expect(link).toHaveAttribute('target', '_blank');
    await expectAccessible(page, '[role="dialog"]');
  });

  test('the "Contact support" link opens the feedback form', async ({ page, world }) => {
    await loginAs(page, world, 'bob');
    await page.goto('/profile');
    await page.getByRole('main').getByRole('link', { name: 'Contact support' }).click();
    await expect(page).toHaveURL('/feedback');
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  });

  test('a broadcast about a post opens the post, and one about news the news item', async ({ page, world }) => {
    const adam = await world.person('adam');
    const { id } = await world.createPost(await world.person('anna'), { title: 'Rice' });
    await loginAs(page, world, 'bob');
    const send = (message: string, link_kind: string, link_id: number) =>
      adam.client.rpc('create_broadcast', { broadcast: { message, audience: 'all', link_kind, link_id } });
    expect((await send('Rice is wanted', 'post', id)).error).toBeNull();
    const [news] = await world.sql<{ id: number }>(
      `insert into public.news_items (author_id, title, status, published_at) values ($1, 'Harvest', 'published', now()) returning id::int as id`,
      [adam.id],
    );
    expect((await send('News of the harvest', 'news', news?.id ?? 0)).error).toBeNull();
    for (const [message, heading] of [
      ['Rice is wanted', 'Rice'],
      ['News of the harvest', 'Harvest'],
    ] as const) {
      await page.goto('/');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog', { name: 'Notifications' }).getByText(message).click();
      await expect(page.getByRole('main').getByRole('heading', { name: heading, exact: true }).first()).toBeVisible();
      await expect(page).toHaveURL(heading === 'Rice' ? `/post/rice-${id}` : `/news/${news?.id}`);
    }
  });
});

test.describe('a request with quotes', () => {
  test('a request with quotes tells its owner before a change or deletion what becomes of the quotes', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    const post = await world.createPost(anna, { title: 'Rice' });
    const quiet = await world.createPost(anna, { title: 'Tea' });
    for (const name of ['bob', 'carla', 'bob']) {
      await createQuote(await world.person(name), post.id);
      await world.sql(`update private.quote_waits set quoted_at = quoted_at - interval '6 days'`);
    }
    const editing = page.getByRole('dialog', { name: 'Edit Purchase Request' });

    await test.step('before a change', async () => {
      await page.goto(`/post/rice-${post.id}`);
      await page.getByRole('button', { name: /^Edit/ }).click();
      await expect(editing.getByRole('note')).toHaveText(
        '2 suppliers have quoted on this request. Their quotes stay as they are. They are told of the change and see the old beside the new.',
      );
      await expectAccessible(page, '[role="dialog"]');
    });

    await test.step('before a deletion', async () => {
      await page.keyboard.press('Escape');
      await chooseAction(page, 'Rice', 'Delete');
      const deleting = page.getByRole('dialog', { name: 'Delete post' });
      await expect(
        deleting.getByText('Are you sure you want to delete this post? This action cannot be undone.', { exact: true }),
      ).toBeVisible();
      await expect(deleting.getByRole('note')).toHaveText(
        '2 suppliers have quoted on this request. They keep their quotes and the messages, under the title of the request, but nothing more can be written there.',
      );
      await expectAccessible(page, '[role="dialog"]');
      await deleting.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page)).toContainText('Post deleted');
    });

    await test.step('nothing where nobody has quoted', async () => {
      await page.goto(`/post/tea-${quiet.id}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(editing.getByRole('textbox', { name: 'Title' })).toHaveValue('Tea');
      await expect(editing.getByRole('note')).toHaveCount(0);
    });
  });
});

test.describe('an event', () => {
  test('an event is entered and shown in the time of its venue, and exported to calendars as an instant', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'adam');
    const box = page.getByRole('region', { name: 'Event' });

    await test.step('entered in the time of its venue', async () => {
      await page.goto('/news');
      await page.getByRole('button', { name: 'Add news' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: 'Event' }).click();
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Fair');
      await dialog.getByLabel('Start').fill('2030-12-04T00:30');
      await dialog.getByLabel('End').fill('2030-12-04T06:00');
      await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
      await dialog.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: 'Published' }).click();
      await expectAccessible(page, '[role="dialog"]');
      await dialog.getByRole('button', { name: 'Add news' }).click();
      await expectToast(page, 'News item created');
      expect(
        await world.sql(
          `select event_zone, event_start at time zone 'UTC' = '2030-12-03 15:30' as is_right from public.news_items`,
        ),
      ).toEqual([{ event_zone: 'Asia/Tokyo', is_right: true }]);
    });

    await test.step('shown with the time of the reader, and for the calendar as an instant', async () => {
      await page.getByRole('link', { name: 'Fair' }).click();
      await expect(box).toContainText('Dec 4, 2030, 12:30 AM – 06:00 AM GMT+9');
      await expect(box).toContainText('Time in Tokyo');
      await expect(box).toContainText('For you: Dec 3, 2030, 03:30 PM – 09:00 PM UTC');
      const download = page.waitForEvent('download');
      await box.getByRole('button', { name: 'Add to calendar' }).click();
      const chunks: Buffer[] = [];
      for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk));
      expect(Buffer.concat(chunks).toString()).toContain('DTSTART:20301203T153000Z\r\n');
    });

    await test.step('without a time zone it has the time of the reader alone', async () => {
      await world.sql('update public.news_items set event_zone = null where title = $1', ['Fair']);
      await page.reload();
      await expect(box).toContainText('Your local time, UTC');
      await expect(box).not.toContainText('For you');
    });
  });
});

test.describe('dates and sentences', () => {
  test('dates show their year, notifications their time, and sentences end with one full stop', async ({
    page,
    world,
  }) => {
    const adam = await loginAs(page, world, 'adam');
    const bob = await world.person('bob');
    const year = new Date().getUTCFullYear();

    await test.step('dates in the admin area have their year', async () => {
      await page.goto(`/admin/users?user=${bob.id}`);
      await expect(
        page
          .getByRole('dialog')
          .getByText(new RegExp(`^\\w{3} \\d+, ${year}, \\d\\d:\\d\\d [AP]M$`))
          .first(),
      ).toBeVisible();
    });

    await test.step('a time to send at is told before it is confirmed', async () => {
      await page.goto('/admin/notifications');
      await page.getByRole('combobox', { name: 'Send' }).click();
      await page.getByRole('option', { name: 'At a time' }).click();
      await page.getByRole('textbox', { name: 'Message' }).fill('Later');
      await page.getByLabel('Time').fill(`${year + 1}-03-05T14:07`);
      await page.getByRole('button', { name: 'Schedule' }).click();
      await expect(page.getByRole('dialog').getByText(`Goes out on Mar 5, ${year + 1}, 02:07 PM UTC`)).toBeVisible();
    });
    await test.step('a reason ends with one full stop', async () => {
      const { error } = await adam.client.rpc('suspend_user', {
        user_id: bob.id,
        reason: 'Spam after two warnings.',
        days: 7,
      });
      expect(error).toBeNull();
      await loginAs(page, world, bob);
      await page.goto('/');
      await expect(page.getByRole('alert').filter({ hasText: 'suspended' })).toContainText(
        'Reason: Spam after two warnings. You can read',
      );
    });
  });
});
