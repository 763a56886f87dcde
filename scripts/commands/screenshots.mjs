/**
 * `npm run screenshots`: updates the screenshots of the README and docs/screens.md. Starts the product with demo data in a
 * temporary folder, captures it with Chromium and writes docs/images. Clock, size, motion and data are fixed; Chromium
 * smooths a few edges differently in each run.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../checks/project-files.mjs';
import { findBrowser } from '../machine/browser.mjs';
import { prepareTypeScript, runCommand } from '../machine/command.mjs';
import { buildIfStale } from '../machine/launch.mjs';

/** @typedef {'bob' | 'anna' | 'adam'} Person */
/** @typedef {typeof import('../../web/e2e/support/login-as.ts').bringSession} BringSession */
/**
 * @typedef {object} Screen
 * @property {string} path may hold POST and QUOTE, the ids of anna's request with the most quotes and of bob's quote on it
 * @property {Person} [as] nobody: a guest
 * @property {(page: import('@playwright/test').Page) => Promise<void>} [prepare] what a person does before the picture is taken
 */
/** @typedef {Screen & { file: string, scheme: 'light' | 'dark', width: number, height: number, scale: number }} Picture */

const folder = join(root, 'docs/images');

/** The time shown in all pictures. It is in the past, so that the session does not expire. */
const NOW = new Date('2026-01-14T09:30:00Z');
const MAX_BYTES = 150_000;
/** Whose account tells when the demo was loaded. */
const SOMEBODY = 'bob';
const REQUEST = 'Solid oak bar stools%';

/** Presses the first button of this name. @param {import('@playwright/test').Page} page @param {RegExp} name */
const press = (page, name) => page.getByRole('button', { name }).first().click();

/** @type {Screen['prepare']} */
const openQuote = async (page) => {
  await press(page, /^View quote on /);
  await page.getByRole('dialog').getByRole('tab', { name: 'Details' }).waitFor();
};

const DESKTOP = { width: 1280, height: 800, scale: 1.5 };

/** @type {Picture[]} */
const OF_README = [
  { file: 'feed-light', path: '/', scheme: 'light', ...DESKTOP },
  { file: 'feed-dark', path: '/', scheme: 'dark', ...DESKTOP },
  { file: 'quote-dark', path: '/my-quotes', scheme: 'dark', as: 'bob', ...DESKTOP, prepare: openQuote },
  { file: 'phone', path: '/', scheme: 'light', width: 390, height: 800, scale: 1.5, as: 'bob' },
];

/** @type {Record<string, Screen>} */
const SCREENS = {
  Home: { path: '/' },
  'Search results': { path: '/?q=chair&category=furniture' },
  Request: { path: '/post/x-POST' },
  'Request form': {
    path: '/',
    as: 'anna',
    prepare: async (page) => {
      await press(page, /^Post a purchase request now!/);
      await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).waitFor();
    },
  },
  'Quote form': {
    path: '/',
    as: 'bob',
    prepare: async (page) => {
      await press(page, /^Quotation/);
      await page.getByRole('dialog').getByRole('textbox', { name: 'Price' }).waitFor();
    },
  },
  'My quotes': { path: '/my-quotes', as: 'bob' },
  Quote: { path: '/my-quotes?quote=QUOTE', as: 'bob' },
  Account: { path: '/account', as: 'anna' },
  Inbox: { path: '/account?tab=inbox', as: 'anna' },
  Comparison: { path: '/compare/POST', as: 'anna' },
  Notifications: {
    path: '/news',
    as: 'anna',
    prepare: async (page) => {
      await press(page, /^Notifications/);
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  Profile: { path: '/profile', as: 'bob' },
  News: { path: '/news' },
  'Log in': { path: '/auth' },
  'Admin area': { path: '/admin', as: 'adam' },
};

const DEVICES = /** @type {const} */ ([
  { width: 1440, height: 900, scale: 1, scheme: 'light' },
  { width: 390, height: 844, scale: 1, scheme: 'dark' },
]);

/** @returns {Picture[]} the pictures of a screen, as docs/screens.md shows them */
const picturesOf = (/** @type {string} */ name, /** @type {Screen} */ screen) =>
  DEVICES.map((device) => ({
    ...screen,
    ...device,
    file: `screens/${name.toLowerCase().replaceAll(' ', '-')}-${device.width}-${device.scheme}`,
  }));

/** docs/screens.md: each screen on a desk and in a hand, in light and dark. */
const screensPage = () => {
  const rows = Object.entries(SCREENS).map(([name, screen]) =>
    picturesOf(name, screen).map(({ file }) => `![${name}](images/${file}.webp)`),
  );
  const table = [['1440 px', '390 px'], ['---', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  return `# Screens\n\nDemo data, taken by \`npm run screenshots\`.\n\n${table}\n`;
};

const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;

/** Shifts all times in a text. @param {string} text @param {number} milliseconds */
export function moveTimes(text, milliseconds) {
  return text.replace(TIME, (time) => new Date(Date.parse(time) + milliseconds).toISOString());
}

/**
 * Takes one picture.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ webUrl: string, supabaseUrl: string, publishableKey: string }} server
 * @param {{ ids: Record<string, number>, span: number, bringSession: BringSession }} demo how far its times are from `NOW`, and
 *   how somebody is signed in
 * @param {Picture} picture
 */
async function take(browser, server, demo, { path, scheme, width, height, scale, as, prepare }) {
  const context = await browser.newContext({
    baseURL: server.webUrl,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  try {
    const page = await context.newPage();
    await page.clock.setFixedTime(NOW);
    // The demo data is as old as its server, so its times are shifted to the clock of the page.
    await page.route(`${server.supabaseUrl}/rest/v1/**`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: moveTimes(await response.text(), demo.span) });
    });
    if (as) await demo.bringSession(page, server, `${as}@example.com`);
    await page.goto(path.replace(/POST|QUOTE/, (name) => String(demo.ids[name])));
    await page.getByRole('main').waitFor();
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(
      () =>
        document.fonts.status === 'loaded' &&
        [...document.images].every(({ complete, y }) => complete || y > window.innerHeight),
    );
    return await page.screenshot({ animations: 'disabled', caret: 'hide' });
  } finally {
    await context.close();
  }
}

/**
 * The ids that the paths of screens name.
 * @param {{ sql: import('../../supabase/local/server.ts').LocalSupabase['sql'] }} server
 */
async function idsOfDemo({ sql }) {
  const [row] = /** @type {{ post: number, quote: number }[]} */ (
    await sql(
      `select q.post_id as post, q.id as quote from public.quotes q join public.posts p on p.id = q.post_id
        join public.profiles a on a.id = q.supplier_id where p.title like $1 and a.username = 'bob'`,
      [REQUEST],
    )
  );
  if (!row) throw new Error(`The demo has no quote of bob on "${REQUEST}".`);
  return { POST: row.post, QUOTE: row.quote };
}

/**
 * The time of the demo's load, to which all its times are relative, derived from an account.
 * @param {{ sql: import('../../supabase/local/server.ts').LocalSupabase['sql'] }} server
 * @param {readonly { username: string, joinedDaysAgo: number }[]} accounts
 */
async function demoTime({ sql }, accounts) {
  const account = accounts.find(({ username }) => username === SOMEBODY);
  const [row] = /** @type {{ joined: string }[]} */ (
    await sql(
      `select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as joined from auth.users where email = $1`,
      [`${SOMEBODY}@example.com`],
    )
  );
  if (!account || !row) throw new Error(`The demo has no ${SOMEBODY}.`);
  return Date.parse(row.joined) + account.joinedDaysAgo * 86_400_000;
}

async function main() {
  await prepareTypeScript();
  const [{ startLocalSupabase }, { demoAccounts }, { bringSession }, { chromium }, { default: sharp }, executablePath] =
    await Promise.all([
      import('../../supabase/local/server.ts'),
      import('../../supabase/demo/data/accounts.ts'),
      import('../../web/e2e/support/login-as.ts'),
      import('@playwright/test'),
      import('sharp'),
      findBrowser(),
    ]);
  await buildIfStale();
  const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'));
  const server = await startLocalSupabase({ dataDir, demo: true, web: 'build', cron: false, quiet: true });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  });
  try {
    const demo = {
      ids: await idsOfDemo(server),
      span: NOW.getTime() - (await demoTime(server, demoAccounts)),
      bringSession,
    };
    mkdirSync(join(folder, 'screens'), { recursive: true });
    const pictures = [...OF_README, ...Object.entries(SCREENS).flatMap(([name, screen]) => picturesOf(name, screen))];
    for (const picture of pictures) {
      const png = await take(browser, server, demo, picture);
      const webp = await sharp(png).webp({ quality: 82, effort: 6 }).toBuffer();
      writeFileSync(join(folder, `${picture.file}.webp`), webp);
      console.log(`docs/images/${picture.file}.webp ${(webp.length / 1000).toFixed(0)} kB`);
      if (webp.length > MAX_BYTES) throw new Error(`That is more than ${MAX_BYTES / 1000} kB.`);
    }
    writeFileSync(join(root, 'docs/screens.md'), screensPage());
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCommand(main);
