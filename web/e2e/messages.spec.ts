import type { Locator, Page, Request } from '@playwright/test';
import type { Person, World } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { documentFile, textFile } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { recordedHighlights, recordHighlights } from './support/highlighted.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { card } from './support/posts.ts';
import { createQuote } from './support/quotes.ts';
import { hold } from './support/requests.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Quote' });
const log = (page: Page): Locator => drawer(page).getByRole('log');
const composer = (page: Page): Locator => drawer(page).getByRole('textbox', { name: 'Message' });
const bubble = (page: Page, text: string): Locator => log(page).getByRole('listitem').filter({ hasText: text });
const SEND = '**/rpc/send_message';

type Deal = { anna: Person; bob: Person; postId: number; quoteId: number };

/** Bob's quote on anna's post. */
async function deal(world: World): Promise<Deal> {
  const anna = await world.person('anna');
  const bob = await world.person('bob');
  const { id: postId } = await world.createPost(anna, { title: 'Cashew nuts' });
  return { anna, bob, postId, quoteId: await createQuote(bob, postId) };
}

async function write(sender: Person, quoteId: number, content: string): Promise<number> {
  const { data, error } = await sender.client.rpc('send_message', { quote_id: quoteId, content });
  if (error) throw new Error(error.message, { cause: error });
  return data;
}

async function openConversation(page: Page, quoteId: number): Promise<void> {
  await page.goto(`/my-quotes?quote=${quoteId}&view=messages`);
  await expect(composer(page)).toBeVisible();
}

async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

test.describe('messages on a quote', () => {
  test.use({ sparesData: false });

  test(
    'messages go both ways, live, with the same unread number everywhere and "Seen" [A13,A579,A593]',
    { tag: ['@elsewhere', '@firefox'] },
    async ({ page, world, browser }) => {
      test.slow();
      const { anna, bob, quoteId } = await deal(world);
      // Bob writes from his list of quotes.
      await loginAs(page, world, bob);
      await page.goto('/my-quotes');
      await page.locator('tr[data-quote]').getByRole('button', { name: 'Message' }).click();
      await expect(log(page)).toContainText('No messages yet. Ask a question or discuss the terms.');
      await expect(composer(page)).toBeFocused();
      await composer(page).fill('Is the price');
      await composer(page).press('Shift+Enter');
      await composer(page).pressSequentially('including freight?');
      await composer(page).press('Enter');
      await expect(bubble(page, 'Is the price\nincluding freight?')).toBeVisible();
      await expect(composer(page)).toHaveValue('');
      await say(page, 'And when do you need it?');
      await expect(log(page).locator('[data-message]')).toHaveCount(2);
      await expect(log(page)).toContainText('Today');

      // Anna finds the same number at each place, and reads it.
      const other = await openPage(browser, world, anna, false);
      await other.goto('/account');
      for (const place of [
        other.getByRole('tab', { name: /^Inbox/ }),
        other.getByRole('button', { name: /^Quotes received/ }),
      ]) {
        await expect(place.locator('[data-unread]')).toHaveAttribute('data-unread', '2');
      }
      // The other tabs do not count them again.
      await expect(other.getByRole('tab', { name: /^(Posts|Quotes)/ }).locator('[data-unread]')).toHaveCount(0);
      await expect(other.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
      await other.getByRole('button', { name: /^Quotes received/ }).click();
      const quote = other.getByRole('article', { name: 'Quote from bob' });
      await expect(quote.locator('[data-unread]')).toHaveAttribute('data-unread', '2');
      await quote.getByRole('button', { name: /^Message/ }).click();
      await expect(bubble(other, 'including freight?')).toBeVisible();
      await expect(other.locator('[data-unread]')).toHaveCount(0);
      await expect.poll(() => world.sql('select 1 from public.messages where read_at is null')).toHaveLength(0);
      await say(other, 'Yes, CIF Hamburg');

      // Bob sees the answer and that his messages were read, without touching anything.
      await expect(bubble(page, 'Yes, CIF Hamburg')).toBeVisible({ timeout: 15_000 });
      await expect(bubble(page, 'And when do you need it?')).toContainText('Seen');
      await expect(log(page)).toHaveAttribute('aria-live', 'polite');
      await expect(bubble(other, 'Yes, CIF Hamburg')).toContainText('Seen', { timeout: 15_000 });
      await drawer(other).getByRole('button', { name: 'Close' }).click();
      await expect(other.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();

      // On the page of the post it is the same.
      await write(bob, quoteId, 'One more question');
      await other.goto('/');
      await card(other, 'Cashew nuts').getByRole('link', { name: 'Cashew nuts' }).click();
      await expect(other.getByRole('heading', { name: /^Quotes received/ }).locator('[data-unread]')).toHaveAttribute(
        'data-unread',
        '1',
      );
      await other.getByRole('button', { name: /^Message/ }).click();
      await expect(bubble(other, 'One more question')).toBeInViewport();
      await expect(other.locator('[data-unread]')).toHaveCount(0);
      await other.context().close();
    },
  );

  test('messages show before the answer comes; unsent ones stay, survive a reload, and are sent once', async ({
    page,
    world,
  }) => {
    const { bob, quoteId } = await deal(world);
    await loginAs(page, world, bob);
    await openConversation(page, quoteId);

    await test.step('before the answer comes, in the order in which they were written', async () => {
      const release = await hold(page, SEND);
      await say(page, 'First');
      await say(page, 'Second');
      await expect(log(page).locator('[data-unsent="sending"]')).toHaveText([/First/, /Second/]);
      release();
      await expect(log(page).locator('[data-message]')).toHaveText([/First/, /Second/]);
      await expect(log(page).locator('[data-unsent]')).toHaveCount(0);
      await page.unroute(SEND);
    });

    await test.step('not sent, also after a reload', async () => {
      const cut = await hold(page, SEND, (route) => route.abort('internetdisconnected'));
      await say(page, 'Are you there?');
      await expect(bubble(page, 'Are you there?')).toContainText('Sending...');
      cut();
      await expect(bubble(page, 'Are you there?')).toContainText('Not sent');
      await expectAccessible(page);
      await page.reload();
      await expect(bubble(page, 'Are you there?')).toContainText('Not sent');
    });

    await test.step('stored while the answer gets lost on the way, twice: sent once', async () => {
      await page.unroute(SEND);
      let lost = 0;
      await page.route(SEND, async (route) => {
        await route.fetch();
        lost += 1;
        await route.abort('connectionreset');
      });
      await bubble(page, 'Are you there?').getByRole('button', { name: 'Retry' }).click();
      await expect.poll(() => lost).toBe(2);
      await page.unroute(SEND);
      // The conversation brings the message, and the unsent message knows it for its own.
      await expect(log(page).locator('[data-unsent]')).toHaveCount(0, { timeout: 15_000 });
      await expect(log(page).locator('[data-message]')).toHaveCount(3);
      expect(await world.sql('select 1 from public.messages')).toHaveLength(3);
    });

    await test.step('written anew, or given up', async () => {
      await page.route(SEND, (route) => route.abort());
      await say(page, 'A typpo');
      await bubble(page, 'A typpo').getByRole('button', { name: 'Edit' }).click();
      await expect(composer(page)).toHaveValue('A typpo');
      await expect(log(page).locator('[data-unsent]')).toHaveCount(0);
      await page.unroute(SEND);
      await composer(page).fill('');
      await page.route(SEND, (route) => route.abort());
      await say(page, 'Never mind');
      await bubble(page, 'Never mind').getByRole('button', { name: 'Discard' }).click();
      await expect(bubble(page, 'Never mind')).toHaveCount(0);
      expect(await world.sql('select 1 from public.messages')).toHaveLength(3);
    });
  });

  test('messages carry files, keep a draft, and are edited and deleted', async ({ page, world, browser }) => {
    const { anna, bob, quoteId } = await deal(world);
    await loginAs(page, world, bob);
    await openConversation(page, quoteId);
    const picker = drawer(page).locator('input[type="file"]');
    await picker.setInputFiles([textFile('notes.txt', 'text/plain')]);
    await expectToast(
      page,
      'Invalid file type',
      'Only PDF, Word, Excel, PowerPoint, PNG and JPG files can be attached',
      'destructive',
    );
    await picker.setInputFiles([documentFile('Drawing.pdf')]);
    await expectToast(page, 'Document attached');
    await composer(page).fill('See the drawing');
    await drawer(page).getByRole('button', { name: 'Close' }).click();
    await page.locator('tr[data-quote]').getByRole('button', { name: 'Message' }).click();
    await expect(composer(page)).toHaveValue('See the drawing');
    await expect(drawer(page).getByRole('list', { name: 'Attached files' })).toContainText('Drawing.pdf');
    await drawer(page).getByRole('button', { name: 'Send message' }).click();
    await expect(bubble(page, 'See the drawing')).toContainText('Drawing.pdf');

    const other = await openPage(browser, world, anna, false);
    await other.goto(`/account?tab=quotes&side=received&quote=${quoteId}&view=messages`);
    const link = other.waitForRequest(/\/api\/files\/link\?bucket=message-files/);
    const download = other.waitForEvent('download');
    await bubble(other, 'See the drawing').getByRole('button', { name: 'Download Drawing.pdf' }).click();
    expect((await link).method()).toBe('GET');
    expect((await download).suggestedFilename()).toBe('Drawing.pdf');

    const actions = page.getByRole('button', { name: /^Actions for the message/ });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const editor = drawer(page).getByRole('textbox', { name: 'Edit message' });
    await editor.fill('Nothing');
    await editor.press('Escape');
    await expect(bubble(page, 'See the drawing')).toBeVisible();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await editor.fill('See the new drawing');
    await editor.press('Enter');
    await expect(bubble(page, 'See the new drawing')).toContainText('edited');
    await expect(bubble(other, 'See the new drawing')).toContainText('edited', { timeout: 15_000 });
    await expect(other.getByRole('button', { name: /^Actions for the message/ })).toHaveCount(0);

    await actions.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete message' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Message deleted');
    for (const each of [page, other]) {
      await expect(bubble(each, 'Message deleted')).toBeVisible({ timeout: 15_000 });
      await expect(log(each)).not.toContainText('drawing');
      await expect(log(each)).not.toContainText('Drawing.pdf');
    }
    expect(await world.sql(`select 1 from storage.objects where bucket_id = 'message-files'`)).toEqual([]);
    await other.context().close();
  });

  test.describe('by the clocks of somebody who saves data', () => {
    test.use({ sparesData: true });

    test('messages can be edited for 15 minutes, and not once the request is deleted', async ({ page, world }) => {
      const { anna, bob, postId, quoteId } = await deal(world);
      await write(bob, quoteId, 'Old');
      await world.sql(`update public.messages set created_at = created_at - interval '16 minutes'`);
      await write(bob, quoteId, 'New');
      await loginAs(page, world, bob);
      await openConversation(page, quoteId);
      await expect(bubble(page, 'New').getByRole('button')).toHaveCount(1);
      await expect(bubble(page, 'Old').getByRole('button')).toHaveCount(0);

      // The message is on its way, so that the page does not learn of the deletion first.
      const release = await hold(page, SEND);
      await say(page, 'Hello?');
      await anna.client.from('posts').delete().eq('id', postId);
      release();
      await expect(bubble(page, 'Hello?')).toContainText('The request was deleted, so this conversation is closed');
      await expect(composer(page)).toHaveCount(0);
      await expect(drawer(page).getByText('The request was deleted, so this conversation is closed.')).toBeVisible();
      await expect(bubble(page, 'New').getByRole('button')).toHaveCount(0);
      await expectAccessible(page);
    });

    test('messages are shown 50 at a time, and a hidden tab does not poll', async ({ page, world }) => {
      const { anna, bob, quoteId } = await deal(world);
      await world.sql(
        `insert into public.messages (quote_id, sender_id, recipient_id, content, client_id, created_at)
       select $1, $2, $3, 'Message ' || n || '.', gen_random_uuid(), now() - make_interval(hours => 122 - n) from generate_series(1, 120) as n`,
        [quoteId, anna.id, bob.id],
      );
      await loginAs(page, world, bob);
      await page.clock.install();
      await openConversation(page, quoteId);
      await expect(bubble(page, 'Message 120.')).toBeInViewport();
      await expect(log(page).locator('[data-message]')).toHaveCount(50);
      await expect(log(page)).toContainText('Yesterday');
      await page.clock.runFor(1_000);
      for (const count of [100, 120]) {
        await drawer(page).getByRole('button', { name: 'Show earlier messages' }).click();
        await expect(log(page).locator('[data-message]')).toHaveCount(count);
      }
      await expect(bubble(page, 'Message 1.')).toHaveCount(1);
      await expect(drawer(page).getByRole('button', { name: 'Show earlier messages' })).toHaveCount(0);

      const reads: string[] = [];
      const unanswered = new Set<Request>();
      page.on('request', (request) => {
        if (request.method() === 'OPTIONS' || !/\/rest\/v1\//.test(request.url())) return;
        reads.push(request.url());
        unanswered.add(request);
      });
      page.on('requestfinished', (request) => unanswered.delete(request));
      page.on('requestfailed', (request) => unanswered.delete(request));
      const show = (state: string) =>
        page.evaluate((visibility) => {
          Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, state);
      await page.clock.runFor(5_000);
      await expect.poll(() => reads.filter((url) => url.includes('/messages?')).length).toBeGreaterThan(0);
      // What was loaded earlier is still there after the conversation was read again.
      await expect(log(page).locator('[data-message]')).toHaveCount(120);
      await show('hidden');
      await page.clock.runFor(1_000);
      // What was asked for while the tab was seen has its answer.
      await expect.poll(() => unanswered.size).toBe(0);
      reads.length = 0;
      await page.clock.runFor(120_000);
      expect(reads).toEqual([]);
      await write(anna, quoteId, 'Are you back?');
      await show('visible');
      await expect(bubble(page, 'Are you back?')).toBeVisible();
    });
  });

  test(
    'messages are found from the bells of both parties: place, conversation and message are highlighted',
    { tag: '@firefox' },
    async ({ page, world }) => {
      const { anna, bob, postId, quoteId } = await deal(world);
      await recordHighlights(page);

      for (const [receiver, sender, tab] of [
        [anna, bob, 'Posts'],
        [bob, anna, 'Quotes'],
      ] as const) {
        await test.step(`from the bell of ${receiver.username}`, async () => {
          await world.sql('delete from public.notifications');
          const wanted = await write(sender, quoteId, 'The one that is looked for');
          await world.sql(
            `insert into public.messages (quote_id, sender_id, recipient_id, content, client_id)
           select $1, $2, $3, 'Later ' || n, gen_random_uuid() from generate_series(1, 60) as n`,
            [quoteId, receiver.id, sender.id],
          );
          await loginAs(page, world, receiver);
          await page.goto('/terms');
          await page.getByRole('button', { name: /^Notifications/ }).click();
          await page.getByText(`New message from ${sender.username} about "Cashew nuts"`).click();
          await expect(page).toHaveURL(/\/account/);
          const message = log(page).locator(`[data-message="${wanted}"]`);
          await expect.poll(() => recordedHighlights(page)).toContain(`message ${wanted}`);
          await expect(message).toBeInViewport();
          await expect(page.locator('main').getByRole('tab', { selected: true, includeHidden: true })).toContainText(
            tab,
          );
          const place =
            receiver === anna ? page.locator(`[data-post="${postId}"]`) : page.locator(`tr[data-quote="${quoteId}"]`);
          await expect(place).toBeAttached();
          expect(await page.evaluate(() => localStorage.getItem('highlightedMessageId'))).toBeNull();
          await expect(message).not.toHaveAttribute('data-highlighted');
          await expect(page).not.toHaveURL(/message=/);
          await drawer(page).getByRole('button', { name: 'Close' }).click();
          await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
        });
      }
    },
  );

  test('a message just sent stands above the field for the next one, which has the focus, with a draft too', async ({
    page,
    world,
  }) => {
    const { anna, bob, quoteId } = await deal(world);
    for (const number of [1, 2, 3, 4, 5, 6]) await write(anna, quoteId, `Line ${number}.\n`.repeat(6));
    await loginAs(page, world, bob);
    for (const viewport of [VIEWPORTS.phone, VIEWPORTS.desktop]) {
      await page.setViewportSize({ ...viewport, height: 600 });
      await openConversation(page, quoteId);
      await expect(composer(page)).toBeFocused();
      await expect(bubble(page, 'Line 6.')).toBeInViewport();
      // On a phone one line with the price leaves the rest of the screen to the talk.
      const hasFigures = viewport !== VIEWPORTS.phone;
      await expect(drawer(page).getByText('Minimum quantity')).toHaveCount(hasFigures ? 1 : 0);
      const text = `From ${viewport.width} px`;
      await say(page, text);
      const sent = log(page).locator('[data-message]').filter({ hasText: text });
      await expect(sent).toBeVisible();
      const roomBelow = async () => {
        const [message, field] = [await sent.boundingBox(), await composer(page).boundingBox()];
        return (field?.y ?? 0) - (message?.y ?? 0) - (message?.height ?? 0);
      };
      await expect.poll(roomBelow).toBeGreaterThan(0);
      // Also above a field that grows with what is typed.
      await composer(page).fill('A line\n'.repeat(5));
      await expect.poll(roomBelow).toBeGreaterThan(0);
      await composer(page).fill('');
    }
    await expect(drawer(page).getByRole('tab', { name: 'Messages (8)' })).toBeVisible();
    await expect(drawer(page).getByRole('tablist')).toHaveCSS('position', 'sticky');
    await composer(page).fill('Not yet');
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Not yet');
    await openConversation(page, quoteId);
    await expect(composer(page)).toHaveValue('Not yet');
    await expect(composer(page)).toBeFocused();
    await drawer(page).getByRole('tab', { name: 'Details' }).click();
    await expect(page).not.toHaveURL(/view=/);
    await expectAccessible(page);
  });

  test('messages fit every width, in light and dark', async ({ page, world }) => {
    const { anna, bob, quoteId } = await deal(world);
    await write(anna, quoteId, 'A question');
    await write(bob, quoteId, `An answer with a very long word: ${'x'.repeat(120)}`);
    await loginAs(page, world, bob);
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await openConversation(page, quoteId);
      await expect(bubble(page, 'An answer')).toBeInViewport();
      await expectNoSidewaysScroll(page);
      await expect
        .poll(() => drawer(page).evaluate((element) => element.scrollWidth - element.clientWidth), 'drawer')
        .toBeLessThanOrEqual(0);
    }
    await expectAccessible(page);
  });
});
