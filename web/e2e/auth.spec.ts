import type { Page } from '@playwright/test';
import { PASSWORD } from '../../supabase/tests/support/world.ts';
import { type Registration, fillLogin, fillRegistration, registerForm } from './support/auth-forms.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFieldError } from './support/fields.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { hold } from './support/requests.ts';
import { expectToast, recordedToasts, recordToasts } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const loginForm = (page: Page) => page.getByRole('form', { name: 'Login' });

const submitRegister = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();
const accountMenu = (page: Page, username: string) => page.getByRole('button', { name: `Account menu of ${username}` });

test.describe('the auth page', () => {
  test('the auth page shows login first, with its fields and links [A35,A162,A163,A164,A165,A167,A285,A286,A420]', async ({
    page,
  }) => {
    const form = loginForm(page);
    const password = form.getByLabel('Password', { exact: true });
    const provider = page.getByRole('link', { name: 'Continue with Google' });

    await test.step('has the fields and links of the login tab', async () => {
      await page.goto('/auth');
      await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
      await expect(form.getByLabel('Username or Email')).toBeVisible();
      await expect(password).toHaveAttribute('type', 'password');
      await form.getByRole('button', { name: 'Toggle password visibility' }).click();
      await expect(password).toHaveAttribute('type', 'text');
      await form.getByRole('button', { name: 'Toggle password visibility' }).click();
      await expect(password).toHaveAttribute('type', 'password');
      await expect(form.getByRole('checkbox', { name: 'Remember me', exact: true })).toBeVisible();
      await expect(form.getByRole('button', { name: 'Forgot your password?', exact: true })).toBeVisible();
      await expect(provider).toHaveAttribute('href', /^\/auth\//);
    });

    await test.step('is accessible and fits a phone', async () => {
      await page.setViewportSize(VIEWPORTS.phone);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.setViewportSize(VIEWPORTS.desktop);
    });

    await test.step('asks for what is missing before it asks the server', async () => {
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/session')) calls.push(request.url());
      });
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expectFieldError(form.getByLabel('Username or Email'), 'Username is required');
      await expectFieldError(password, 'Password is required');
      expect(calls).toEqual([]);
    });

    await test.step('an external provider that is not configured leads back with a toast', async () => {
      const navigation = page.waitForRequest(
        (request) => request.isNavigationRequest() && new URL(request.url()).pathname.startsWith('/auth/'),
      );
      await provider.click();
      await navigation;
      await expectToast(page, 'Error', 'This sign-in method is not available');
      await expect(page).toHaveURL(/\/auth$/);
    });
  });

  test('the auth page shows register under its own address, with its fields and links [A36,A168,A169,A171,A174]', async ({
    page,
  }) => {
    const form = registerForm(page);

    await test.step('the tabs and the address go together', async () => {
      await page.goto('/auth');
      await expect(loginForm(page)).toBeVisible();
      await page.getByRole('tab', { name: 'Register' }).click();
      await expect(page).toHaveURL(/\/auth\?tab=register$/);
      await expect(form).toBeVisible();
      await page.getByRole('tab', { name: 'Login' }).click();
      await expect(page).toHaveURL(/\/auth$/);
      await expect(loginForm(page)).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/auth\?tab=register$/);
      await expect(form).toBeVisible();
      await page.goto('/auth?tab=register');
      await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true');
    });

    await test.step('has the fields and links of the register tab', async () => {
      for (const label of ['Username', 'Email', 'Password', 'Confirm Password']) {
        await expect(form.getByLabel(label, { exact: true })).toBeVisible();
      }
      await expect(
        form.getByRole('checkbox', { name: 'I agree to the Terms of Use and the Privacy Policy' }),
      ).not.toBeChecked();
      const terms = form.locator('label').filter({ hasText: 'I agree to' });
      await expect(terms.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/terms');
      await expect(terms.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
      await expect(page.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute('href', /^\/auth\//);
    });

    await test.step('is accessible and fits a phone', async () => {
      await page.setViewportSize(VIEWPORTS.phone);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });
});

test.describe('signing in', { tag: '@smoke' }, () => {
  test(
    'signing in by username stores the user, shows the header and says so [A166,A240,A241,A242,A479,A490]',
    { tag: '@firefox' },
    async ({ page, world }) => {
      await world.createPost(await world.person('anna'), { title: 'Steel tubes' });
      const attempts: string[] = [];
      const lists: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/session')) attempts.push(request.url());
        if (request.url().includes('/rpc/list_posts')) lists.push(request.url());
      });

      await test.step('without a session one is nobody, without noise', async () => {
        const failed: string[] = [];
        page.on('response', (response) => {
          if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
        });
        await recordToasts(page);
        await page.goto('/terms');
        await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
        expect(await recordedToasts(page)).toEqual([]);
        expect(failed).toEqual([]);
      });

      await test.step('a wrong password shows the fixed sentence and is asked about once', async () => {
        await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
        await expect(page.getByText('Steel tubes').first()).toBeVisible();
        await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
        await fillLogin(page, 'anna', 'Wrong-password1');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page.getByRole('alert')).toHaveText('Invalid username or password. Please try again.');
        expect(attempts).toHaveLength(1);
        await expect(page).toHaveURL(/\/auth$/);
      });

      const listsOfTheGuest = lists.length;
      await test.step('it says "Signing in..." while it is pending', async () => {
        const release = await hold(page, '**/api/session');
        await fillLogin(page, 'anna', PASSWORD);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page.getByRole('button', { name: 'Signing in...', exact: true })).toBeDisabled();
        release();
      });

      await test.step('the user is known, and what was cached for the guest is cleared', async () => {
        await expectToast(page, 'Login Successful', 'Welcome back!');
        await expect(page).toHaveURL(/\/$/);
        await expect(accountMenu(page, 'anna')).toBeVisible();
        await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0);
        await expect(page.getByText('Steel tubes').first()).toBeVisible();
        expect(lists.length).toBeGreaterThan(listsOfTheGuest);
      });
    },
  );

  test('signing in by email returns to the blocked action, and is remembered only on request [A241]', async ({
    page,
    world,
    context,
  }) => {
    await world.person('anna');
    await page.goto('/account?tab=quotes');
    await expect(page).toHaveURL(/\/auth$/);
    await page.getByRole('checkbox', { name: 'Remember me' }).uncheck();
    await fillLogin(page, 'anna@example.com', PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/account\?tab=quotes$/);
    await expect(accountMenu(page, 'anna')).toBeVisible();

    await page.reload();
    await expect(accountMenu(page, 'anna')).toBeVisible();
    const { origins } = await context.storageState();
    const stored = origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name));
    expect(stored.filter((name) => name.endsWith('-auth-token'))).toEqual([]);
  });
});

test('a browser that was told to keep nothing shows the page and signs in, until it is reloaded', async ({
  page,
  world,
}) => {
  await world.createPost(await world.person('anna'), { title: 'Steel tubes' });
  // As Chromium does where cookies are blocked.
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse, configurable: true });
  });
  await page.goto('/');
  await expect(page.getByRole('article', { name: 'Steel tubes' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await fillLogin(page, 'anna', PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(accountMenu(page, 'anna')).toBeVisible();
  await page.getByRole('button', { name: 'Compact list' }).click();
  await accountMenu(page, 'anna').click();
  await page.getByRole('menuitem', { name: 'My posts / Quotes' }).click();
  await expect(page.getByRole('link', { name: 'Steel tubes' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test.describe('the current user', () => {
  test('the current user is unknown at first, is sent home from the auth page, and has a profile copy [A37,A202,A238,A239]', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, await world.person('anna', { organization: 'Berg Ltd', taxCode: 'T-1' }));

    await test.step('neither Login nor avatar flashes', async () => {
      const release = await hold(page, '**/rest/v1/accounts*');
      await page.goto('/terms');
      await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0);
      await expect(accountMenu(page, 'anna')).toHaveCount(0);
      release();
      await expect(accountMenu(page, 'anna')).toBeVisible();
    });

    await test.step('is sent home from the auth page', async () => {
      for (const address of ['/auth', '/auth?tab=register']) {
        await page.goto(address);
        await expect(page).toHaveURL(/\/$/);
      }
    });

    await test.step('a copy of each profile is kept under a key of its own', async () => {
      await expect(accountMenu(page, 'anna')).toBeVisible();
      const copyOf = (id: number) => page.evaluate((key) => localStorage.getItem(key), `userProfile_${id}`);
      await expect.poll(() => copyOf(anna.id)).toContain('"organization":"Berg Ltd"');
      expect(await copyOf(anna.id)).not.toContain(anna.email);

      const bob = await loginAs(page, world, 'bob');
      await page.goto('/');
      await expect(accountMenu(page, 'bob')).toBeVisible();
      await expect.poll(() => copyOf(bob.id)).toContain('"username":"bob"');
      expect(await copyOf(anna.id)).toContain('"username":"anna"');
    });
  });
});

test.describe('registering', () => {
  const good = { username: 'anna.b-2', email: 'new@example.com', password: 'Abcdef1!' };
  const refused: readonly [what: string, values: Registration, label: string, text: string][] = [
    ['a username of 2', { ...good, username: 'ab' }, 'Username', 'Username must be at least 3 characters'],
    ['a username of 21', { ...good, username: 'a'.repeat(21) }, 'Username', 'Username must not exceed 20 characters'],
    [
      'other characters in the username',
      { ...good, username: 'a_b!c' },
      'Username',
      'Username can only contain letters, numbers, dots (.) and hyphens (-)',
    ],
    ['a space in the username', { ...good, username: 'an na' }, 'Username', 'Username cannot contain spaces'],
    ['half an e-mail address', { ...good, email: 'x@' }, 'Email', 'Invalid email address'],
    ['a password of 7', { ...good, password: 'Abcde1!' }, 'Password', 'Password must be at least 8 characters'],
    [
      'a password without uppercase',
      { ...good, password: 'abcdef1!' },
      'Password',
      'Password must contain at least 1 uppercase letter',
    ],
    [
      'a password without digit',
      { ...good, password: 'Abcdefg!' },
      'Password',
      'Password must contain at least 1 number',
    ],
    [
      'a password without special character',
      { ...good, password: 'Abcdefg1' },
      'Password',
      'Password must contain at least 1 special character',
    ],
    ['another confirmation', { ...good, confirm: 'Abcdef1?' }, 'Confirm Password', "Passwords don't match"],
  ];

  test('the registration form refuses invalid input before any request, and takes values at the limits [A170,A294,A295,A296,A298,A299,A300,A301,A302,A303,A305,A306]', async ({
    page,
  }) => {
    const form = registerForm(page);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/session/register')) calls.push(request.url());
    });
    await page.goto('/auth?tab=register');
    for (const [what, values, label, text] of refused) {
      await test.step(`refuses ${what}`, async () => {
        await fillRegistration(page, values);
        await submitRegister(page);
        await expectFieldError(form.getByLabel(label, { exact: true }), text);
        await expect(page).toHaveURL(/tab=register/);
        // Whatever was wrong before is right again.
        await expect(form.locator('[aria-invalid="true"]')).toHaveCount(1);
        expect(calls).toEqual([]);
      });
    }

    await test.step('refuses terms that are not accepted', async () => {
      await fillRegistration(page, { ...good, terms: false });
      await submitRegister(page);
      await expect(form.getByText('You must agree to the terms of use', { exact: true })).toBeVisible();
      await expect(page).toHaveURL(/tab=register/);
      expect(calls).toEqual([]);
    });

    await test.step('takes a username of 20, and says "Creating account..." while it is pending', async () => {
      const release = await hold(page, '**/api/session/register');
      await fillRegistration(page, { ...good, username: 'a'.repeat(20) });
      await submitRegister(page);
      await expect(page.getByRole('button', { name: 'Creating account...', exact: true })).toBeDisabled();
      release();
      await expect(accountMenu(page, 'a'.repeat(20))).toBeVisible();
    });
  });

  test('registering says what is taken, and signs in at once when no verification is required [A247,A297,A304,A416,A481,A482,A483,A484,A485,A491]', async ({
    page,
    world,
  }) => {
    await world.person('anna');
    const form = registerForm(page);
    const alert = page.getByRole('alert').first();
    const answer = (message: string) =>
      page.route('**/api/session/register', (route) => route.fulfill({ status: 422, json: { message } }));
    await page.goto('/auth?tab=register');

    await test.step('a taken username, also in other letters', async () => {
      await fillRegistration(page, { ...good, username: 'Anna' });
      await submitRegister(page);
      await expect(alert).toHaveText('This username is already taken. Please choose another one.');
      await expectFieldError(form.getByLabel('Username'), 'This username is already taken');
    });

    await test.step('a known e-mail', async () => {
      await fillRegistration(page, { ...good, email: 'Anna@Example.com' });
      await submitRegister(page);
      await expect(alert).toHaveText('This email is already registered. Try logging in instead.');
      await expectFieldError(form.getByLabel('Email'), 'This email is already registered');
    });

    await test.step('a taken username, known by a part of the answer', async () => {
      await answer('Error: Username already exists (users_username_key)');
      await fillRegistration(page, good);
      await submitRegister(page);
      await expect(alert).toHaveText('This username is already taken. Please choose another one.');
    });

    await test.step('one sentence for any other failure', async () => {
      await answer('odd');
      await submitRegister(page);
      await expect(alert).toHaveText('Registration failed. Please try again.');
    });

    await test.step('signs in at once', async () => {
      await page.unroute('**/api/session/register');
      await submitRegister(page);
      await expectToast(page, 'Registration successful', 'Your account has been created successfully!');
      await expect(page).toHaveURL(/\/$/);
      await expect(accountMenu(page, good.username)).toBeVisible();
      const rows = await world.sql<{ email: string; terms_version: string }>(
        'select email, terms_version from public.accounts where email = $1',
        [good.email],
      );
      expect(rows).toEqual([{ email: good.email, terms_version: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) }]);
    });
  });
});

test.describe('availability marks', () => {
  const mark = (page: Page, state: string) => registerForm(page).locator(`[data-availability="${state}"]`);

  test('availability marks tell free from taken, and do not praise a name that the form refuses [A172,A173]', async ({
    page,
    world,
  }) => {
    await world.person('anna');
    await page.goto('/auth?tab=register');

    await test.step('a name that the form refuses', async () => {
      const answered = page.waitForResponse('**/api/check_username*');
      await registerForm(page).getByLabel('Username').fill('two words');
      await answered;
      await submitRegister(page);
      await expect(registerForm(page).getByText('Username cannot contain spaces')).toBeVisible();
      await expect(mark(page, 'free')).toHaveCount(0);
    });

    await test.step('free and taken', async () => {
      await registerForm(page).getByLabel('Username').fill('anna');
      await expect(mark(page, 'taken')).toContainText('This username is not available');
      await registerForm(page).getByLabel('Username').fill('anna2');
      await expect(mark(page, 'free')).toContainText('This username is available');
      await registerForm(page).getByLabel('Email').fill('anna@example.com');
      await expect(mark(page, 'taken')).toContainText('This email is not available');
      await expect(registerForm(page).getByLabel('Email')).toHaveAccessibleDescription('This email is not available');
      await expect(registerForm(page).getByRole('link', { name: 'Log in instead' })).toHaveAttribute('href', '/auth');
      await registerForm(page).getByLabel('Email').fill('else@example.com');
      await expect(mark(page, 'free').filter({ hasText: 'This email is available' })).toHaveCount(1);
    });
  });

  test(
    'availability marks are missing when a release removed their code, and no typed text is lost',
    { tag: '@elsewhere' },
    async ({ page }) => {
      await page.route('**/assets/check-availability-*.js', (route) => route.fulfill({ status: 404 }));
      await page.goto('/auth?tab=register');
      const form = registerForm(page);
      // Once, since a browser may keep the failure and answer the second field with it.
      const asked = page.waitForResponse('**/assets/check-availability-*.js');
      await form.getByLabel('Username').fill('newcomer');
      await asked;
      await form.getByLabel('Email').fill('newcomer@example.com');
      await submitRegister(page);
      await expect(form.getByText('You must agree to the terms of use')).toBeVisible();
      // Also once everything was fetched that may be needed next.
      await page.waitForLoadState('networkidle');
      await expect(form.getByLabel('Username')).toHaveValue('newcomer');
      await expect(form.getByLabel('Email')).toHaveValue('newcomer@example.com');
      await expect(form.locator('[data-availability="free"], [data-availability="taken"]')).toHaveCount(0);
    },
  );

  test('availability is checked once, 500 ms after typing stops, and only for a valid name or address [A283,A284,A307,A308]', async ({
    page,
  }) => {
    const asked: string[] = [];
    await page.route(/\/api\/check[_-]/, (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams.get('username') ?? searchParams.get('email') ?? '');
      return route.fulfill({ json: { exists: false } });
    });
    await page.clock.install();
    await page.goto('/auth?tab=register');
    const form = registerForm(page);
    await form.waitFor();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));

    await test.step('only from the third character and with "@" and "."', async () => {
      for (const [label, text] of [
        ['Username', 'st'],
        ['Email', 'a@b'],
        ['Email', 'a.b'],
      ] as const) {
        await form.getByLabel(label).fill(text);
        await page.clock.runFor(1000);
      }
      expect(asked).toEqual([]);
      for (const [label, text] of [
        ['Username', 'ste'],
        ['Email', 'a@b.c'],
      ] as const) {
        await form.getByLabel(label).fill(text);
        await page.clock.runFor(600);
        await expect.poll(() => asked).toContain(text);
      }
    });

    await test.step('500 ms after typing stops, once', async () => {
      asked.length = 0;
      await form.getByLabel('Username').fill('');
      await form.getByLabel('Username').pressSequentially('steele');
      await page.clock.runFor(400);
      await form.getByLabel('Username').pressSequentially('r');
      await page.clock.runFor(499);
      expect(asked).toEqual([]);
      await page.clock.runFor(1);
      await expect.poll(() => asked).toEqual(['steeler']);
    });
  });
});

test.describe('a forgotten password', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Forgot Password' });
  const sent = (page: Page) => page.getByRole('dialog', { name: 'Check your email' });
  const openDialog = (page: Page) => page.getByRole('button', { name: 'Forgot your password?' }).click();

  async function ask(page: Page, email: string): Promise<void> {
    await dialog(page).getByLabel('Email', { exact: true }).fill(email);
    await dialog(page).getByRole('button', { name: 'Send reset link' }).click();
  }

  test('the forgotten-password dialog says why it failed, and answers alike for any address [A175,A176,A177,A309,A422,A488,A489]', async ({
    page,
    world,
  }) => {
    await world.person('anna');
    await page.goto('/auth');
    await openDialog(page);

    await test.step('needs an e-mail address', async () => {
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/forgot_password')) calls.push(request.url());
      });
      await expect(dialog(page).getByLabel('Email', { exact: true })).toBeVisible();
      await dialog(page).getByRole('button', { name: 'Send reset link' }).click();
      await expectToast(page, 'Email required', 'Please enter your email address');
      expect(calls).toEqual([]);
    });

    for (const [body, text] of [
      [{ message: 'Mail is off' }, 'Mail is off'],
      [{}, 'Failed to send reset email'],
    ] as const) {
      await test.step(`says "${text}" when the server answers ${JSON.stringify(body)}`, async () => {
        await page.route('**/api/forgot_password', (route) => route.fulfill({ status: 400, json: body }));
        await ask(page, 'anna@example.com');
        await expectToast(page, 'Error', text);
        await page.unroute('**/api/forgot_password');
      });
    }

    for (const email of ['anna@example.com', 'nobody@example.com']) {
      await test.step(`has the same answer and tips for ${email}`, async () => {
        await ask(page, email);
        await expect(
          sent(page).getByText('If an account exists with this email, a reset link was sent.'),
        ).toBeVisible();
        await expect(sent(page).getByText(/Spam\/Junk/)).toBeVisible();
        await expect(sent(page).getByText(/2-3 more minutes/)).toBeVisible();
        await expect(sent(page).getByText(/address is spelled/)).toBeVisible();
        await expect(sent(page).getByText(email, { exact: true })).toBeVisible();
        await expect(page.getByText('Failed to send reset email')).toBeHidden();
        await sent(page).getByRole('button', { name: 'Use another address' }).click();
        await expect(dialog(page).getByLabel('Email', { exact: true })).toHaveValue(email);
        await dialog(page).getByRole('button', { name: 'Send reset link' }).click();
        await sent(page).getByRole('button', { name: 'Close', exact: true }).last().click();
        await expect(sent(page)).toHaveCount(0);
        await openDialog(page);
        await expect(dialog(page)).toBeVisible();
      });
    }
  });

  test('a forgotten password is replaced once with the link of the mail, and never without a link [A41,A585]', async ({
    page,
    world,
  }) => {
    await world.person('anna');
    await page.goto('/auth');
    await openDialog(page);
    await ask(page, 'anna@example.com');
    await expect(sent(page)).toBeVisible();
    const mail = await world.mailTo('anna@example.com');
    const link = /href="([^"]*\/reset-password[^"]*)"/.exec(mail.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const form = page.getByRole('form', { name: 'Reset password' });

    const forget = () =>
      page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });

    await test.step('the link of a plain-text mail leads to the form too, also after a reload', async () => {
      await page.goto(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '');
      await expect(page).toHaveURL(/\/reset-password/);
      await expect(form).toBeVisible();
      await page.reload();
      await expect(form).toBeVisible();
    });

    await test.step('the form refuses what breaks the rules, and replaces the password', async () => {
      await forget();
      await page.goto(link);
      await form.getByLabel('New password').fill('short');
      await form.getByLabel('Confirm password').fill('Other123!');
      await form.getByRole('button', { name: 'Reset password' }).click();
      await expectFieldError(form.getByLabel('New password'), 'Password must be at least 8 characters');
      await expectFieldError(form.getByLabel('Confirm password'), "Passwords don't match");
      await form.getByLabel('New password').fill('NewPass1!');
      await form.getByLabel('Confirm password').fill('NewPass1!');
      await form.getByRole('button', { name: 'Reset password' }).click();
      await expect(page.getByText('Your password has been reset. You can now sign in.')).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Go to login' }).click();
      await fillLogin(page, 'anna', 'NewPass1!');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(accountMenu(page, 'anna')).toBeVisible();
    });

    await page.context().clearCookies();
    await forget();
    for (const [what, address] of [
      ['a used link', link],
      ['no link', '/reset-password'],
      ['a wrong link', '/reset-password?token=wrong'],
    ] as const) {
      await test.step(`${what} leads to nothing but a new one`, async () => {
        await page.goto(address);
        await expect(page.getByText('This reset link is invalid or has expired')).toBeVisible();
        await page.getByRole('button', { name: 'Request a new link' }).click();
        await expect(dialog(page)).toBeVisible();
        await page.keyboard.press('Escape');
        await expectAccessible(page);
      });
    }
  });
});

test.describe('logging out', () => {
  async function openLogout(page: Page, username: string) {
    await accountMenu(page, username).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    return page.getByRole('dialog', { name: 'Confirm Logout', exact: true });
  }

  test('logging out asks first, works while Auth is out, and forgets the user [A92,A93,A94,A95,A248,A249,A487,A492]', async ({
    page,
    world,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/logout')) calls.push(request.url());
    });
    const anna = await loginAs(page, world, 'anna');

    await test.step('asks first, and Cancel changes nothing', async () => {
      await page.goto('/terms');
      const dialog = await openLogout(page, 'anna');
      await expect(
        dialog.getByText('Are you sure you want to logout from your account?', { exact: true }),
      ).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Logout', exact: true })).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(accountMenu(page, 'anna')).toBeFocused();
      await page.goto('/account');
      await expect(page.getByRole('heading', { level: 1, name: 'My posts / Quotes' })).toBeVisible();
      expect(calls).toEqual([]);
    });

    await test.step('a failure says so and keeps the user', async () => {
      await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 503, json: { msg: 'down' } }));
      await page.evaluate(() => {
        const { removeItem } = Storage.prototype;
        Storage.prototype.removeItem = function (key) {
          if (key.endsWith('-auth-token')) throw new Error('denied');
          removeItem.call(this, key);
        };
      });
      const dialog = await openLogout(page, 'anna');
      await dialog.getByRole('button', { name: 'Logout' }).click();
      await expectToast(page, 'Logout failed', 'Failed to logout', 'destructive');
      await expect(accountMenu(page, 'anna')).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await page.unroute('**/auth/v1/logout*');
      await page.reload();
    });

    await test.step('a success says so, forgets the user and guards their pages', async () => {
      const dialog = await openLogout(page, 'anna');
      await dialog.getByRole('button', { name: 'Logout' }).click();
      await expectToast(page, 'Logged out', 'You have been logged out successfully');
      await expect(page).toHaveURL(/\/auth$/);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
      await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), `userProfile_${anna.id}`)).toBeNull();
      await page.goto('/account');
      await expect(page).toHaveURL(/\/auth$/);
    });

    await test.step('an outage of Auth keeps nobody signed in', async () => {
      await fillLogin(page, 'anna', PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(accountMenu(page, 'anna')).toBeVisible();
      await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 503, json: { msg: 'down' } }));
      const dialog = await openLogout(page, 'anna');
      await dialog.getByRole('button', { name: 'Logout' }).click();
      await expectToast(page, 'Logged out', 'You have been logged out successfully');
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('-auth-token')))).toEqual(
        [],
      );
    });
  });

  test('logging out ends every tab, and leaves nothing of the user in the cache for the next one [A248]', async ({
    page,
    world,
    context,
  }) => {
    const anna = await world.person('anna');
    await world.person('bob');
    const { id: hidden } = await world.createPost(anna, { title: 'Known to anna' });
    await world.createPost(anna, { title: 'Known to all' });
    await anna.client.rpc('hide_post', { post_id: hidden });
    await anna.client.rpc('set_post_like', { post_id: hidden, liked: true });
    await world.sql(`insert into public.notifications (user_id, message) values ($1::bigint, 'For anna alone')`, [
      anna.id,
    ]);
    await loginAs(page, world, anna);
    await page.goto('/');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible();
    const other = await context.newPage();
    await other.goto('/privacy');
    await expect(accountMenu(other, 'anna')).toBeVisible();
    const dialog = await openLogout(page, 'anna');
    await dialog.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await other.close();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article', { name: 'Known to all', exact: true })).toBeVisible();

    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await fillLogin(page, 'bob', PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(accountMenu(page, 'bob')).toBeVisible();
    await page.getByRole('button', { name: 'Notifications', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('No notifications yet');
  });
});

test.describe('conversions', () => {
  test('conversions are reported for registration, login and search [A565,A566,A572]', async ({ page, world }) => {
    await page.addInitScript(() => {
      const sent: unknown[] = [];
      Object.assign(window, { sent, gtag: (...command: unknown[]) => sent.push(command) });
    });
    const conversions = () => page.evaluate(() => JSON.stringify(Reflect.get(window, 'sent')));
    await page.goto('/auth?tab=register');
    await fillRegistration(page, { username: 'carla', email: 'carla@example.com', password: 'Abcdef1!' });
    await submitRegister(page);
    await expect(accountMenu(page, 'carla')).toBeVisible();
    await expect.poll(conversions).toContain('"send_to":"registration"');

    await page.getByRole('searchbox', { name: 'Search' }).fill('steel');
    await page.keyboard.press('Enter');
    await expect.poll(conversions).toContain('"send_to":"search"');

    await world.person('anna');
    await accountMenu(page, 'carla').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await fillLogin(page, 'anna', PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(accountMenu(page, 'anna')).toBeVisible();
    await expect.poll(conversions).toContain('"send_to":"login"');
  });
});
