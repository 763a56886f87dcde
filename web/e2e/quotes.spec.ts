import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectFieldError } from './support/fields.ts';
import { expect, test } from './support/fixtures.ts';
import { hold } from './support/hold.ts';
import { loginAs } from './support/login-as.ts';
import { card, toast } from './support/posts.ts';
import { createQuote, fillQuote, openQuoteDialog, quoteDialog, quoteField, sendButton, VALID_QUOTE } from './support/quotes.ts';
import { expectToast, recordedToasts, recordToasts } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const API = '**/api/quotes';
const TITLE = 'Cashew nuts W320';
const NO_EMAIL = 'Email addresses are not allowed in this field';
const ORGANIZATION = { organization: 'Bob Steel Co., Ltd.', taxCode: 'VN-0101234567' };
const EDITED = '3.10 USD/kg';

const radio = (page: Page, name: string) => quoteDialog(page).getByRole('radio', { name, exact: true });
const description = (page: Page) => quoteField(page, 'Description');
const inline = (page: Page) => quoteDialog(page).getByRole('alert');

/** Makes the server answer the next quotes like this. */
const answer = (page: Page, status: number, body: string, contentType = 'application/json') =>
  page.route(API, (route) => route.fulfill({ status, body, contentType }));

test.describe('the quote form', () => {
  test.beforeEach(async ({ world }) => {
    await world.createPost(await world.person('anna'), { title: TITLE });
  });

  test('sends a quote, closes and is empty again; the owner hears of it [A11,A18,A21,A184,A275,A521]', async ({ page, world, browser }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await fillQuote(page);
    await sendButton(page).click();
    await expectToast(page, 'Quote submitted', `You sent a quote to ${TITLE} of anna`);
    await expect(quoteDialog(page)).toBeHidden();
    await expect(card(page, TITLE)).toContainText('1 quote');

    await card(page, TITLE).getByRole('button', { name: 'Quotation' }).click();
    for (const label of Object.keys(VALID_QUOTE)) await expect(quoteField(page, label)).toHaveValue('');

    const context = await browser.newContext({ baseURL: world.webUrl });
    const annasPage = await context.newPage();
    await loginAs(annasPage, world, 'anna');
    await annasPage.goto('/');
    await expect(card(annasPage, TITLE).getByRole('button', { name: /^Edit/ })).toContainText('1');
    await annasPage.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await expect(annasPage.getByText(`You have a new quote on your post "${TITLE}" from bob`)).toBeVisible();
    await context.close();
  });

  test('offers three matches, and takes details of a different product only [A261,A262,A263,A264,A265,A266,A359]', async ({ page, world }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await expect(radio(page, '>90% match with description')).toBeChecked();
    await expect(radio(page, '70-90% match with description')).not.toBeChecked();
    await expect(description(page)).toBeDisabled();

    await radio(page, 'Different from description, please provide the details:').check();
    await expect(description(page)).toBeEnabled();
    await expect(quoteDialog(page).getByText('0/500', { exact: true })).toBeVisible();
    await description(page).pressSequentially('Twelve chars');
    await expect(quoteDialog(page).getByText('12/500', { exact: true })).toBeVisible();
    await description(page).fill('x'.repeat(600));
    await expect(description(page)).toHaveValue('x'.repeat(500));
    await expect(quoteDialog(page).getByText('500/500', { exact: true })).toBeVisible();

    for (const match of ['70-90% match with description', '>90% match with description']) {
      await radio(page, 'Different from description, please provide the details:').check();
      await description(page).fill('Cracked nuts');
      await radio(page, match).check();
      await expect(description(page)).toBeDisabled();
      await expect(description(page)).toHaveValue('');
    }
  });

  test('asks for details of a different product', async ({ page, world }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await fillQuote(page);
    await radio(page, 'Different from description, please provide the details:').check();
    await sendButton(page).click();
    await expectFieldError(description(page), 'Description is required');
  });

  test('shows labels, placeholder and currency, and no hidden field [A217,A219,A341]', async ({ page, world }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await expect(quoteField(page, 'Price')).toHaveAttribute('placeholder', '1 USD/product');
    await expect(quoteField(page, 'Minimum quantity')).toBeVisible();
    await expect(quoteDialog(page).getByRole('combobox', { name: 'Currency' })).toHaveValue(/^USD/);
    for (const name of ['username', 'contactAddress']) {
      await expect(quoteDialog(page).locator(`input[name="${name}"]`)).toHaveCount(1);
      await expect(quoteDialog(page).locator(`input[name="${name}"]`)).toBeHidden();
    }
  });

  test('says which fields are missing, and sends nothing [A338,A342,A344,A347,A350,A353,A356,A364]', async ({ page, world }) => {
    const requests: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/quotes') && requests.push(request.url()));
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
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

  test('allows no e-mail addresses, and sends nothing [A340,A346,A349,A352,A355,A358]', async ({ page, world }) => {
    const requests: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/quotes') && requests.push(request.url()));
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await fillQuote(page);
    for (const label of ['Price', 'Payment method', 'Shipping method', 'Delivery time', 'Delivery from', 'Delivery to'] as const) {
      await quoteField(page, label).fill('5@x');
      await sendButton(page).click();
      await expect(quoteDialog(page).getByText(NO_EMAIL)).toHaveCount(1);
      await expect(quoteField(page, label)).toHaveAccessibleDescription(NO_EMAIL);
      await quoteField(page, label).fill(VALID_QUOTE[label]);
      await expect(quoteDialog(page).getByText(NO_EMAIL)).toHaveCount(0);
    }
    expect(requests).toEqual([]);
  });

  test('limits what can be typed [A339,A345,A348,A351,A354,A357]', async ({ page, world }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    const limits = { Price: 20, 'Payment method': 50, 'Shipping method': 20, 'Delivery time': 20, 'Delivery from': 50, 'Delivery to': 50 };
    for (const [label, limit] of Object.entries(limits)) {
      await quoteField(page, label).pressSequentially('x'.repeat(limit + 1));
      await expect(quoteField(page, label)).toHaveValue('x'.repeat(limit));
    }
  });

  test('says when the quantity is too long, and takes 20 characters [A343]', async ({ page, world }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await fillQuote(page, { 'Minimum quantity': 'x'.repeat(21) });
    await sendButton(page).click();
    await expect(quoteField(page, 'Minimum quantity')).toHaveAccessibleDescription('Quantity must be less than 20 characters');
    await quoteField(page, 'Minimum quantity').fill('x'.repeat(20));
    await sendButton(page).click();
    await expectToast(page, 'Quote submitted');
  });

  test('keeps what was typed when it is closed, and forgets it once it is sent', async ({ page, world }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await fillQuote(page);
    await quoteDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(quoteDialog(page)).toBeHidden();
    await openQuoteDialog(page, TITLE);
    await expect(quoteField(page, 'Delivery to')).toHaveValue(VALID_QUOTE['Delivery to']);
    await sendButton(page).click();
    await expectToast(page, 'Quote submitted');
    await openQuoteDialog(page, TITLE);
    await expect(quoteField(page, 'Price')).toHaveValue('');
  });

  test('has no accessibility violation and fits a phone', async ({ page, world }) => {
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, TITLE);
    await sendButton(page).click();
    await expect(quoteDialog(page).getByText('Price is required')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoSidewaysScroll(page);
    await expect(sendButton(page)).toBeEnabled();
  });

  test.describe('in the name of an organization', () => {
    test('is not chosen where none is known; choosing and leaving it fills and clears [A267,A268,A269,A361,A363]', async ({ page, world }) => {
      await loginAs(page, world, 'bob');
      await openQuoteDialog(page, TITLE);
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

    test('is chosen and filled in from the profile [A203,A270,A271]', async ({ page, world }) => {
      const bob = await loginAs(page, world, await world.person('bob', ORGANIZATION));
      await openQuoteDialog(page, TITLE);
      await expect(radio(page, 'Organization')).toBeChecked();
      await expect(quoteField(page, 'Organization name')).toHaveValue(ORGANIZATION.organization);
      await radio(page, 'Individual').check();
      await radio(page, 'Organization').check();
      await expect(quoteField(page, 'Organization name')).toHaveValue(ORGANIZATION.organization);
      await expect(quoteField(page, 'Tax code')).toHaveValue(ORGANIZATION.taxCode);
      const copy = await page.evaluate((key) => localStorage.getItem(key), `userProfile_${bob.id}`);
      expect(JSON.parse(copy ?? '{}')).toMatchObject(ORGANIZATION);
    });

    test('is left behind: nothing of it is sent for an individual [A268]', async ({ page, world }) => {
      await loginAs(page, world, await world.person('bob', ORGANIZATION));
      await openQuoteDialog(page, TITLE);
      await fillQuote(page);
      await expect(quoteField(page, 'Organization name')).toHaveValue(ORGANIZATION.organization);
      await expect(quoteField(page, 'Tax code')).toHaveValue(ORGANIZATION.taxCode);
      await radio(page, 'Individual').check();
      const sent = page.waitForRequest(API);
      await sendButton(page).click();
      expect((await sent).postDataJSON()).toMatchObject({ accountType: 'individual', organizationName: '', taxCode: '' });
      await expectToast(page, 'Quote submitted');
    });

    test('has limits that say what is wrong [A360,A362]', async ({ page, world }) => {
      await loginAs(page, world, await world.person('bob', ORGANIZATION));
      await openQuoteDialog(page, TITLE);
      await fillQuote(page);
      await quoteField(page, 'Organization name').fill('x'.repeat(101));
      await quoteField(page, 'Tax code').fill('x'.repeat(21));
      await sendButton(page).click();
      await expect(quoteField(page, 'Organization name')).toHaveAccessibleDescription('Organization name must be less than 100 characters');
      await expect(quoteField(page, 'Tax code')).toHaveAccessibleDescription('Tax code must be less than 20 characters');
      await quoteField(page, 'Organization name').fill('x'.repeat(100));
      await quoteField(page, 'Tax code').fill('x'.repeat(20));
      await expect(quoteDialog(page).getByText(/must be less than/)).toHaveCount(0);
    });

    test('needs it in the profile [A370]', async ({ page, world }) => {
      const requests: string[] = [];
      page.on('request', (request) => request.url().endsWith('/api/quotes') && requests.push(request.url()));
      await loginAs(page, world, 'bob');
      await openQuoteDialog(page, TITLE);
      await fillQuote(page);
      await radio(page, 'Organization').check();
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
  });

  test.describe('while and after it is sent', () => {
    test.beforeEach(async ({ page, world }) => {
      await loginAs(page, world, 'bob');
    });

    test('shows "Sending..." and cannot be sent twice [A272]', async ({ page }) => {
      await openQuoteDialog(page, TITLE);
      await fillQuote(page);
      const release = await hold(page, API);
      await sendButton(page).click();
      await expect(sendButton(page)).toHaveText('Sending...');
      await expect(sendButton(page)).toBeDisabled();
      release();
      await expectToast(page, 'Quote submitted');
    });

    test('says how long to wait beside the button, which stays disabled until the dialog is closed [A273,A274,A510,A512]', async ({ page, world }) => {
      const [post] = await world.sql<{ id: number }>('select id::int as id from public.posts');
      await createQuote(await world.person('bob'), post?.id ?? 0);
      await world.sql(`update private.quote_waits set quoted_at = now() - interval '2 days'`);
      await openQuoteDialog(page, TITLE);
      await recordToasts(page);
      await fillQuote(page);
      await sendButton(page).click();
      await expect(inline(page)).toHaveText('Please wait 3 days to send another quote');
      await expect(sendButton(page)).toBeDisabled();
      await quoteField(page, 'Price').fill(EDITED);
      await expect(sendButton(page)).toBeDisabled();
      expect(await recordedToasts(page)).toEqual([]);

      await quoteDialog(page).getByRole('button', { name: 'Close' }).click();
      await openQuoteDialog(page, TITLE);
      await expect(inline(page)).toHaveCount(0);
      await expect(sendButton(page)).toBeEnabled();
    });

    for (const [check, status, body] of [
      ['A511', 429, '{"message":"Too many requests"}'],
      ['A513', 400, '{"message":"Daily limit exceeded"}'],
      ['A514', 400, '{"message":"Please wait for next 5 days"}'],
      ['A515', 400, '{"message":"Quote limit exceeded"}'],
    ] as const) {
      test(`waits 5 days after ${status} ${body} [${check}]`, async ({ page }) => {
        await openQuoteDialog(page, TITLE);
        await fillQuote(page);
        await answer(page, status, body);
        await recordToasts(page);
        await sendButton(page).click();
        await expect(inline(page)).toHaveText('Please wait 5 days to send another quote');
        await expect(sendButton(page)).toBeDisabled();
        expect(await recordedToasts(page)).toEqual([]);
      });
    }

    test('marks the fields that the server refuses [A516,A520]', async ({ page }) => {
      await openQuoteDialog(page, TITLE);
      await fillQuote(page);
      await answer(page, 400, JSON.stringify({ message: 'Invalid input', errors: [{ path: 'price', message: 'No bids below 1 USD' }] }));
      await sendButton(page).click();
      await expectToast(page, 'Error submitting quote', 'Validation failed', 'destructive');
      await expect(quoteField(page, 'Price')).toHaveAccessibleDescription('No bids below 1 USD');
      await expect(sendButton(page)).toBeEnabled();
    });

    for (const [check, status, body, text] of [
      ['A517', 409, '{"message":"This post is not accepting quotes"}', 'This post is not accepting quotes'],
      ['A518', 500, '<html>Bad gateway</html>', 'Server error occurred'],
    ] as const) {
      test(`says "${text}" after ${status} ${body} [${check},A520]`, async ({ page }) => {
        await openQuoteDialog(page, TITLE);
        await fillQuote(page);
        await answer(page, status, body);
        await sendButton(page).click();
        await expectToast(page, 'Error submitting quote', text, 'destructive');
      });
    }

    test('says so when the server cannot be reached [A519,A520]', async ({ page }) => {
      await openQuoteDialog(page, TITLE);
      await fillQuote(page);
      await page.route(API, (route) => route.abort());
      await sendButton(page).click();
      await expectToast(page, 'Error submitting quote', 'Failed to submit quote. Please try again.', 'destructive');
      await expect(quoteField(page, 'Price')).toHaveValue(VALID_QUOTE.Price);
    });

    test('repeats a request whose answer got lost, and the quote is there once', async ({ page, world }) => {
      await openQuoteDialog(page, TITLE);
      await fillQuote(page);
      let attempts = 0;
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

    test('refreshes what shows the quote, the notifications twice more [A461,A462,A463,A464,A465,A466,A467,A468]', async ({ page, world }) => {
      const bob = await world.person('bob');
      const anna = await world.person('anna');
      const bobsPost = await world.createPost(bob, { title: 'Forklift' });
      await createQuote(anna, bobsPost.id);
      await page.goto('/account');
      await expect(page.getByRole('tab', { name: 'Posts (1)' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Quotes (1)' })).toBeVisible();
      await page.getByRole('tab', { name: /^Quotes/ }).click();
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
});

test.describe('the page of a post', () => {
  test('tells a supplier when he quoted and when he may again', async ({ page, world }) => {
    const bob = await loginAs(page, world, 'bob');
    const post = await world.createPost(await world.person('anna'), { title: TITLE });
    const quoteId = await createQuote(bob, post.id);
    await page.goto(`/post/cashew-nuts-w320-${post.id}`);
    await expect(page.getByText(/^You quoted on /)).toBeVisible();
    await expect(page.getByText(/You can quote again on /)).toBeVisible();
    await page.getByRole('link', { name: /^You quoted on/ }).click();
    await expect(page).toHaveURL(`/my-quotes?quote=${quoteId}`);
    await expect(page.getByRole('dialog', { name: 'Quote' })).toContainText(TITLE);
  });

  test('shows its owner the quotes it received', async ({ page, world }) => {
    const anna = await loginAs(page, world, 'anna');
    const post = await world.createPost(anna, { title: TITLE });
    await createQuote(await world.person('bob', ORGANIZATION), post.id, {
      account_type: 'organization',
      organization_name: ORGANIZATION.organization,
      tax_code: ORGANIZATION.taxCode,
    });
    await page.goto(`/post/cashew-nuts-w320-${post.id}`);
    const quote = page.getByRole('article', { name: 'Quote from bob' });
    await expect(page.getByRole('heading', { name: 'Quotes received (1)' })).toBeVisible();
    for (const text of ['2.40 USD', '500 kg', '20 days', ORGANIZATION.organization, '>90% match']) await expect(quote).toContainText(text);
  });
});
