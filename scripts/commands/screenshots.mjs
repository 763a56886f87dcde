/**
 * `npm run screenshots`: updates the screenshots of the README. Starts the product with demo data in a temporary folder,
 * captures it with Chromium and writes docs/images. Clock, size, motion and data are fixed; Chromium
 * smooths a few edges differently in each run.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../machine/browser.mjs';
import { prepareTypeScript, runCommand } from '../machine/command.mjs';
import { buildIfStale } from '../machine/launch.mjs';

/** @typedef {{ name: string, path: string, scheme: 'light' | 'dark', width: number, height: number, isBob?: boolean, prepare?: (page: import('@playwright/test').Page) => Promise<void> }} Picture */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'docs/images');

/** The time shown in all pictures. It is in the past, so that the session does not expire. */
const NOW = new Date('2026-01-14T09:30:00Z');
const MAX_BYTES = 150_000;
const EMAIL = 'bob@example.com';
const PASSWORD = 'Demo1234!';

const DESKTOP = { width: 1280, height: 800 };

/** @type {Picture[]} */
const PICTURES = [
  { name: 'feed-light', path: '/', scheme: 'light', ...DESKTOP },
  { name: 'feed-dark', path: '/', scheme: 'dark', ...DESKTOP },
  {
    name: 'quote-dark',
    path: '/my-quotes',
    scheme: 'dark',
    isBob: true,
    ...DESKTOP,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^View quote on / })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
    },
  },
  { name: 'phone', path: '/', scheme: 'light', width: 390, height: 800, isBob: true },
];

const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;

/**
 * Shifts all times in a text.
 * @param {string} text
 * @param {number} milliseconds
 */
export function moveTimes(text, milliseconds) {
  return text.replace(TIME, (time) => new Date(Date.parse(time) + milliseconds).toISOString());
}

/**
 * Takes one picture.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ webUrl: string, supabaseUrl: string }} server
 * @param {{ key: string, session: string, span: number }} demo how to be signed in, and how far the demo's times are from `NOW`
 * @param {Picture} picture
 */
async function take(browser, server, demo, { path, scheme, width, height, isBob, prepare }) {
  const context = await browser.newContext({
    baseURL: server.webUrl,
    viewport: { width, height },
    deviceScaleFactor: 1.5,
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
    if (isBob)
      await page.addInitScript(({ key, session }) => localStorage.setItem(key, session), {
        key: demo.key,
        session: demo.session,
      });
    await page.goto(path);
    await page.getByRole('main').getByRole('img').first().or(page.getByRole('table')).first().waitFor();
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
 * @param {{ supabaseUrl: string, publishableKey: string }} server
 * @returns {Promise<string>} what Auth answers to a sign-in
 */
async function signIn({ supabaseUrl, publishableKey }) {
  const response = await fetch(`${supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`${EMAIL} cannot sign in: ${await response.text()}`);
  return response.text();
}

/**
 * The time of the demo's load, to which all its times are relative, derived from an account.
 * @param {{ sql: import('../../supabase/local/server.ts').LocalSupabase['sql'] }} server
 * @param {readonly { username: string, joinedDaysAgo: number }[]} accounts
 */
async function demoTime({ sql }, accounts) {
  const name = EMAIL.split('@')[0];
  const account = accounts.find(({ username }) => username === name);
  const [row] = /** @type {{ joined: string }[]} */ (
    await sql(
      `select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as joined from auth.users where email = $1`,
      [EMAIL],
    )
  );
  if (!account || !row) throw new Error(`The demo has no ${EMAIL}.`);
  return Date.parse(row.joined) + account.joinedDaysAgo * 86_400_000;
}

async function main() {
  await prepareTypeScript();
  const [{ startLocalSupabase }, { demoAccounts }, { chromium }, { default: sharp }, executablePath] =
    await Promise.all([
      import('../../supabase/local/server.ts'),
      import('../../supabase/demo/data/accounts.ts'),
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
    const key = `sb-${new URL(server.supabaseUrl).hostname.split('.')[0]}-auth-token`;
    const demo = { key, session: await signIn(server), span: NOW.getTime() - (await demoTime(server, demoAccounts)) };
    mkdirSync(folder, { recursive: true });
    for (const picture of PICTURES) {
      const file = join(folder, `${picture.name}.webp`);
      const png = await take(browser, server, demo, picture);
      const webp = await sharp(png).webp({ quality: 82, effort: 6 }).toBuffer();
      writeFileSync(file, webp);
      console.log(`docs/images/${picture.name}.webp ${(webp.length / 1000).toFixed(0)} kB`);
      if (webp.length > MAX_BYTES) throw new Error(`That is more than ${MAX_BYTES / 1000} kB.`);
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCommand(main);
