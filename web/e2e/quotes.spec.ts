import type { Page } from '@playwright/test';
import { signIn } from './support/auth-forms.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFieldError } from './support/fields.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { card } from './support/posts.ts';
import {
  createQuote,
  fillQuote,
  openQuoteDialog,
  quoteDialog,
  quoteField,
  sendButton,
  VALID_QUOTE,
} from './support/quotes.ts';
import { hold } from './support/requests.ts';
import { expectToast, recordedToasts, recordToasts, toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const API = '**/api/quotes';
const TITLE = 'Cashew nuts W320';
const NO_EMAIL = 'Email addresses are not allowed in this field';
const ORGANIZATION = { organization: 'Bob Steel Co., Ltd.', taxCode: 'VN-0101234567' };
const EDITED = '3.10 USD/kg';

const radio = (page: Page, name: string) => quoteDialog(page).getByRole('radio', { name, exact: true });
const description = (page: Page) => quoteField(page, 'Description');
const different = (page: Page) => radio(page, 'Different from description, please provide the details:');
const inline = (page: Page) => quoteDialog(page).getByRole('alert');

/** Opens the quote dialog from the card on a page that is there already. */
async function reopen(page: Page): Promise<void> {
  await expect(quoteDialog(page)).toBeHidden();
  await card(page, TITLE).getByRole('button', { name: 'Quotation' }).click();
  await expect(quoteField(page, 'Price')).toBeVisible();
}

/** Makes the server answer the next quotes like this. */
const answer = (page: Page, status: number, body: string, contentType = 'application/json') =>
  page.route(API, (route) => route.fulfill({ status, body, contentType }));

/** Collects the quotes that the page sends from now on. */
function collectSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/quotes')) sent.push(request.url());
  });
  return sent;
}

test('the mail of a new quote leads its owner to that quote, through the login', async ({ page, world }) => {
  const anna = await world.person('anna');
  const post = await world.createPost(anna, { title: TITLE });
  await createQuote(await world.person('bob'), post.id);
  await fetch(`${world.supabaseUrl}/functions/v1/mail`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.cronSecret}` },
  });
  const { text } = await world.mailTo(anna.email, /^New quote on/);
  await page.goto(/See the quote: (\S+)/.exec(text)?.[1] ?? '');
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, 'anna');
  const quote = page.getByRole('dialog', { name: 'Quote', exact: true });
  await expect(quote.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();
  await expect(quote.getByText('Pending', { exact: true }).first()).toBeVisible();
});

test.describe('the quote form', () => {
  test.beforeEach(async ({ world }) => {
    await world.createPost(await world.person('anna'), { title: TITLE });
  });

  test('the quote form sends a quote, closes and is empty again; the owner is notified [A11,A18,A21,A184,A275,A521]', async ({
    page,
    world,
    browser,
  }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await fillQuote(page);
    await sendButton(page).click();
    await expectToast(page, 'Quote submitted', `You sent a quote to ${TITLE} of anna`);
    await expect(quoteDialog(page)).toBeHidden();
    await expect(card(page, TITLE)).toContainText('1 quote');

    await card(page, TITLE).getByRole('button', { name: 'Quotation' }).click();
    const place = '12 Nguyen Hue, Ho Chi Minh City, Vietnam';
    for (const label of Object.keys(VALID_QUOTE))
      await expect(quoteField(page, label)).toHaveValue(label === 'Delivery to' ? place : '');

    const annasPage = await openPage(browser, world, 'anna');
    await annasPage.goto('/');
    await expect(card(annasPage, TITLE).getByRole('button', { name: /^Edit/ })).toContainText('1');
    await annasPage.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await expect(annasPage.getByText(`You have a new quote on your post "${TITLE}" from bob`)).toBeVisible();
  });

  test('the quote form has its fields, three matches of which one takes details, and input limits [A217,A219,A261,A262,A263,A264,A265,A266,A339,A341,A345,A348,A351,A354,A357,A359]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);

    await test.step('shows labels, placeholder and currency, and no hidden field', async () => {
      await expect(quoteField(page, 'Price')).toHaveAttribute('placeholder', '1 USD/product');
      await expect(quoteField(page, 'Minimum quantity')).toBeVisible();
      await expect(quoteDialog(page).getByRole('combobox', { name: 'Currency' })).toHaveValue(/^USD/);
      for (const name of ['username', 'contactAddress']) {
        await expect(quoteDialog(page).locator(`input[name="${name}"]`)).toHaveCount(1);
        await expect(quoteDialog(page).locator(`input[name="${name}"]`)).toBeHidden();
      }
    });

    await test.step('offers three matches, and takes details of a different product only', async () => {
      await expect(radio(page, '>90% match with description')).toBeChecked();
      await expect(radio(page, '70-90% match with description')).not.toBeChecked();
      await expect(description(page)).toBeDisabled();

      await different(page).check();
      await expect(description(page)).toBeEnabled();
      await expect(quoteDialog(page).getByText('0/500', { exact: true })).toBeVisible();
      await description(page).pressSequentially('Twelve chars');
      await expect(quoteDialog(page).getByText('12/500', { exact: true })).toBeVisible();
      await description(page).fill('x'.repeat(600));
      await expect(description(page)).toHaveValue('x'.repeat(500));
      await expect(quoteDialog(page).getByText('500/500', { exact: true })).toBeVisible();

      for (const match of ['70-90% match with description', '>90% match with description']) {
        await different(page).check();
        await description(page).fill('Cracked nuts');
        await radio(page, match).check();
        await expect(description(page)).toBeDisabled();
        await expect(description(page)).toHaveValue('');
      }
    });

    const limits = {
      Price: 20,
      'Payment method': 50,
      'Shipping method': 20,
      'Delivery time': 20,
      'Delivery from': 50,
      'Delivery to': 50,
    };
    for (const [label, limit] of Object.entries(limits)) {
      await test.step(`takes ${limit} characters of ${label}`, async () => {
        await quoteField(page, label).fill('');
        await quoteField(page, label).pressSequentially('x'.repeat(limit + 1));
        await expect(quoteField(page, label)).toHaveValue('x'.repeat(limit));
      });
    }
  });

  test('the quote form says what is missing or wrong and sends nothing until it is right [A338,A340,A342,A343,A344,A346,A347,A349,A350,A352,A353,A355,A356,A358,A364]', async ({
    page,
    world,
  }) => {
    const requests = collectSent(page);
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);

    await test.step('says which fields are missing', async () => {
      await quoteField(page, 'Delivery to').fill('');
      await sendButton(page).click();
      for (const [label, message] of [
        ['Price', 'Price is required'],
        ['Minimum quantity', 'Minimum quantity is required'],
        ['Payment method', 'Payment method is required'],
        ['Shipping method', 'Shipping method is required'],
        ['Delivery time', 'Delivery time is required'],
        ['Delivery from', 'Delivery from location is required'],
        ['Delivery to', 'Delivery to location is required'],
      ] as const) {
        await expect(quoteDialog(page).getByText(message, { exact: true })).toBeVisible();
        await expect(quoteField(page, label)).toHaveAccessibleDescription(message);
      }
      await expect(quoteDialog(page).getByText(/for organizations/)).toHaveCount(0);
      expect(requests).toEqual([]);
    });

    await test.step('has no accessibility violation and fits a phone', async () => {
      await expectAccessible(page);
      await page.setViewportSize(VIEWPORTS.phone);
      await expectNoSidewaysScroll(page);
      await expect(sendButton(page)).toBeEnabled();
      await page.setViewportSize(VIEWPORTS.desktop);
    });

    await fillQuote(page);
    for (const label of [
      'Price',
      'Payment method',
      'Shipping method',
      'Delivery time',
      'Delivery from',
      'Delivery to',
    ] as const) {
      await test.step(`allows no e-mail address in ${label}`, async () => {
        await expect(quoteDialog(page).getByText(NO_EMAIL)).toHaveCount(0);
        await quoteField(page, label).fill('5@x');
        await sendButton(page).click();
        await expect(quoteDialog(page).getByText(NO_EMAIL)).toHaveCount(1);
        await expect(quoteField(page, label)).toHaveAccessibleDescription(NO_EMAIL);
        await quoteField(page, label).fill(VALID_QUOTE[label]);
        await expect(quoteDialog(page).getByText(NO_EMAIL)).toHaveCount(0);
        expect(requests).toEqual([]);
      });
    }

    await test.step('asks for details of a different product', async () => {
      await different(page).check();
      await sendButton(page).click();
      await expectFieldError(description(page), 'Description is required');
      expect(requests).toEqual([]);
      await radio(page, '>90% match with description').check();
    });

    await test.step('says when the quantity is too long, and takes 20 characters', async () => {
      await quoteField(page, 'Minimum quantity').fill('x'.repeat(21));
      await sendButton(page).click();
      await expect(quoteField(page, 'Minimum quantity')).toHaveAccessibleDescription(
        'Quantity must be less than 20 characters',
      );
      expect(requests).toEqual([]);
      await quoteField(page, 'Minimum quantity').fill('x'.repeat(20));
      await sendButton(page).click();
      await expectToast(page, 'Quote submitted');
    });
  });

  test('the quote form keeps typed text when closed, cannot be sent twice, and is empty once it is sent [A272]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await fillQuote(page);
    await quoteDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(quoteDialog(page)).toBeHidden();
    await openQuoteDialog(page, TITLE);
    await expect(quoteField(page, 'Delivery to')).toHaveValue(VALID_QUOTE['Delivery to']);

    const release = await hold(page, API);
    await sendButton(page).click();
    await expect(sendButton(page)).toHaveText('Sending...');
    await expect(sendButton(page)).toBeDisabled();
    release();
    await expectToast(page, 'Quote submitted');
    await openQuoteDialog(page, TITLE);
    await expect(quoteField(page, 'Price')).toHaveValue('');
  });

  test('the quote form preselects no organization when none is known, and needs one in the profile [A267,A268,A269,A361,A363,A370]', async ({
    page,
    world,
  }) => {
    const requests = collectSent(page);
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);

    await test.step('choosing and leaving it fills and clears', async () => {
      await expect(radio(page, 'Individual')).toBeChecked();
      await radio(page, 'Organization').check();
      await sendButton(page).click();
      await expectFieldError(quoteField(page, 'Organization name'), 'Organization name is required for organizations');
      await expectFieldError(quoteField(page, 'Tax code'), 'Tax code is required for organizations');
      await quoteField(page, 'Organization name').fill('Somebody Ltd.');

      await radio(page, 'Individual').check();
      await expect(quoteDialog(page).getByText(/for organizations/)).toHaveCount(0);
      await radio(page, 'Organization').check();
      await expect(quoteField(page, 'Organization name')).toHaveValue('');
      await expect(quoteField(page, 'Tax code')).toHaveValue('');
      await expect(quoteDialog(page).getByText(/for organizations/)).toHaveCount(0);
    });

    await test.step('needs it in the profile', async () => {
      await fillQuote(page);
      await quoteField(page, 'Organization name').fill('Somebody Ltd.');
      await quoteField(page, 'Tax code').fill('1');
      await sendButton(page).click();
      await expectToast(
        page,
        'Missing organization information',
        'Please update your organization details in My Profile before sending quotes',
      );
      await expect(toast(page).getByRole('button', { name: 'My Profile' })).toBeVisible();
      expect(requests).toEqual([]);
    });

    await test.step('saves it there at once', async () => {
      await quoteDialog(page).getByRole('button', { name: 'Save in my profile' }).click();
      await expectToast(page, 'Profile updated');
      await expect(quoteDialog(page).getByRole('button', { name: 'Save in my profile' })).toBeHidden();
      await sendButton(page).click();
      await expectToast(page, 'Quote submitted');
      await page.goto('/profile');
      await expect(page.getByRole('textbox', { name: 'Organization', exact: true })).toHaveValue('Somebody Ltd.');
    });
  });

  test('the quote form for an organization is filled in from the profile, has limits, and can be left again [A203,A268,A270,A271,A360,A362]', async ({
    page,
    world,
  }) => {
    const bob = await loginAs(page, world, await world.person('bob', ORGANIZATION));
    await openQuoteDialog(page, TITLE);
    const organization = quoteField(page, 'Organization name');
    const taxCode = quoteField(page, 'Tax code');

    await test.step('is chosen and filled in from the profile', async () => {
      await expect(radio(page, 'Organization')).toBeChecked();
      await expect(organization).toHaveValue(ORGANIZATION.organization);
      await radio(page, 'Individual').check();
      await radio(page, 'Organization').check();
      await expect(organization).toHaveValue(ORGANIZATION.organization);
      await expect(taxCode).toHaveValue(ORGANIZATION.taxCode);
      const copy = () => page.evaluate((key) => localStorage.getItem(key) ?? '{}', `userProfile_${bob.id}`);
      await expect.poll(async () => JSON.parse(await copy())).toMatchObject(ORGANIZATION);
    });

    await test.step('has limits that say what is wrong', async () => {
      await fillQuote(page);
      await organization.fill('x'.repeat(101));
      await taxCode.fill('x'.repeat(21));
      await sendButton(page).click();
      await expect(organization).toHaveAccessibleDescription('Organization name must be less than 100 characters');
      await expect(taxCode).toHaveAccessibleDescription('Tax code must be less than 20 characters');
      await organization.fill('x'.repeat(100));
      await taxCode.fill('x'.repeat(20));
      await expect(quoteDialog(page).getByText(/must be less than/)).toHaveCount(0);
    });

    await test.step('is left behind: nothing of it is sent for an individual', async () => {
      await organization.fill(ORGANIZATION.organization);
      await taxCode.fill(ORGANIZATION.taxCode);
      await radio(page, 'Individual').check();
      const sent = page.waitForRequest(API);
      await sendButton(page).click();
      expect((await sent).postDataJSON()).toMatchObject({
        accountType: 'individual',
        organizationName: '',
        taxCode: '',
      });
      await expectToast(page, 'Quote submitted');
    });
  });

  test('the quote form says how long to wait next to its button, which is disabled until it is closed [A273,A274,A510,A511,A512,A513,A514,A515]', async ({
    page,
    world,
  }) => {
    const bob = await loginAs(page, world, 'bob');
    const [post] = await world.sql<{ id: number }>('select id::int as id from public.posts');
    await openQuoteDialog(page, TITLE);
    await recordToasts(page);
    await fillQuote(page);

    for (const [status, body] of [
      [429, '{"message":"Too many requests"}'],
      [400, '{"message":"Daily limit exceeded"}'],
      [400, '{"message":"Please wait for next 5 days"}'],
      [400, '{"message":"Quote limit exceeded"}'],
    ] as const) {
      await test.step(`5 days after ${status} ${body}`, async () => {
        await expect(inline(page)).toHaveCount(0);
        await expect(sendButton(page)).toBeEnabled();
        await answer(page, status, body);
        await sendButton(page).click();
        await expect(inline(page)).toHaveText('Please wait 5 days to send another quote');
        await expect(sendButton(page)).toBeDisabled();
        await quoteDialog(page).getByRole('button', { name: 'Close' }).click();
        await reopen(page);
      });
    }

    await test.step('3 days, two days after a quote that this page knows nothing of', async () => {
      await page.unroute(API);
      await createQuote(bob, post?.id ?? 0);
      await world.sql(`update private.quote_waits set quoted_at = now() - interval '2 days'`);
      await sendButton(page).click();
      await expect(inline(page).getByText('Please wait 3 days to send another quote', { exact: true })).toBeVisible();
      await expect(inline(page).getByRole('link', { name: /^You quoted on / })).toBeVisible();
      await expect(sendButton(page)).toBeDisabled();
      await quoteField(page, 'Price').fill(EDITED);
      await expect(sendButton(page)).toBeDisabled();
    });
    expect(await recordedToasts(page)).toEqual([]);
  });

  test('the quote form opens with the wait and the quote that causes it, before a field is filled', async ({
    page,
    world,
  }) => {
    const bob = await loginAs(page, world, 'bob');
    const [post] = await world.sql<{ id: number }>('select id::int as id from public.posts');
    const quote = await createQuote(bob, post?.id ?? 0);
    const another = await world.createPost(await world.person('carl'), { title: 'Not quoted' });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/rest/v1/quotes')) requests.push(request.url());
    });
    const quotedOn = () => card(page, TITLE).getByRole('link', { name: /^You quoted on \w+ \d+$/ });
    const notice = () => quoteDialog(page).getByRole('note');

    await test.step('on the card, asked once for all cards', async () => {
      await page.goto('/');
      await expect(quotedOn()).toHaveAttribute('href', `/my-quotes?quote=${quote}`);
      await expect(card(page, another.title)).not.toContainText('You quoted on');
      expect(requests).toHaveLength(1);
      await page.setViewportSize(VIEWPORTS.phone);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize(VIEWPORTS.desktop);
    });

    await test.step('in the form, with Send disabled', async () => {
      await card(page, TITLE).getByRole('button', { name: 'Quotation' }).click();
      await expect(notice()).toContainText('Please wait 5 days to send another quote');
      await expect(sendButton(page)).toBeDisabled();
      await expect(sendButton(page)).toHaveAccessibleDescription(/Please wait 5 days/);
      await expectAccessible(page);
    });

    await test.step('until the 5 days have passed', async () => {
      await world.age('quotes', quote, 5);
      await page.goto('/');
      await expect(quotedOn()).toBeVisible();
      await card(page, TITLE).getByRole('button', { name: 'Quotation' }).click();
      await expect(sendButton(page)).toBeEnabled();
      await expect(notice()).toHaveCount(0);
    });

    await test.step('and a minute less is a day to wait; the way to the quote', async () => {
      // A minute from now: the story has taken its time since the quote was sent.
      await world.sql(`update public.quotes set created_at = now() - interval '5 days' + interval '1 minute'`);
      await page.goto('/');
      await card(page, TITLE).getByRole('button', { name: 'Quotation' }).click();
      await expect(notice()).toContainText('Please wait 1 days to send another quote');
      await notice()
        .getByRole('link', { name: /^You quoted on/ })
        .click();
      await expect(page).toHaveURL(`/my-quotes?quote=${quote}`);
    });

    await test.step('a guest and the owner read nothing of it', async () => {
      await loginAs(page, world, 'anna');
      await page.goto('/');
      await expect(card(page, TITLE).getByRole('button', { name: /^Edit/ })).toContainText('1');
      await expect(page.getByText('You quoted on')).toHaveCount(0);
    });
  });

  test('the quote form says why it was not sent, keeps typed text, and retries after a lost answer [A516,A517,A518,A519,A520]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await fillQuote(page);

    await test.step('marks the fields that the server refuses', async () => {
      await answer(
        page,
        400,
        JSON.stringify({ message: 'Invalid input', errors: [{ path: 'price', message: 'No bids below 1 USD' }] }),
      );
      await sendButton(page).click();
      await expectToast(page, 'Error submitting quote', 'Validation failed', 'destructive');
      await expect(quoteField(page, 'Price')).toHaveAccessibleDescription('No bids below 1 USD');
      await expect(sendButton(page)).toBeEnabled();
    });

    for (const [status, body, text] of [
      [409, '{"message":"This post is not accepting quotes"}', 'This post is not accepting quotes'],
      [500, '<html>Bad gateway</html>', 'Server error occurred'],
    ] as const) {
      await test.step(`says "${text}" after ${status} ${body}`, async () => {
        await answer(page, status, body);
        await sendButton(page).click();
        await expectToast(page, 'Error submitting quote', text, 'destructive');
      });
    }

    await test.step('says so when the server cannot be reached', async () => {
      await page.route(API, (route) => route.abort());
      await sendButton(page).click();
      await expectToast(page, 'Error submitting quote', 'Failed to submit quote. Please try again.', 'destructive');
      await expect(quoteField(page, 'Price')).toHaveValue(VALID_QUOTE.Price);
    });

    await test.step('repeats a request whose answer got lost, and the quote is there once', async () => {
      let attempts = 0;
      await page.unroute(API);
      await page.route(API, async (route) => {
        attempts += 1;
        if (attempts > 1) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await sendButton(page).click();
      await expectToast(page, 'Quote submitted', `You sent a quote to ${TITLE} of anna`);
      const quotes = await world.sql('select id from public.quotes');
      expect([attempts, quotes.length]).toEqual([2, 1]);
    });
  });

  test('a corrected quote after a lost answer is not reported as sent; the form leads to the stored one', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await fillQuote(page);
    await page.route(API, async (route) => {
      await route.fetch();
      return route.abort();
    });
    await sendButton(page).click();
    await expectToast(page, 'Error submitting quote', 'Failed to submit quote. Please try again.', 'destructive');
    await page.unroute(API);
    await recordToasts(page);
    await quoteField(page, 'Price').fill(EDITED);
    await sendButton(page).click();
    await expect(inline(page)).toContainText('Please wait 5 days to send another quote');
    await inline(page)
      .getByRole('link', { name: /^You quoted on / })
      .click();
    await expect(page).toHaveURL(/\/my-quotes\?quote=/);
    await expect(page.getByRole('dialog').getByText(VALID_QUOTE.Price).first()).toBeVisible();
    expect((await recordedToasts(page)).join()).not.toContain('Quote submitted');
    expect(await world.sql('select price_text from public.quotes')).toEqual([{ price_text: VALID_QUOTE.Price }]);
  });

  test('a request that changes under the quote form is shown before a quote on it is sent', async ({ page, world }) => {
    await world.sql(`update public.posts set quantity = 10, unit = 'pieces', incoterm = 'EXW'`);
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await expect(quoteDialog(page)).toContainText('EXW');
    await fillQuote(page);
    await world.sql(`update public.posts set quantity = 100000, incoterm = 'DDP'`);
    await sendButton(page).click();
    const changed = 'Somebody else has just changed this. Please look again.';
    await expectToast(page, 'Error submitting quote', changed, 'destructive');
    await expect(quoteDialog(page)).toContainText('100,000 pieces');
    await expect(quoteDialog(page)).toContainText('DDP');
    await expect(quoteField(page, 'Price')).toHaveValue(VALID_QUOTE.Price);
    await sendButton(page).click();
    await expectToast(page, 'Quote submitted');
    expect(await world.sql('select price_text from public.quotes')).toEqual([{ price_text: VALID_QUOTE.Price }]);
  });

  test('a sent quote refreshes what shows it, the notifications twice more [A461,A462,A463,A464,A465,A466,A467,A468]', async ({
    page,
    world,
  }) => {
    const bob = await loginAs(page, world, 'bob');
    const anna = await world.person('anna');
    const bobsPost = await world.createPost(bob, { title: 'Forklift' });
    await createQuote(anna, bobsPost.id);
    await page.goto('/account');
    await expect(page.getByRole('tab', { name: 'Posts (1)' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Quotes (1)' })).toBeVisible();
    await page.getByRole('tab', { name: /^Quotes/ }).click();
    await page.getByText('Sent (0)', { exact: true }).click();
    await expect(page.getByText('You have not sent any quotes yet')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await card(page, TITLE).getByRole('button', { name: 'Quotation' }).click();
    await fillQuote(page);
    const reads: string[] = [];
    page.on('request', (request) => {
      if (/\/rest\/v1\/notifications/.test(request.url()) && request.method() === 'GET') reads.push(request.url());
    });
    await sendButton(page).click();
    await expectToast(page, 'Quote submitted');
    await expect(card(page, TITLE)).toContainText('1 quote');
    await expect.poll(() => reads.length).toBe(3);

    await page.getByRole('button', { name: 'Account menu of bob' }).click();
    await page.getByRole('menuitem', { name: 'My posts / Quotes' }).click();
    await expect(page.getByRole('tab', { name: 'Quotes (2)' })).toBeVisible();
    await page.getByRole('tab', { name: /^Quotes/ }).click();
    await expect(page.getByRole('link', { name: TITLE })).toBeVisible();
  });
});

test.describe('the page of a post', () => {
  test('the page of a post tells suppliers when they can quote again, and shows its owner the quotes', async ({
    page,
    world,
  }) => {
    const bob = await loginAs(page, world, await world.person('bob', ORGANIZATION));
    const anna = await world.person('anna');
    const post = await world.createPost(anna, { title: TITLE });
    const quoteId = await createQuote(bob, post.id, {
      account_type: 'organization',
      organization_name: ORGANIZATION.organization,
      tax_code: ORGANIZATION.taxCode,
    });

    await test.step('the supplier', async () => {
      await page.goto(`/post/cashew-nuts-w320-${post.id}`);
      await expect(page.getByText(/^You quoted on /)).toBeVisible();
      await expect(page.getByText(/You can quote again on /)).toBeVisible();
      await page.getByRole('link', { name: /^You quoted on/ }).click();
      await expect(page).toHaveURL(`/my-quotes?quote=${quoteId}`);
      await expect(page.getByRole('dialog', { name: 'Quote' })).toContainText(TITLE);
    });

    await test.step('the owner', async () => {
      await loginAs(page, world, anna);
      await page.goto(`/post/cashew-nuts-w320-${post.id}`);
      const quote = page.getByRole('article', { name: 'Quote from bob' });
      await expect(page.getByRole('heading', { name: 'Quotes received (1)' })).toBeVisible();
      for (const text of ['2.40 USD', '500 kg', '20 days', ORGANIZATION.organization, '>90% match'])
        await expect(quote).toContainText(text);
    });
  });
});
