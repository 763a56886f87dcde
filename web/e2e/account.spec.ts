import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { askToHighlight, recordedHighlights, recordHighlights } from './support/highlighted.ts';
import { loginAs } from './support/login-as.ts';
import { card, fillFeed } from './support/posts.ts';
import { createQuote } from './support/quotes.ts';
import { refuse } from './support/requests.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const tab = (page: Page, name: RegExp | string): Locator => page.getByRole('tab', { name });
const rows = (page: Page): Locator => page.locator('tr[data-quote]');
const row = (page: Page, title: string): Locator => rows(page).filter({ hasText: title });

test.describe('/account', () => {
  test('the account page keeps its tab in the address, creates the first post, and says why loading failed [A46]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'anna');

    await test.step('creates the first post from the empty list', async () => {
      await page.goto('/account');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My posts / Quotes');
      await expect(tab(page, 'Posts (0)')).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByText('You have not posted any purchase requests yet')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create a Post' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create Purchase Request' });
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

    await test.step('the address remembers the tab', async () => {
      await tab(page, 'Quotes (0)').click();
      await expect(page).toHaveURL('/account?tab=quotes');
      await expect(page.getByText('You have not sent any quotes yet')).toBeVisible();
      await page.reload();
      await expect(tab(page, /^Quotes/)).toHaveAttribute('aria-selected', 'true');
      await page.getByRole('link', { name: 'Browse requests' }).click();
      await expect(page).toHaveURL('/');
    });

    for (const key of ['highlightedPostId', 'highlightedQuoteId']) {
      await test.step(`drops ${key} when there is nothing of that id`, async () => {
        await askToHighlight(page, { [key]: '999999' });
        await page.goto('/account');
        await expect(page.locator('[data-toast]')).toContainText('This item is no longer available');
        expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
      });
    }

    await test.step('says why quotes could not be loaded, and tries again', async () => {
      await refuse(page, '**/rest/v1/quotes?*', 'Out of order', 500);
      await page.goto('/account?tab=quotes');
      await expect(page.getByRole('alert')).toContainText('Failed to load quotes');
      await expect(page.getByRole('alert')).toContainText('Out of order');
      await page.unroute('**/rest/v1/quotes?*');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('You have not sent any quotes yet')).toBeVisible();
    });
  });

  test('the account page lists own posts, hidden ones too, newest first, and narrows them', async ({ page, world }) => {
    const anna = await loginAs(page, world, 'anna');
    await world.createPost(await world.person('bob'), { title: 'Not mine' });
    const first = await world.createPost(anna, { title: 'Thép tấm' });
    await world.createPost(anna, { title: 'Rice' });
    await anna.client.rpc('hide_post', { post_id: first.id });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/rest/v1/posts?*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/account');
    const placeOfTools = () => page.getByRole('textbox', { name: 'Search in titles' }).boundingBox();
    await expect.poll(placeOfTools, 'the tools are drawn before the posts').not.toBeNull();
    await expect(page.getByRole('article')).toHaveCount(0);
    const before = await placeOfTools();
    release();
    await expect(page.getByRole('article')).toHaveCount(2);
    expect(await placeOfTools()).toEqual(before);
    const titles = page.getByRole('article').getByRole('heading');
    await expect(titles).toHaveText(['Rice', 'Thép tấm']);
    await expect(card(page, 'Thép tấm')).toContainText('This post is hidden');

    await page.getByText('Hidden', { exact: true }).click();
    await expect(titles).toHaveText(['Thép tấm']);
    await page.getByText('Visible', { exact: true }).click();
    await expect(titles).toHaveText(['Rice']);
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Search in titles' }).fill('thep');
    await expect(titles).toHaveText(['Thép tấm']);
    await page.getByRole('textbox', { name: 'Search in titles' }).fill('nothing like that');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(titles).toHaveText(['Rice', 'Thép tấm']);

    await card(page, 'Rice').getByRole('button', { name: 'Hide content' }).click();
    await expect(card(page, 'Rice').getByText('Cashew', { exact: false })).toHaveCount(0);
    await card(page, 'Rice').getByRole('button', { name: 'Show content' }).click();
  });

  test('the account page shows own posts as a table with states and numbers when chosen, and remembers it', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    const bob = await world.person('bob');
    const rice = await world.createPost(anna, { title: 'Rice' });
    const tubes = await world.createPost(anna, { title: 'Tubes' });
    const pumps = await world.createPost(anna, { title: 'Pumps' });
    await anna.client.rpc('hide_post', { post_id: tubes.id });
    await (await world.person('adam')).client.rpc('hide_post', { post_id: pumps.id, reason: 'Twice' });
    const quote = await createQuote(bob, rice.id);
    expect((await bob.client.rpc('send_message', { quote_id: quote, content: 'One' })).error).toBeNull();
    const table = page.getByRole('table', { name: 'My posts' });
    const names = table.locator('tbody').getByRole('link');
    const line = (title: string) => table.getByRole('row').filter({ hasText: title });

    await page.goto('/account');
    await page.getByText('Table', { exact: true }).click();
    await expect(names).toHaveText(['Pumps', 'Tubes', 'Rice']);
    await expect(line('Pumps')).toContainText('Hidden by Admin');
    await expect(line('Tubes')).toContainText('Hidden');
    await expect(line('Rice')).toContainText('Visible');
    await expect(line('Rice').locator('[data-unread]')).toHaveAttribute('data-unread', '1');
    await table.getByRole('button', { name: 'Quotes' }).click();
    await expect(names).toHaveText(['Rice', 'Pumps', 'Tubes']);
    await expectAccessible(page);

    await test.step('kept, narrowed like the cards, on every screen', async () => {
      await page.reload();
      await page.getByText('Hidden', { exact: true }).first().click();
      await expect(names).toHaveText(['Pumps', 'Tubes']);
      for (const viewport of [VIEWPORTS.phone, VIEWPORTS.tablet, VIEWPORTS.desktop]) {
        await page.setViewportSize(viewport);
        await expectNoSidewaysScroll(page);
      }
    });

    await test.step('changes a post', async () => {
      await line('Tubes').getByRole('button', { name: 'More actions for Tubes' }).click();
      await page.getByRole('menuitem', { name: 'Unhide' }).click();
      await expect(names).toHaveText(['Pumps']);
      await page.getByText('All', { exact: true }).click();
      await line('Rice').getByRole('button', { name: 'Edit Rice' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Jasmine rice');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Save|Update)/ })
        .click();
      await expect(names).toHaveText(['Pumps', 'Tubes', 'Jasmine rice']);
    });

    await test.step('shows whole, with its quotes, what a notification leads to', async () => {
      await askToHighlight(page, { highlightedPostId: String(rice.id) });
      await page.goto('/account');
      await expect(page.getByRole('article', { name: 'Quote from bob' })).toBeVisible();
      await page.goto('/account');
      await expect(names).toHaveCount(3);
    });
  });

  test('the account page has four tiles, each with a number and a link to exactly what it counts', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    const bob = await world.person('bob');
    const [rice, tubes, pumps] = [
      await world.createPost(anna, { title: 'Rice' }),
      await world.createPost(anna, { title: 'Tubes' }),
      await world.createPost(anna, { title: 'Pumps' }),
    ];
    const quote = await createQuote(bob, rice.id);
    await createQuote(bob, tubes.id);
    await createQuote(bob, pumps.id);
    await createQuote(await world.person('carl'), rice.id);
    await world.sql(`update public.posts set closed_at = now(), closed_reason = 'no_need' where id = $1`, [tubes.id]);
    await world.sql(`update public.posts set quote_deadline = now() + interval '2 days' where id = $1`, [pumps.id]);
    for (const post of [rice, pumps])
      expect((await bob.client.rpc('ask_question', { post_id: post.id, question: 'Which port?' })).error).toBeNull();
    expect((await bob.client.rpc('send_message', { quote_id: quote, content: 'Hello' })).error).toBeNull();
    const tile = (name: string): Locator =>
      page.getByRole('navigation', { name: 'What waits for you' }).getByRole('link', { name, exact: true });
    const titles = page.getByRole('article').getByRole('heading', { level: 3 });

    await page.goto('/account');
    await tile('3 Quotes to decide on').click();
    await expect(rows(page)).toHaveCount(3);
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Undecided');
    await expectAccessible(page);

    await tile('2 Questions to answer').click();
    await expect(page.locator('[data-post]')).toHaveCount(2);
    await expect(page.getByRole('radio', { name: 'Questions to answer' })).toBeChecked();
    await expect(titles.filter({ hasText: 'Tubes' })).toHaveCount(0);
    await page.getByText('Table', { exact: true }).click();
    await expect(page.getByRole('link', { name: 'Rice' })).toHaveAttribute('href', /\/post\/rice-\d+#questions$/);
    await page.getByText('All', { exact: true }).click();
    await expect(page.getByRole('link', { name: 'Rice' })).toHaveAttribute('href', /\/post\/rice-\d+$/);
    await page.getByText('Cards', { exact: true }).click();

    await tile('1 Closing this week').click();
    await expect(page.locator('[data-post]')).toHaveCount(1);
    await expect(card(page, 'Pumps')).toBeVisible();
    await page.getByText('All', { exact: true }).click();
    await expect(page).toHaveURL('/account');
    await expect(page.locator('[data-post]')).toHaveCount(3);

    await tile('1 Unread messages').click();
    await expect(tab(page, 'Inbox')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')).toHaveCount(1);
    for (const viewport of [VIEWPORTS.phone, VIEWPORTS.tablet, VIEWPORTS.desktop]) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
  });

  test('the inbox lists all conversations, newest first, marks unread ones, finds them, and opens each', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    const bob = await world.person('bob');
    const carl = await world.person('carl');
    const sent = await createQuote(anna, (await world.createPost(carl, { title: 'Forklift' })).id);
    const received = await createQuote(bob, (await world.createPost(anna, { title: 'Gạo thơm' })).id);
    const write = async (person: typeof bob, quote_id: number, content: string) =>
      expect((await person.client.rpc('send_message', { quote_id, content })).error).toBeNull();
    await write(bob, received, 'When do you need it?');
    await write(anna, sent, 'Is it still for sale?');
    const conversations = page.getByRole('list', { name: 'Inbox' }).getByRole('listitem');

    await page.goto('/account');
    await tab(page, 'Inbox').click();
    await expect(page).toHaveURL('/account?tab=inbox');
    await expect(conversations).toHaveText([
      /carl.*Forklift.*You: Is it still for sale\?/,
      /bob.*Gạo thơm.*When do you/,
    ]);
    await expect(conversations.nth(0).locator('[data-unread="1"]')).toHaveCount(0);
    await expect(conversations.nth(1).locator('[data-unread="1"]')).toBeVisible();
    await expectAccessible(page);

    await test.step('finds words of the request and the name of the other party', async () => {
      const search = page.getByRole('textbox', { name: 'Search conversations' });
      for (const [words, count] of [
        ['gao', 1],
        ['CARL', 1],
        ['nobody', 0],
        ['', 2],
      ] as const) {
        await search.fill(words);
        await expect(conversations).toHaveCount(count);
      }
    });

    await test.step('opens a conversation, which is read then', async () => {
      await conversations.nth(1).getByRole('button').click();
      const drawer = page.getByRole('dialog', { name: 'Quote' });
      await expect(drawer.getByText('When do you need it?')).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(conversations.nth(1).locator('[data-unread="1"]')).toHaveCount(0);
      await expect(page.getByRole('link', { name: '0 Unread messages', exact: true })).toBeVisible();
    });

    await test.step('shows a message that just arrived on top, on every screen', async () => {
      await write(bob, received, 'Still there?');
      await page.reload();
      await expect(conversations.nth(0)).toContainText('Still there?');
      for (const viewport of [VIEWPORTS.phone, VIEWPORTS.tablet, VIEWPORTS.desktop]) {
        await page.setViewportSize(viewport);
        await expectNoSidewaysScroll(page);
        if (viewport !== VIEWPORTS.phone) continue;
        const rightOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right);
        const [line, time] = [conversations.nth(0).getByText('Still there?'), conversations.nth(0).locator('time')];
        expect(await rightOf(line)).toBeGreaterThanOrEqual(await rightOf(time));
      }
    });
  });

  test('a pending quote says what ended its request, to both parties', async ({ page, world }) => {
    const anna = await world.person('anna');
    const bob = await world.person('bob');
    const ends = {
      Open: null,
      Late: `quote_deadline = now() - interval '1 day'`,
      Closed: `closed_at = now(), closed_reason = 'no_need'`,
      Hidden: `is_hidden = true, hidden_at = now(), hidden_by = user_id, hidden_reason = 'x'`,
    };
    for (const [title, change] of Object.entries(ends)) {
      const { id } = await world.createPost(anna, { title });
      await createQuote(bob, id);
      if (change) await world.sql(`update public.posts set ${change} where id = ${id}`);
    }
    for (const [person, side] of [
      [bob, 'sent'],
      [anna, 'received'],
    ] as const) {
      await loginAs(page, world, person);
      await page.goto(`/my-quotes?side=${side}`);
      for (const [title, label] of [
        ['Open', 'Pending'],
        ['Late', 'Deadline passed'],
        ['Closed', 'Request closed'],
        ['Hidden', 'Request hidden'],
      ] as const) {
        await expect(row(page, title).getByText(label, { exact: true })).toBeVisible();
        await expect(row(page, title).getByText('Pending', { exact: true })).toHaveCount(title === 'Open' ? 1 : 0);
      }
    }
  });

  test('the account page opens the quotes of a post, lists those sent and received, and shows each whole', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    const bob = await world.person('bob', { companyName: 'Bob Steel Co' });
    const mine = await world.createPost(anna, { title: 'Rice' });
    await world.createPost(anna, { title: 'Tubes' });
    const ofBob = await world.createPost(bob, { title: 'Forklift' });
    await createQuote(bob, mine.id);
    await createQuote(anna, ofBob.id, { payment_method: 'Letter of credit' });

    await test.step('the quotes that a post received', async () => {
      await page.goto('/account');
      await card(page, 'Rice').getByRole('button', { name: 'Quotes received (1)' }).click();
      const quote = page.getByRole('article', { name: 'Quote from bob' });
      for (const text of ['Bob Steel Co', '>90% match', '2.40 USD', '500 kg', '20 days'])
        await expect(quote).toContainText(text);
      await expectAccessible(page);
      await card(page, 'Tubes').getByRole('button', { name: 'Quotes received (0)' }).click();
      await expect(card(page, 'Tubes')).toContainText('No quotes yet. Share your request to reach more suppliers.');
      for (const viewport of [VIEWPORTS.phone, VIEWPORTS.tablet, VIEWPORTS.desktop]) {
        await page.setViewportSize(viewport);
        await expectNoSidewaysScroll(page);
      }
    });

    await test.step('quotes sent and received', async () => {
      await tab(page, 'Quotes (2)').click();
      await expect(row(page, 'Forklift')).toContainText('by bob');
      await row(page, 'Forklift').getByRole('button', { name: 'View quote on Forklift' }).click();
      const drawer = page.getByRole('dialog', { name: 'Quote' });
      await expect(drawer).toContainText('Letter of credit');
      await expectAccessible(page);
      await drawer.getByRole('button', { name: 'Close' }).click();
      await expect(drawer).toBeHidden();
      await page.getByText('Received (1)', { exact: true }).click();
      await expect(rows(page)).toHaveCount(1);
      await expect(row(page, 'Rice')).toContainText('bob');
    });
  });

  test('the account page lists, filters, sorts and exports received quotes, and counts unread messages once', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    const bob = await world.person('bob');
    const carl = await world.person('carl');
    const rice = await world.createPost(anna, { title: 'Rice' });
    const tubes = await world.createPost(anna, { title: 'Tubes' });
    const cheap = await createQuote(bob, rice.id, { price_text: '2', product_match: 'medium' });
    await createQuote(carl, tubes.id, { price_text: '7' });
    for (const content of ['One', 'Two']) {
      expect((await bob.client.rpc('send_message', { quote_id: cheap, content })).error).toBeNull();
    }
    const titles = rows(page)
      .getByRole('link')
      .filter({ hasNotText: /^(bob|carl)$/ });

    for (const address of ['/account?tab=quotes', '/my-quotes']) {
      await test.step(`received, where none was sent: ${address}`, async () => {
        await page.goto(address);
        await expect(titles).toHaveText(['Tubes', 'Rice']);
        await expect(page.getByRole('radio', { name: /^Received \(2\)/ })).toBeChecked();
        const price = page.getByRole('columnheader', { name: 'Price' });
        await page.getByRole('button', { name: 'Price' }).click();
        await expect(price).toHaveAttribute('aria-sort', 'descending');
        await page.getByRole('button', { name: 'Price' }).click();
        await expect(titles).toHaveText(['Rice', 'Tubes']);
        await page.getByRole('textbox', { name: 'Search', exact: true }).last().fill('CARL');
        await expect(titles).toHaveText(['Tubes']);
        await page.getByRole('textbox', { name: 'Search', exact: true }).last().fill('');
        await page.getByRole('combobox', { name: 'Match' }).click();
        await page.getByRole('option', { name: '70-90% match' }).click();
        await expect(titles).toHaveText(['Rice']);
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export CSV' }).click();
        const file = await download;
        expect(file.suggestedFilename()).toBe('received-quotes.csv');
        expect(await readFile(await file.path(), 'utf8')).toContain('"Rice","bob"');
        await page.getByText('Sent (0)', { exact: true }).click();
        await expect(page.getByText('You have not sent any quotes yet')).toBeVisible();
      });
    }

    await test.step('a page behind the last one is the last one', async () => {
      await page.goto('/my-quotes?side=received&page=9');
      await expect(titles).toHaveText(['Tubes', 'Rice']);
    });

    await test.step('the tab of the inbox counts all unread messages, also those on a deleted post', async () => {
      await page.goto('/account?tab=quotes');
      const numbers = page.getByRole('tablist').locator('[data-unread]');
      await expect(tab(page, /^Inbox/).locator('[data-unread]')).toHaveAttribute('data-unread', '2');
      await expect(numbers).toHaveCount(1);
      await world.sql(`delete from public.posts where title = 'Rice'`);
      await page.reload();
      await expect(tab(page, /^Inbox/).locator('[data-unread]')).toHaveAttribute('data-unread', '2');
      await expect(numbers).toHaveCount(1);
      await expectAccessible(page);
    });
  });

  test('the account page highlights the target of a notification for 3 s, once, and says so', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    const ids = await fillFeed(world, anna, 25);
    const oldest = ids[0] ?? 0;
    await recordHighlights(page);
    await page.clock.install();
    await askToHighlight(page, { highlightedPostId: String(oldest), accountActiveTab: 'posts' });
    await page.goto('/account?tab=quotes');
    const post = page.locator(`[data-post="${oldest}"]`);
    await expect.poll(() => recordedHighlights(page)).toEqual([`post ${oldest}`]);
    await expect(post).toBeInViewport();
    await expect(page.getByText('Showing your post Request 1', { exact: true })).toBeAttached();
    expect(await page.evaluate(() => localStorage.getItem('highlightedPostId'))).toBeNull();
    await page.clock.fastForward(3_000);
    await expect(post).not.toHaveAttribute('data-highlighted');
    await page.reload();
    await expect(page.locator('[data-post]').first()).toBeVisible();
    expect(await recordedHighlights(page)).toEqual([]);
  });

  test('the account page finds a quote on a later page', async ({ page, world }) => {
    const bob = await loginAs(page, world, 'bob');
    const posts = await fillFeed(world, await world.person('anna'), 21);
    const quotes: number[] = [];
    for (const id of posts) quotes.push(await createQuote(bob, id));
    await recordHighlights(page);
    await askToHighlight(page, { highlightedQuoteId: String(quotes[0]) });
    await page.goto('/account');
    await expect(tab(page, 'Quotes (21)')).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => recordedHighlights(page)).toEqual([`quote ${quotes[0]}`]);
    await expect(page).toHaveURL(/page=2/);
  });
});

test.describe('/my-quotes', () => {
  test.beforeEach(async ({ page, world }) => {
    const anna = await world.person('anna');
    const bob = await loginAs(page, world, await world.person('bob', { organization: 'Bob Steel', taxCode: 'VN-1' }));
    const rice = await world.createPost(anna, { title: 'Rice, 100% broken' });
    const tubes = await world.createPost(anna, { title: 'Steel tubes' });
    const forklift = await world.createPost(await world.person('carl'), { title: 'Forklift' });
    const old = await createQuote(bob, rice.id, { price_text: '=1+1', product_match: 'medium' });
    await createQuote(bob, tubes.id, { price_text: '9' });
    await createQuote(bob, forklift.id, {
      price_text: '7',
      product_match: 'different',
      description: 'Electric',
      account_type: 'organization',
      organization_name: 'Bob Steel',
      tax_code: 'VN-1',
    });
    await world.age('quotes', old, 40);
  });

  test('the page /my-quotes lists the quotes that were sent, with all their fields, sorted, on every screen [A47,A580]', async ({
    page,
    world,
  }) => {
    await page.goto('/my-quotes');

    await test.step('with all their fields', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My quotes');
      await expect(rows(page)).toHaveCount(3);
      await expect(row(page, 'Forklift')).toContainText('by carl');
      await expect(row(page, 'Forklift')).toContainText('Different');
      await expect(row(page, 'Forklift')).toContainText(/organization/i);
      await row(page, 'Forklift').getByText('20 days').click();
      const drawer = page.getByRole('dialog', { name: 'Quote' });
      for (const text of [
        'Electric',
        '7 USD',
        '500 kg',
        'T/T',
        'FOB',
        '20 days',
        'Hai Phong',
        'Hamburg',
        'Bob Steel',
        'VN-1',
      ]) {
        await expect(drawer).toContainText(text);
      }
      await page.goBack();
      await expect(drawer).toBeHidden();
      await expectAccessible(page);
    });

    await test.step('sorted by time and price', async () => {
      const titles = rows(page)
        .getByRole('link')
        .filter({ hasNotText: /^(anna|carl)$/ });
      await expect(titles).toHaveText(['Forklift', 'Steel tubes', 'Rice, 100% broken']);
      await page.getByRole('button', { name: 'Price' }).click();
      await expect(titles).toHaveText(['Steel tubes', 'Forklift', 'Rice, 100% broken']);
      await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending');
      await page.getByRole('button', { name: 'Sent' }).click();
      await page.getByRole('button', { name: 'Sent' }).click();
      await expect(titles).toHaveText(['Rice, 100% broken', 'Steel tubes', 'Forklift']);
    });

    await test.step('fits every screen; on a tablet, cards have everything in sight', async () => {
      for (const viewport of [VIEWPORTS.desktop, VIEWPORTS.phone, VIEWPORTS.tablet]) {
        await page.setViewportSize(viewport);
        await expectNoSidewaysScroll(page);
      }
      // Cards stand by themselves, in no frame of a table.
      await expect(page.getByRole('table').locator('..')).toHaveCSS('border-top-width', '0px');
      await page.goto('/my-quotes');
      await expect(row(page, 'Forklift').getByRole('button', { name: 'View quote on Forklift' })).toBeInViewport({
        ratio: 1,
      });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.setViewportSize(VIEWPORTS.desktop);
    });

    await test.step('keeps the title of a deleted request', async () => {
      await world.sql(`delete from public.posts where title = 'Steel tubes'`);
      await page.goto('/my-quotes');
      await expect(row(page, 'Steel tubes')).toContainText('Request deleted');
      await expect(row(page, 'Steel tubes').getByRole('link', { name: 'Steel tubes' })).toHaveCount(0);
    });

    await test.step('in rows of two lines that end within the frame, however long the words are, in both languages', async () => {
      await world.sql(
        `update public.quotes set post_title = repeat('Corrosion-resistant ', 9), price_text = '123,456,789.12345678', currency = 'VND',
           quantity_text = '100,000 wholesalers', delivery_time = '25 working days ok' where post_title = 'Forklift'`,
      );
      await world.sql(`update public.quotes set status = 'shortlisted' where post_title = 'Steel tubes'`);
      for (const [address, name] of [
        ['/my-quotes', 'Quotes'],
        ['/account?tab=quotes', 'Quotes'],
        ['/my-quotes?lang=vi', 'Báo giá'],
        ['/account?tab=quotes', 'Báo giá'],
      ] as const) {
        await page.goto(address);
        const table = page.getByRole('table', { name });
        await expect(rows(page)).toHaveCount(3);
        // Words stand in another font until that of the page has come.
        const measured = () =>
          table.evaluate((element) => ({
            hidden: (element.parentElement?.scrollWidth ?? 0) - (element.parentElement?.clientWidth ?? 0),
            tall: [...element.querySelectorAll('tbody tr')].map((each) => each.clientHeight).filter((px) => px > 72),
            cut: [...element.querySelectorAll('tbody td')]
              .filter((cell) => cell.scrollWidth > cell.clientWidth)
              .map((cell) => cell.textContent)
              .filter((text) => text !== ''),
          }));
        await expect.poll(measured, address).toEqual({ hidden: 0, tall: [], cut: [] });
      }
    });
  });

  test('the quotes on /my-quotes can be filtered and exported, and open for the parties only [A580]', async ({
    page,
    world,
  }) => {
    await test.step('narrowed', async () => {
      await page.goto('/my-quotes?accountType=organization');
      await expect(rows(page)).toHaveCount(1);
      await expect(row(page, 'Forklift')).toBeVisible();

      await page.goto('/my-quotes');
      await expect(rows(page)).toHaveCount(3);
      const [newer] = await world.sql<{ day: string }>(
        `select to_char(min(created_at) at time zone 'utc', 'YYYY-MM-DD') as day from public.quotes where created_at > now() - interval '1 day'`,
      );
      await page.getByLabel('Sent from').fill(newer?.day ?? '');
      await expect(rows(page)).toHaveCount(2);
      await page.getByLabel('Sent from').fill('');
      await expect(rows(page)).toHaveCount(3);

      const search = page.getByRole('textbox', { name: 'Search', exact: true }).last();
      for (const [text, count] of [
        ['carl', 1],
        ['tubes', 1],
        ['ANNA', 2],
        ['100%', 1],
        ['_', 0],
      ] as const) {
        await search.fill(text);
        await expect(rows(page)).toHaveCount(count);
      }
      await expect(page.getByText('No quotes match these filters')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(rows(page)).toHaveCount(3);
      await expect(page).toHaveURL('/my-quotes');

      await page.getByRole('combobox', { name: 'Match' }).click();
      await page.getByRole('option', { name: '70-90% match' }).click();
      await expect(rows(page)).toHaveCount(1);
      await expect(page).toHaveURL(/match=medium/);
      await page.reload();
      await expect(row(page, 'Rice')).toBeVisible();
    });

    await test.step('exported as narrowed, and no cell is a formula', async () => {
      await expect(rows(page)).toHaveCount(1);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('my-quotes.csv');
      const text = await readFile(await file.path(), 'utf8');
      expect(text.split('\r\n')).toHaveLength(3);
      expect(text).toContain('"Rice, 100% broken"');
      expect(text).toContain(`"'=1+1"`);
    });

    await test.step('open in the drawer only for the parties', async () => {
      const [quote] = await world.sql<{ id: number }>('select id::int as id from public.quotes limit 1');
      await loginAs(page, world, 'dora');
      await page.goto(`/my-quotes?quote=${quote?.id}`);
      await expect(page.getByRole('dialog', { name: 'Quote' })).toContainText('This quote is not available');
      await expect(page.getByText('You have not sent any quotes yet')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
      // Nothing in the page opened the drawer, so nothing in it can get the focus back.
      await page.getByRole('dialog', { name: 'Quote' }).getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('main')).toBeFocused();
    });
  });
});
