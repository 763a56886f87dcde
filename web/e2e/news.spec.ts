import type { Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { imageFile } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { focusWindow } from './support/focus-window.ts';
import { loginAs } from './support/login-as.ts';
import { card } from './support/posts.ts';
import { hold, refuse } from './support/requests.ts';
import { recordedToasts, recordToasts, toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const LIST = '**/rest/v1/rpc/list_news*';
const ITEM = '**/rest/v1/news_items?*';
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const titles = (page: Page) => page.getByRole('article').getByRole('heading');

type News = {
  title: string;
  type?: 'news' | 'event';
  status?: string;
  body?: string;
  pinned?: boolean;
  inDays?: number;
  hoursAgo?: number;
  location?: string;
};

/** Puts news there, published one after the other. Gives their ids. */
async function publish(world: World, news: readonly News[]): Promise<number[]> {
  const adam = await world.person('adam');
  const ids: number[] = [];
  for (const [index, item] of news.entries()) {
    const [row] = await world.sql<{ id: number }>(
      `insert into public.news_items (author_id, title, summary, type, status, body, is_pinned, event_start, event_end, location, published_at)
       select $1::bigint, $2::text, 'About ' || $2::text, $3::text, $4::text, $5::text, $6::boolean,
         case when $3 = 'event' then now() + make_interval(days => $7::int) end,
         case when $3 = 'event' then now() + make_interval(days => $7::int, hours => 2) end, $8::text,
         now() - make_interval(hours => $9::int)
       returning id::int as id`,
      [
        adam.id,
        item.title,
        item.type ?? 'news',
        item.status ?? 'published',
        item.body ?? '',
        item.pinned ?? false,
        item.inDays ?? 0,
        item.location ?? null,
        item.hoursAgo ?? 100 - index,
      ],
    );
    if (row) ids.push(row.id);
  }
  return ids;
}

test.describe('the list of news', () => {
  test('the list of news shows news and events in tabs, pages of nine, past and upcoming [A16,A29,A577]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'anna');
    await page.goto('/news');
    await expect(page.getByRole('heading', { level: 1, name: 'News / Events' })).toBeVisible();
    await expect(page.getByText('No news yet')).toBeVisible();
    await expectAccessible(page);

    await publish(world, [
      { title: 'Pinned long ago', pinned: true, hoursAgo: 500 },
      ...Array.from({ length: 8 }, (_, index) => ({ title: `Item ${index + 1}` })),
      { title: 'Next week', type: 'event', inDays: 7, location: 'Hai Phong' },
      { title: 'Tomorrow', type: 'event', inDays: 1 },
      { title: 'Last month', type: 'event', inDays: -30 },
      { title: 'Last week', type: 'event', inDays: -7 },
      { title: 'Unfinished', status: 'draft' },
      { title: 'Put away', status: 'archived' },
    ]);
    await page.reload();
    await expect(titles(page)).toHaveCount(9);
    await expect(titles(page).first()).toHaveText('Pinned long ago');
    await expect(titles(page).nth(1)).toHaveText('Last week');
    await expect(page.getByText('Unfinished')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add news' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect(titles(page)).toHaveText(['Item 4', 'Item 3', 'Item 2', 'Item 1']);
    await expect(page).toHaveURL('/news?page=2');

    await page.getByRole('tab', { name: 'Events' }).click();
    await expect(titles(page)).toHaveText(['Tomorrow', 'Next week']);
    await expect(card(page, 'Next week').getByText('Hai Phong')).toBeVisible();
    await page.getByText('Past', { exact: true }).click();
    await expect(titles(page)).toHaveText(['Last week', 'Last month']);
    await page.reload();
    await expect(titles(page)).toHaveText(['Last week', 'Last month']);
    await page.getByRole('tab', { name: 'News' }).click();
    await expect(titles(page).first()).toHaveText('Pinned long ago');
    await expect(page).toHaveURL('/news?tab=news');
    await expectAccessible(page);
    for (const size of Object.values(VIEWPORTS)) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
    }
  });

  test('the news list is searched from the header, says why loading failed, and is not refetched on focus [A80,A231,A404,A577]', async ({
    page,
    world,
  }) => {
    await publish(world, [
      { title: 'Hội chợ gỗ' },
      { title: 'Packaging', body: 'Ask for the cà phê filter.' },
      { title: 'Freight' },
    ]);

    await test.step('searched from the header, without accents, apart from the posts', async () => {
      await page.goto('/auth');
      await search(page).fill('steel tubes');
      await page.getByRole('link', { name: 'News / Events' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'News / Events' })).toBeVisible();
      await expect(search(page)).toHaveValue('');
      await search(page).fill('hoi cho');
      await search(page).press('Enter');
      await expect(titles(page)).toHaveText(['Hội chợ gỗ']);
      await search(page).fill('CA PHE');
      await page.getByRole('button', { name: 'Submit search' }).click();
      await expect(titles(page)).toHaveText(['Packaging']);
      await expect(page).toHaveURL('/news?q=CA+PHE');
      await search(page).fill('nothing "here"');
      await search(page).press('Enter');
      await expect(page.getByText('No news matches "nothing "here""')).toBeVisible();
      await page.getByRole('main').getByRole('button', { name: 'Clear search' }).click();
      await expect(titles(page)).toHaveCount(3);
      await expect(search(page)).toHaveValue('');
      await search(page).fill('freight');
      await search(page).press('Enter');
      await expect(titles(page)).toHaveText(['Freight']);
      await page.getByRole('button', { name: 'Clear search' }).first().click();
      await expect(titles(page)).toHaveCount(3);
      await expect(search(page)).toHaveValue('');
      await page.getByRole('link', { name: 'Login', exact: true }).click();
      await expect(search(page)).toHaveValue('steel tubes');
    });

    await test.step('says that it loads, and why it cannot', async () => {
      const release = await hold(page, LIST);
      await page.goto('/news');
      await expect(page.getByRole('status', { name: 'Loading news' })).toBeVisible();
      release();
      await expect(titles(page)).toHaveText(['Freight', 'Packaging', 'Hội chợ gỗ']);
      await refuse(page, LIST, 'The database is away', 503);
      await page.reload();
      await expect(page.getByRole('alert')).toContainText('Failed to load news');
      await expect(page.getByRole('alert')).toContainText('The database is away');
      await page.unroute(LIST);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(titles(page)).toHaveText(['Freight', 'Packaging', 'Hội chợ gỗ']);
    });

    await test.step('not read again when the window gets the focus, however old it is', async () => {
      await page.clock.install();
      await page.goto('/news');
      await expect(titles(page)).toHaveCount(3);
      const requests: string[] = [];
      page.on(
        'request',
        (request) =>
          request.method() === 'GET' && request.url().includes('/rpc/list_news') && requests.push(request.url()),
      );
      await page.clock.fastForward('06:00');
      await focusWindow(page);
      await search(page).fill('freight');
      await search(page).press('Enter');
      await expect(titles(page)).toHaveText(['Freight']);
      expect(requests).toHaveLength(1);
    });
  });
});

test.describe('a news item', () => {
  test('a news item shows text, event, calendar file and neighbours, or that it is missing or failed to load [A16,A30,A31,A577]', async ({
    page,
    world,
  }) => {
    const [draft, before, id] = await publish(world, [
      { title: 'Unfinished', status: 'draft' },
      { title: 'Before' },
      {
        title: 'Fair; hall 2',
        type: 'event',
        inDays: 7,
        location: 'Hai Phong',
        body: '## Programme\n\n<script>window.evil = 1</script>\n\n[bad](javascript:alert(1)) [good](https://example.com/)',
      },
      { title: 'After', type: 'event', inDays: -7 },
    ]);

    await test.step('text, event, calendar file and neighbours', async () => {
      await page.goto(`/news/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Fair; hall 2' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Programme' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'good' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
      await expect(page.getByRole('link', { name: 'bad' })).toHaveCount(0);
      expect(await page.evaluate(() => 'evil' in window)).toBe(false);
      await expect(search(page)).toHaveCount(0);
      await expectAccessible(page);

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Add to calendar' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`event-${id}.ics`);
      const chunks: Buffer[] = [];
      for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
      const ics = Buffer.concat(chunks).toString();
      expect(ics).toContain('SUMMARY:Fair\\; hall 2\r\n');
      expect(ics).toMatch(/DTSTART:\d{8}T\d{6}Z\r\n/);

      await page.getByRole('button', { name: 'Share' }).click();
      await expect(page.getByRole('dialog', { name: 'Share this event' }).getByLabel('Link')).toHaveValue(
        new RegExp(`/news/${id}$`),
      );
      await page.keyboard.press('Escape');
      const more = page.getByRole('navigation', { name: 'More news' });
      await more.getByRole('link', { name: /Next After/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'After' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Event' })).toContainText('When · Past');
      await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0);
      await expect(more.getByRole('link')).toHaveCount(1);
      await more.getByRole('link').click();
      await more.getByRole('link', { name: /Previous Before/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Before' })).toBeVisible();
      await page.getByRole('link', { name: 'Back to News / Events' }).click();
      await expect(page).toHaveURL('/news');
    });

    await test.step('not found by unknown, unpublished and impossible ids, and failing to load', async () => {
      for (const id of ['999999', 'abc', '0', '-1', '1.5', '99999999999999999999', `${draft}`]) {
        await page.goto(`/news/${id}`);
        await expect(page.getByRole('heading', { name: 'News item not found' }), id).toBeVisible();
      }
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Back to News / Events' }).click();
      await expect(page).toHaveURL('/news');
      await refuse(page, ITEM, 'The database is away', 500);
      await page.goto(`/news/${before}`);
      await expect(
        page.getByRole('alert').getByRole('heading', { level: 1, name: 'Failed to load news' }),
      ).toBeVisible();
      await page.unroute(ITEM);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Before' })).toBeVisible();
    });
  });
});

test.describe('writing news', () => {
  test('an admin writes, edits, archives and deletes; a draft is kept, and so is what could not be stored [A526]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'adam');
    await page.goto('/news');
    const dialog = page.getByRole('dialog');

    await test.step('is told what is missing, and a draft is kept', async () => {
      await page.getByRole('button', { name: 'Add news' }).click();
      await dialog.getByRole('button', { name: 'Add news' }).click();
      await expect(dialog.getByText('Title is required')).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Sourcing day');
      await dialog.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: 'Event' }).click();
      await expectAccessible(page, '[role="dialog"]');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: 'Add news' }).click();
      await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Sourcing day');
      await dialog.getByRole('button', { name: 'Add news' }).click();
      await expect(dialog.getByText('Start is required')).toBeVisible();
      await dialog.getByLabel('Start').fill('2099-12-03T09:00');
      await dialog.getByLabel('End', { exact: true }).fill('2099-12-02T09:00');
      await dialog.getByRole('textbox', { name: 'Link' }).fill('http://example.com');
      await dialog.getByRole('button', { name: 'Add news' }).click();
      await expect(dialog.getByText('The end must not be before the start')).toBeVisible();
      await expect(dialog.getByText('The link must begin with https://')).toBeVisible();
      await dialog.getByLabel('End', { exact: true }).fill('2099-12-03T17:00');
      await dialog.getByRole('textbox', { name: 'Link' }).fill('https://example.com/fair');
      await dialog.getByRole('textbox', { name: 'Location' }).fill('Hai Phong');
      await dialog.getByRole('textbox', { name: 'Text' }).fill('**Bold**');
      await dialog.getByRole('button', { name: 'Preview text' }).click();
      await expect(dialog.getByRole('region', { name: 'Preview of the text' }).locator('strong')).toHaveText('Bold');
    });

    await test.step('writes an event with an image', async () => {
      await recordToasts(page);
      await dialog.locator('input[type=file]').setInputFiles(await imageFile('hall.png'));
      await expect(dialog.getByAltText('Uploaded image 1 of 1')).toBeVisible();
      await dialog.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: 'Published' }).click();
      await dialog.getByRole('button', { name: 'Add news' }).click();
      await expect(toast(page)).toContainText('News item created');
      expect(await recordedToasts(page)).toEqual([expect.stringContaining('News item created')]);
      await expect(card(page, 'Sourcing day').locator('img')).toBeVisible();
      expect(
        await world.sql(
          'select type, status, location, cardinality(images) as images, published_at is not null as is_out from public.news_items',
        ),
      ).toEqual([{ type: 'event', status: 'published', location: 'Hai Phong', images: 1, is_out: true }]);
    });

    await test.step('edits it', async () => {
      await page.getByRole('link', { name: 'Sourcing day' }).click();
      await page.getByRole('button', { name: 'Open image 1 of 1' }).click();
      await expect(page.getByRole('dialog', { name: 'Images of Sourcing day' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      const menu = page.getByRole('button', { name: 'More actions for Sourcing day' });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(dialog.getByLabel('Start')).toHaveValue('2099-12-03T09:00');
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Sourcing day 2099');
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Sourcing day 2099' })).toBeVisible();
      await expect(toast(page)).toContainText('News item updated');
    });

    await test.step('archives and deletes it', async () => {
      await page.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Archive' }).click();
      await expect(toast(page)).toContainText('News item archived');
      await expect(page.getByText('Archived', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(
        page.getByText('Are you sure you want to delete this news item? This action cannot be undone.'),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect(page).toHaveURL('/news');
      await expect(page.getByText('No news yet')).toBeVisible();
      expect(await world.sql(`select 1 from storage.objects where bucket_id = 'news-images'`)).toHaveLength(0);
      expect(
        (
          await world.sql<{ action: string }>(
            `select action from public.audit_log where action <> 'sign_in' order by id`,
          )
        ).map(({ action }) => action),
      ).toEqual(['create_news', 'update_news', 'update_news', 'delete_news']);
    });

    await test.step('what was typed stays when it cannot be stored', async () => {
      await page.getByRole('button', { name: 'Add news' }).click();
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Freight');
      await refuse(page, ITEM.replace('?', '*'), 'The database is away', 400);
      await dialog.getByRole('button', { name: 'Add news' }).click();
      await expect(toast(page)).toContainText('Error creating news item');
      await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Freight');
    });
  });
});
