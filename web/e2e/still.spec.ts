import type { Locator, Page } from '@playwright/test';
import { DESCRIPTION_PREVIEW } from '../src/features/posts/card/description-preview.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { placesOf } from './support/places.ts';
import { card, storeImages } from './support/posts.ts';
import { hold } from './support/requests.ts';
import { watchShifts } from './support/shifts.ts';
import { isEnglish, vi } from './support/vietnamese.ts';
import { VIEWPORTS } from './support/viewports.ts';
import { watchCode } from './support/watch-code.ts';

const LONG = 'Long grain, '.repeat(30);

/** What the still and the page have in common; how wide words are the font says, which comes later. */
const PARTS = ['header', 'header input', 'header a[href="/auth?tab=register"]', '#content h1', '#content h2'];

/** Clicks on the beginning of what can be seen and not used. */
async function clickIn(page: Page, place: Locator): Promise<void> {
  const { x, y, height } = await place.evaluate((element) => element.getBoundingClientRect().toJSON());
  await page.mouse.click(x + 10, y + height / 2);
}

for (const [name, viewport] of Object.entries(VIEWPORTS))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the start page stands with the text of its posts before its code is loaded: ${name}, ${colorScheme}`, async ({
      page,
      world,
    }) => {
      const anna = await world.person('anna');
      await world.createPost(anna, { title: 'Rice <b>of</b> any kind', description: LONG });
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const moved = await watchShifts(page);
      const release = await hold(page, '**/assets/*.js');
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.getByText('Rice <b>of</b> any kind')).toBeVisible();
      await expect(page.getByText(`${LONG.slice(0, DESCRIPTION_PREVIEW).trimEnd()}…`)).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await expect(page.getByRole('heading', { name: 'Marketplace Platform' })).toBeVisible();
      await expect(page.locator('.still header img').first()).not.toHaveJSProperty('naturalWidth', 0);
      await expect(page.getByRole('status')).toHaveText('Loading...');
      await expectAccessible(page);
      // Nothing can be used yet.
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
      await expect(page.getByRole('link').or(page.getByRole('button'))).toHaveCount(0);
      await expect(page.locator('input:not([readonly])')).toHaveCount(0);
      await page.mouse.wheel(0, 500);
      const before = await placesOf(page, PARTS);
      release();
      await expect(card(page, 'Rice <b>of</b> any kind')).toBeVisible();
      await expect(page.locator('.still')).toHaveCount(0);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      expect(await placesOf(page, PARTS)).toEqual(before);
      expect(await moved()).toBeLessThan(0.005);
    });

for (const [name, viewport] of Object.entries(VIEWPORTS))
  test(`cards of the still have the places and heights of the cards that replace them: ${name}`, async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    const images = await storeImages(anna, 2);
    const facts = { quantity: 20, unit: 'ton', description: 'Long grain, one lot a month.' };
    await world.createPost(anna, { ...facts, title: 'Tea', category: 'food' });
    await world.createPost(anna, { ...facts, title: 'Rice', category: 'food', images });
    await page.setViewportSize(viewport);
    const release = await hold(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Rice')).toBeVisible();
    const placesIn = (selector: string) =>
      page.locator(selector).evaluateAll((all) =>
        all.slice(0, 2).map((each) => {
          const { y, height } = each.getBoundingClientRect();
          return [Math.round(y), Math.round(height)];
        }),
      );
    const before = await placesIn('.still [data-stand-in]');
    release();
    await expect(card(page, 'Rice')).toBeVisible();
    await expect(page.locator('.still')).toHaveCount(0);
    const after = await placesIn('article');
    for (const [index, place] of after.entries())
      for (const [part, value] of place.entries())
        expect(Math.abs(value - (before[index]?.[part] ?? 0)), JSON.stringify([before, after])).toBeLessThanOrEqual(4);
  });

test('words that were shown stay when the code takes over', async ({ page, world }) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Reflect.set(window, 'seen', seen);
    const look = () => {
      seen.push([...document.querySelectorAll('main p, main h3')].some(({ textContent }) => textContent === 'Rice'));
      requestAnimationFrame(look);
    };
    look();
  });
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Rice')).toBeVisible();
  release();
  await expect(card(page, 'Rice')).toBeVisible();
  const seen: boolean[] = await page.evaluate(() => Reflect.get(window, 'seen'));
  expect(seen.slice(seen.indexOf(true))).not.toContain(false);
});

test('a user sees no still of a guest, and its header causes no layout shift', async ({ page, world }) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  await loginAs(page, world, 'bob');
  const moved = await watchShifts(page);
  for (const [name, viewport] of Object.entries(VIEWPORTS))
    await test.step(name, async () => {
      await page.setViewportSize(viewport);
      const release = await hold(page, '**/assets/*.js');
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.locator('.still').getByText('Rice')).toBeVisible();
      await expect(page.getByText('Sign Up')).toHaveCount(0);
      const actions = page.locator('header [class*=actions]');
      const { width } = await actions.evaluate((element) => element.getBoundingClientRect());
      release();
      await expect(page.getByRole('button', { name: 'Account menu of bob' })).toBeVisible();
      expect(await actions.evaluate((element) => element.getBoundingClientRect().width)).toBe(width);
      expect(await moved()).toBeLessThan(0.001);
    });
});

test('the still of a Vietnamese reader is in Vietnamese, and a click on it is carried out', async ({ page, world }) => {
  const anna = await world.person('anna');
  const { id } = await world.createPost(anna, { title: 'Gạo', description: 'Hạt dài' });
  await page.goto('/?lang=vi');
  await expect(page.getByRole('link', { name: vi('Login') })).toBeVisible();
  for (const address of ['/', `/post/gao-${id}`])
    await test.step(address, async () => {
      const release = await hold(page, '**/assets/*.js');
      await page.goto(address, { waitUntil: 'commit' });
      const still = page.locator('.still');
      await expect(still.getByText('Gạo')).toBeVisible();
      const shown = await still.evaluate((root) => [
        ...[...root.querySelectorAll('*')].flatMap((each) => [each.ariaLabel, each.getAttribute('placeholder')]),
        ...(root instanceof HTMLElement ? root.innerText.split('\n') : []),
      ]);
      expect(shown.filter((text) => text && isEnglish(text))).toEqual([]);
      await clickIn(page, still.getByText(vi('Login')));
      release();
      await expect(page).toHaveURL(/\/auth$/);
    });
});

test('words of a language that the browser keeps are text in a still', async ({ page, world }) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  await page.goto('/?lang=vi');
  await expect(page.getByRole('link', { name: vi('Login') })).toBeVisible();
  await page.evaluate(() => {
    const choice = JSON.parse(localStorage['language']);
    localStorage['language'] = JSON.stringify({ ...choice, still: { ...choice.still, Login: '<b>"&</b>' } });
  });
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('.still').getByText('<b>"&</b>')).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: vi('Login') })).toBeVisible();
});

test('a user with an expiring token sees a still without text until it is renewed', async ({ page, world }) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  await loginAs(page, world, 'bob');
  await page.addInitScript(() => {
    for (const [key, value] of Object.entries(localStorage))
      if (key.endsWith('-auth-token') && !('visited' in localStorage))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: Date.now() / 1000 + 60 }));
    localStorage.setItem('visited', 'yes');
  });
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('What do you want to buy?')).toBeVisible();
  await expect(page.getByText('Rice')).toHaveCount(0);
  release();
  await expect(card(page, 'Rice')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu of bob' })).toBeVisible();
});

test.describe('code is asked for', () => {
  test('code is requested in the third frame after the text of the posts, when it is on the screen', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Rice' });
    const isAskedFor = await watchCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('.still').getByText('Rice')).toBeVisible();
    // A frame takes 16 ms here.
    await page.clock.runFor(32);
    expect(await isAskedFor()).toBe(false);
    await page.clock.runFor(16);
    await expect.poll(isAskedFor).toBe(true);
  });

  test('code is requested after 150 ms without the text of the posts', async ({ page }) => {
    await hold(page, '**/rpc/*_posts*');
    const isAskedFor = await watchCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('.still')).toBeVisible();
    await page.clock.runFor(149);
    expect(await isAskedFor()).toBe(false);
    await page.clock.runFor(1);
    await expect.poll(isAskedFor).toBe(true);
  });

  test.describe('at once', () => {
    for (const [when, address] of [
      ['on another page', '/news'],
      ['on a page that is called as what every object has', '/constructor'],
      ['for a search', '/?q=rice'],
    ] as const)
      test(when, async ({ page }) => {
        const isAskedFor = await watchCode(page);
        await page.goto(address);
        await expect.poll(isAskedFor).toBe(true);
      });

    test('code is requested at once where storage is denied', async ({ page }) => {
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException('Access is denied', 'SecurityError');
            },
          });
      });
      const isAskedFor = await watchCode(page);
      await page.goto('/');
      await expect.poll(isAskedFor).toBe(true);
    });

    test('code is requested at once when the posts fail to load', async ({ page }) => {
      await page.route('**/rpc/list_posts*', (route) => route.abort());
      const isAskedFor = await watchCode(page);
      await page.goto('/');
      await expect.poll(isAskedFor).toBe(true);
    });
  });
});

for (const [what, name, address] of [
  ['a link', 'Login', /\/auth$/],
  ['a button', 'Post a purchase request now!', /\/auth$/],
  ['the title of a post', 'Rice', /\/post\/rice-\d+/],
] as const)
  test(`a click on ${what} before the code is loaded is carried out once the page is ready`, async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Rice' });
    const release = await hold(page, '**/assets/*.js');
    // Nothing that comes after the page has to be waited for: somebody may have clicked again by then.
    await hold(page, '**/assets/quiet-helpers-*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Rice')).toBeVisible();
    await clickIn(page, page.locator('.still').getByText(name));
    release();
    await expect(page).toHaveURL(address);
  });

for (const key of ['Alt', 'Control', 'Meta', 'Shift'])
  test(`a click with ${key} before the code is here means something else, and is not done`, async ({ page, world }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Rice' });
    const release = await hold(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Rice')).toBeVisible();
    await page.keyboard.down(key);
    await clickIn(page, page.locator('.still').getByText('Login'));
    await page.keyboard.up(key);
    expect(await page.evaluate(() => 'clickOnStill' in window)).toBe(false);
    release();
    await expect(card(page, 'Rice')).toBeVisible();
    await expect(page).toHaveURL('/');
  });

test('a click before the code is here gives the search field the focus, and takes an earlier one back', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Rice')).toBeVisible();
  await clickIn(page, page.locator('.still').getByText('Login'));
  await clickIn(page, page.locator('.still header input'));
  release();
  await expect(page.locator('header input')).toBeFocused();
  await expect(card(page, 'Rice')).toBeVisible();
});

test('letters typed into the search field before the code is loaded are kept in the ready page', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Steel' });
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Steel')).toBeVisible();
  await clickIn(page, page.locator('.still header input'));
  await page.keyboard.type('stel');
  await page.keyboard.press('Backspace');
  release();
  await expect(page.locator('header input')).toHaveValue('ste');
  await page.keyboard.type('el');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?q=steel');
});

for (const [colorScheme, name] of [
  ['light', 'mantine-dark-hidden'],
  ['dark', 'mantine-light-hidden'],
] as const)
  test(`the still has the sign of the page for the ${colorScheme} scheme`, async ({ page, world }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Rice' });
    await page.emulateMedia({ colorScheme });
    const release = await hold(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Rice')).toBeVisible();
    const shown = page
      .locator('header')
      .locator('.mantine-dark-hidden, .mantine-light-hidden')
      .filter({ visible: true });
    await expect(shown).toHaveClass(new RegExp(name));
    release();
    await expect(page.locator('.still')).toHaveCount(0);
    await expect(shown).toHaveClass(new RegExp(name));
  });

test('a click before the code is here is not done on something else that is in its place', async ({ page, world }) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Rice')).toBeVisible();
  await clickIn(page, page.locator('.still header input'));
  await page.locator('.still header input').evaluate((input) => input.setAttribute('aria-label', 'Something else'));
  release();
  await expect(card(page, 'Rice')).toBeVisible();
  await page.waitForFunction(() => !('clickOnStill' in window));
  await expect(page.locator('header input')).not.toBeFocused();
});

test('posts that do not come soon are waited for in the page', async ({ page, world }) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  const answer = await hold(page, '**/rpc/*_posts*');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading posts' })).toBeVisible();
  answer();
  await expect(card(page, 'Rice')).toBeVisible();
});

test('the page is there, with its styles, where the script of index.html fails or is refused', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  await page.addInitScript(() => {
    const { hasOwn } = Object;
    Object.hasOwn = () => {
      Object.hasOwn = hasOwn;
      throw new Error('Refused');
    };
  });
  await page.goto('/');
  await expect(card(page, 'Rice')).toBeVisible();
  expect(await page.evaluate(() => 'askedEarly' in window)).toBe(false);
  // Hidden by the styles of the page, shown by those of the kit.
  await expect(page.getByRole('button', { name: 'Search Filters', includeHidden: true })).toBeHidden();
});

for (const [where, stored, words, lost = /\/assets\/(?!start-).*\.js$/] of [
  ['in English', {}, 'The page could not be loaded. Check your connection, then reload it.'],
  [
    'also what starts it',
    {},
    'The page could not be loaded. Check your connection, then reload it.',
    /\/assets\/.*\.js$/,
  ],
  [
    'in the chosen language',
    { language: '{"locale":"vi","loading":"Đang tải...","failed":"Không tải được trang."}' },
    'Không tải được trang.',
  ],
] as const)
  test(`code that fails to load is reported, ${where}, and loads when the browser is online again`, async ({
    page,
  }) => {
    await page.addInitScript((values) => Object.assign(localStorage, values), stored);
    const release = await hold(page, '**/rpc/list_posts*');
    await page.route(lost, (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marketplace Platform');
    await expectAccessible(page);
    // Posts that come later do not look as if the page came as well.
    const answered = page.waitForResponse('**/rpc/list_posts*');
    release();
    await (await answered).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await expect(page.getByRole('alert')).toHaveText(words);
    await page.unroute(lost);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByRole('banner').getByRole('link', { name: /Login|Đăng nhập/ })).toBeVisible();
  });

for (const [what, isOld, words] of [
  [
    'an outdated browser that cannot read the code is told to be too old',
    true,
    /^This browser is too old for this page\./,
  ],
  ['a browser that is not outdated is not told to be too old', false, /^The page could not be loaded\./],
] as const)
  test(what, async ({ page }) => {
    await page.addInitScript((isOutdated) => {
      const { supports } = CSS;
      CSS.supports = (...test: string[]) =>
        (isOutdated && test[0] === 'container-type') === false && Reflect.apply(supports, CSS, test);
    }, isOld);
    await page.route(/\/assets\/(?!start-).*\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'of a language that is not known' }),
    );
    await page.goto('/');
    await expect(page.getByRole('alert')).toHaveText(words);
  });

test('the still does not appear without its style sheets', async ({ page, world }) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  await page.route('**/assets/*.css', (route) => route.abort());
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.locator('.still')).toHaveCount(0);
  release();
  await expect(card(page, 'Rice')).toBeVisible();
});

test('visits by links that are counted see the still, which does not move for people who want no motion', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice' });
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/?utm_source=mail&utm_campaign=a%26b&fbclid=1', { waitUntil: 'commit' });
  await expect(page.getByText('Rice')).toBeVisible();
  await expect(page.locator('.still')).toBeVisible();
  const endless = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : '')),
  );
  expect(endless).toEqual([]);
  release();
  await expect(card(page, 'Rice')).toBeVisible();
});

for (const [what, address, stored] of [
  ['a search', '/?q=rice', {}],
  ['a counted link to a search', '/?utm_source=mail&q=rice', {}],
  ['a link of a mail', '/#access_token=x', {}],
  ['another page', '/news', {}],
  ['a part of a post', '/post/rice-1#questions', {}],
  ['an address without a post', '/post/rice', {}],
  ['a language whose words are not kept', '/', { language: '{"locale":"vi","loading":"Đang tải...","title":"Sàn"}' }],
  ['the compact list', '/', { feedLayout: 'compact' }],
] as const)
  test(`the loading screen is shown for ${what}`, async ({ page }) => {
    await page.addInitScript((values) => Object.assign(localStorage, values), stored);
    const release = await hold(page, '**/assets/*.js');
    const sheet = page.waitForResponse('**/assets/*.css');
    await page.goto(address, { waitUntil: 'commit' });
    await (await sheet).finished();
    await expect(page.getByText('language' in stored ? 'Đang tải...' : 'Loading...')).toBeVisible();
    await expect(page.locator('.loading-screen')).toBeVisible();
    release();
    await expect(page.getByRole('banner')).toBeVisible();
  });

for (const [chosen, system, background] of [
  ['dark', 'light', 'rgb(16, 18, 22)'],
  ['light', 'dark', 'rgb(247, 248, 250)'],
  ['auto', 'dark', 'rgb(16, 18, 22)'],
] as const)
  test(`the loading screen has the chosen colours: ${chosen}, where the system is ${system}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.addInitScript((scheme) => localStorage.setItem('mantine-color-scheme-value', scheme), chosen);
    await hold(page, '**/assets/*.js');
    await page.goto('/news', { waitUntil: 'commit' });
    await expect(page.locator('.loading-screen')).toHaveCSS('background-color', background);
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page without JavaScript says that it needs it, and not that it is loading', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('noscript')).toBeVisible();
    await expect(page.getByText('Loading...')).toBeHidden();
    await expect(page.locator('.loading-screen__bar')).toBeHidden();
  });
});
