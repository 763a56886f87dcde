/** How a session begins, changes and ends in a browser; docs/product.md#sessions lists the ways. */
import type { Page } from '@playwright/test';
import type { Person, World } from '../../supabase/tests/support/world.ts';
import { CARLA, register, signIn } from './support/auth-forms.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { fillQuote, openQuoteDialog, quoteField, sendButton } from './support/quotes.ts';
import { expectToast, toast } from './support/toast.ts';
import { VISITS } from './support/tour.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const accountMenu = (page: Page, username: string) => page.getByRole('button', { name: `Account menu of ${username}` });
const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' });

/** What an auth server appends to the address when it hands over a session. */
const tokensOf = ({ accessToken, refreshToken }: Person) =>
  new URLSearchParams({
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: '3600',
    token_type: 'bearer',
    type: 'signup',
  }).toString();

/** One address of each page that guests see; whoever is sent to another page arrives there without the tokens. */
const ADDRESSES = Object.values(VISITS).flatMap(({ addresses, by }) =>
  by.includes('guest') ? addresses({ post: 1, ownPost: 1, news: 1, user: 1, quote: 1, deal: 1 }).slice(0, 1) : [],
);

test('tokens in the address of any page sign nobody in', async ({ page, world }) => {
  // Some twenty pages are loaded.
  test.slow();
  const tokens = tokensOf(await world.person('anna'));
  expect(ADDRESSES.length).toBeGreaterThan(15);
  for (const address of ADDRESSES) {
    await page.goto(`${address}?${tokens}#${tokens}`);
    await expect(loginLink(page), address).toBeVisible();
  }
  await loginAs(page, world, 'bob');
  for (const address of ['/', '/auth/callback', '/verify-email']) {
    await page.goto(`${address}?${tokens}#${tokens}`);
    await expect(accountMenu(page, 'bob'), address).toBeVisible();
  }
});

test('a code that another browser asked for signs nobody in, and the address chooses no sentence', async ({ page }) => {
  for (const query of ['code=0a0a0a0a-1b1b', 'error=access_denied&error_description=Call+%2B1+555+now', '']) {
    await page.goto(`/auth/callback?${query}`);
    await expectToast(page, 'Error', 'Login failed');
    await expect(page).toHaveURL(/\/auth$/);
    await expect(loginLink(page)).toBeVisible();
  }
  await page.goto('/auth/callback#error=access_denied&error_description=Call+%2B1+555+now');
  await expectToast(page, 'Error', 'Login failed');
  await expect(toast(page)).not.toContainText('555');
});

test.describe('links of mails', () => {
  test.use({ requireEmailVerification: true });

  const tokenIn = (html: string) => /verify-email\?token=([0-9a-f]+)/.exec(html)?.[1] ?? '';

  test('the link that confirms a new address signs nobody in, and says whose account it was', async ({
    page,
    world,
    browser,
  }) => {
    const anna = await world.person('anna');
    const askAndOpen = async (opener: Page, email: string) => {
      await world.askForEmail(anna, email);
      await opener.goto(`/verify-email?token=${tokenIn((await world.mailTo(email)).html)}&type=email_change`);
      await expect(opener.getByText(`${email} is now confirmed for the account anna.`)).toBeVisible();
    };
    await loginAs(page, world, 'bob');
    await askAndOpen(page, 'second@example.com');
    await expect(accountMenu(page, 'bob')).toBeVisible();

    const guest = await (await browser.newContext({ baseURL: world.webUrl })).newPage();
    await askAndOpen(guest, 'third@example.com');
    await expect(loginLink(guest)).toBeVisible();
    await guest.getByRole('link', { name: 'Go to login' }).click();
    await expect(guest).toHaveURL(/\/auth$/);
    // Neither link has left a session behind: there is the one of anna herself.
    expect(await world.sql('select 1 from auth.sessions where user_id = $1', [anna.authId])).toHaveLength(1);
  });

  test.describe('the link of a registration', () => {
    const { email, password: PASSWORD } = CARLA;
    /** Registers elsewhere, and gives the address of the link in the mail. */
    const registerElsewhere = async (world: World, username = 'carla', password = PASSWORD) => {
      await world.mails.clear();
      const made = await fetch(`${world.webUrl}/api/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username, email, password }),
      });
      expect(made.status).toBe(201);
      await world.sql(`update public.profiles set created_at = created_at - interval '61 seconds' returning 1`);
      return `/verify-email?token=${tokenIn((await world.mailTo(email)).html)}`;
    };
    const enter = async (page: Page, password: string) => {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Verify email' }).click();
    };
    const asked = (page: Page) => page.getByText(/^To show that this account is yours, enter the password/);

    test('a registration that was made on another device is verified by its link and password, and signed in', async ({
      page,
      world,
    }) => {
      await page.setViewportSize(VIEWPORTS.phone);
      await page.goto(await registerElsewhere(world));
      await expect(asked(page)).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await enter(page, PASSWORD);
      await expectToast(page, 'Email verified', 'Your email has been verified successfully');
      await expect(page).toHaveURL(/\/$/);
      await expect(loginLink(page)).toBeHidden();
      expect(await world.sql('select 1 from auth.users where email_confirmed_at is not null')).toHaveLength(1);
    });

    test('a later registration of an address is not verified by the one who registered before', async ({
      page,
      world,
    }) => {
      await page.goto('/auth?tab=register');
      await register(page);
      await expect(page).toHaveURL(/\/verify-email$/);
      const own = `/verify-email?token=${tokenIn((await world.mailTo(email)).html)}`;
      await world.sql(`update public.profiles set created_at = created_at - interval '61 seconds' returning 1`);
      const later = await registerElsewhere(world, 'mallory', 'Mallory1!');

      await page.goto(own);
      await expect(page.getByRole('alert')).toHaveText(
        'This link belongs to an earlier registration of your address. Use the newest mail, or register again.',
      );
      await page.goto(later);
      await expect(asked(page)).toBeVisible();
      await enter(page, PASSWORD);
      await expect(page.getByRole('alert')).toHaveText(
        'This is not the password of this account. If somebody else registered your address, register again to replace their account.',
      );
      await expectAccessible(page);
      expect(await world.sql('select 1 from auth.users where email_confirmed_at is not null')).toEqual([]);
      await page.getByRole('link', { name: 'register again' }).click();
      await register(page);
      await expect(page).toHaveURL(/\/verify-email$/);
      expect(await world.sql('select username from public.profiles')).toEqual([{ username: 'carla' }]);
    });

    test('the link of a registration leaves somebody else signed in', async ({ page, world }) => {
      await loginAs(page, world, 'bob');
      await page.goto(await registerElsewhere(world));
      await enter(page, PASSWORD);
      await expect(page.getByText(`${email} is now confirmed for the account carla.`)).toBeVisible();
      await expect(accountMenu(page, 'bob')).toBeVisible();
      expect(
        await world.sql(
          `select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = '${email}'`,
        ),
      ).toEqual([]);
    });
  });

  test('a link that a limit refuses says so, and not that it is wrong', async ({ page }) => {
    await page.route('**/api/session/*-email', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many requests. Please try again in 5 minutes.' } }),
    );
    for (const query of ['token=x', 'token=x&type=email_change']) {
      await page.goto(`/verify-email?${query}`);
      await expect(page.getByRole('alert')).toHaveText('Too many requests. Please try again in 5 minutes.');
    }
  });
});

/** What the browser keeps of the session. */
const keptSession = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('-auth-token'))?.[1] ?? null);
const ENDED = 'Your session has ended. Please log in again.';

test.describe('a session that has ended elsewhere', () => {
  for (const [how, end] of [
    ['by logging out of all devices', async (bob: Person) => void (await bob.client.auth.signOut({ scope: 'global' }))],
    [
      'by a deletion of the sessions',
      async (bob: Person, world: World) =>
        void (await world.sql('delete from auth.sessions where user_id = $1 returning id', [bob.authId])),
    ],
  ] as const)
    test(`a session that was ended ${how} leads to login and back, and nothing reads as empty`, async ({
      page,
      world,
    }) => {
      // Told of its end, the page would leave before the click that is to find it out.
      await page.routeWebSocket(/\/realtime\//, (socket) => socket.close({ code: 1011 }));
      const bob = await loginAs(page, world, 'bob');
      await page.goto('/my-quotes');
      await expect(page.getByText('You have not sent any quotes yet')).toBeVisible();
      // Nor may a request of the page's clock find it out first.
      let release: () => void = () => undefined;
      const clicked = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/(?:rest|auth)\/v1\//, async (route) => {
        await clicked;
        await route.fallback();
      });
      await end(bob, world);
      await accountMenu(page, 'bob').click();
      await page.getByRole('menuitem', { name: 'My posts / Quotes' }).click();
      release();
      await expect(page).toHaveURL(/\/auth$/);
      await expect(page.getByText(ENDED)).toBeVisible();
      await expect.poll(() => keptSession(page)).toBeNull();
      await signIn(page, 'bob');
      await expect(page).toHaveURL(/\/account/);
      await expect(accountMenu(page, 'bob')).toBeVisible();
      await page.goto('/auth');
      await expect(page.getByText(ENDED)).toHaveCount(0);
    });

  test('a session that ends while a quote is typed leads to login; the text is there afterwards', async ({
    page,
    world,
  }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    const bob = await loginAs(page, world, 'bob');
    await openQuoteDialog(page, 'Rice');
    await fillQuote(page, { Price: '512 USD/ton' });
    await bob.client.auth.signOut({ scope: 'global' });
    await sendButton(page).click();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByText(ENDED)).toBeVisible();
    await signIn(page, 'bob');
    await page.getByRole('button', { name: 'Quotation' }).click();
    await expect(quoteField(page, 'Price')).toHaveValue('512 USD/ton');
  });
});

test('a password that is reset where its user is signed in says so, and logs them out', async ({ page, world }) => {
  const bob = await loginAs(page, world, 'bob');
  await bob.client.auth.resetPasswordForEmail(bob.email);
  const link = /\/reset-password\?token=[0-9a-f]+/.exec((await world.mailTo(bob.email, /^Reset/)).text)?.[0] ?? '';
  await page.goto(link);
  await expect(accountMenu(page, 'bob')).toBeVisible();
  await page.getByLabel('New password').fill('Another-1');
  await page.getByLabel('Confirm password').fill('Another-1');
  await page.getByRole('main').getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Your password has been reset. You can now sign in.')).toBeVisible();
  await expect(loginLink(page)).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password/);
});

test.describe('a session that the server does not know', () => {
  const forged = (token: string) => token.replace(/[^.]+$/, 'x'.repeat(43));
  for (const [what, change] of [
    [
      'of other keys',
      (session: object, token: string) => ({ ...session, access_token: forged(token), refresh_token: 'x' }),
    ],
    ['that has ended', (session: object) => session],
    ['that has run out', (session: object) => ({ ...session, expires_at: 1 })],
  ] as const)
    test(`${what} becomes a guest, to whom public pages open`, async ({ page, world }) => {
      await world.createPost(await world.person('anna'), { title: 'Rice' });
      const bob = await world.person('bob');
      const { data } = await bob.client.auth.getSession();
      await bob.client.auth.signOut({ scope: 'global' });
      await page.goto('/terms');
      await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
        `sb-${new URL(world.supabaseUrl).hostname.split('.')[0]}-auth-token`,
        JSON.stringify(change({ ...data.session, expires_at: Math.floor(Date.now() / 1000) + 3600 }, bob.accessToken)),
      ] as const);
      await page.goto('/');
      await expect(page.getByRole('article', { name: 'Rice' })).toBeVisible();
      await expect(loginLink(page)).toBeVisible();
      await expectToast(page, ENDED);
      await expect.poll(() => keptSession(page)).toBeNull();
    });
});

test.describe('a wrong clock', () => {
  for (const hours of [-30, -1, 1, 30])
    test(`a clock that is ${hours} hours off neither ends a session nor renews it again and again`, async ({
      page,
      world,
    }) => {
      await world.person('bob');
      let renewals = 0;
      page.on('request', (request) => {
        if (request.url().includes('grant_type=refresh_token')) renewals += 1;
      });
      await page.addInitScript((shift) => {
        const now = Date.now.bind(Date);
        Date.now = () => now() + shift;
      }, hours * 3_600_000);
      await page.goto('/auth');
      await signIn(page, 'bob');
      await expect(accountMenu(page, 'bob')).toBeVisible();
      for (const address of ['/my-quotes', '/profile', '/']) {
        await page.goto(address);
        await expect(accountMenu(page, 'bob')).toBeVisible();
        await page.waitForLoadState('networkidle');
      }
      expect(renewals).toBeLessThanOrEqual(1);
    });

  test('a token that the server takes for expired is renewed once', async ({ page, world }) => {
    await loginAs(page, world, 'bob');
    let renewals = 0;
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) renewals += 1;
    });
    // Not by the token: one that is renewed within a second is the same.
    await page.route('**/rest/v1/**', (route) =>
      renewals === 0 && route.request().method() !== 'OPTIONS'
        ? route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } })
        : route.fallback(),
    );
    await page.goto('/my-quotes');
    await expect(page.getByText('You have not sent any quotes yet')).toBeVisible();
    await expect(accountMenu(page, 'bob')).toBeVisible();
    expect(renewals).toBe(1);
  });
});

test('login says why it failed: a limit, a server error, no connection, or a wrong name or password', async ({
  page,
}) => {
  await page.goto('/auth');
  for (const [answer, text] of [
    [
      { status: 401, json: { message: 'x', code: 'invalid_credentials' } },
      'Invalid username or password. Please try again.',
    ],
    [
      { status: 429, json: { message: 'Too many requests. Please try again in 5 minutes.' } },
      'Too many requests. Please try again in 5 minutes.',
    ],
    [
      { status: 503, json: { message: 'The service is busy. Please try again.' } },
      'The service is busy. Please try again.',
    ],
    [null, 'No connection. What you typed is kept.'],
  ] as const) {
    await page.route('**/api/session', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await signIn(page, 'bob');
    await expect(page.getByRole('alert')).toHaveText(text);
    await page.unroute('**/api/session');
  }
});
