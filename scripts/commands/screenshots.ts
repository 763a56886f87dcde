/**
 * `npm run screenshots`: updates the screenshots of the README and docs/screens.md. Starts the product with demo data in a
 * temporary folder, captures it with Chromium and writes docs/images. Clock, size, motion and data are fixed; Chromium
 * smooths a few edges differently in each run.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts } from '../../supabase/demo/data/accounts.ts';
import { startLocalSupabase } from '../../supabase/local/server.ts';
import { bringSession } from '../../web/e2e/support/login-as.ts';
import { root } from '../checks/project-files.mjs';
import { findBrowser } from '../machine/browser.mjs';
import { buildIfStale } from '../machine/launch.mjs';
import { moveTimes } from '../machine/move-times.ts';

interface Screen {
  /** May hold POST and QUOTE, the ids of anna's request with the most quotes and of bob's quote on it. */
  path: string;
  /** Undefined for a guest. */
  as?: 'bob' | 'anna' | 'adam';
  /** Actions before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
}
type Picture = Screen & { file: string; scheme: 'light' | 'dark'; width: number; height: number; scale: number };

const folder = join(root, 'docs/images');

/** The time shown in all pictures. It is in the past, so that the session does not expire. */
const NOW = new Date('2026-01-14T09:30:00Z');
const MAX_BYTES = 150_000;
/** The supplier who quoted on the request; their account tells when the demo was loaded. */
const SUPPLIER = 'bob';
const REQUEST = 'Solid oak bar stools%';

/** Presses the first button of this name. */
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();

const openQuote: Screen['prepare'] = async (page) => {
  await press(page, /^View quote on /);
  await page.getByRole('dialog').getByRole('tab', { name: 'Details' }).waitFor();
};

const DESKTOP = { width: 1280, height: 800, scale: 1.5 };

const OF_README: Picture[] = [
  { file: 'feed-light', path: '/', scheme: 'light', ...DESKTOP },
  { file: 'feed-dark', path: '/', scheme: 'dark', ...DESKTOP },
  { file: 'quote-dark', path: '/my-quotes', scheme: 'dark', as: 'bob', ...DESKTOP, prepare: openQuote },
  { file: 'phone', path: '/', scheme: 'light', width: 390, height: 800, scale: 1.5, as: 'bob' },
];

const SCREENS: Record<string, Screen> = {
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

const DEVICES = [
  { width: 1440, height: 900, scale: 1, scheme: 'light' },
  { width: 390, height: 844, scale: 1, scheme: 'dark' },
] as const;

/** The pictures of a screen, as docs/screens.md shows them. */
const picturesOf = (name: string, screen: Screen): Picture[] =>
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

await buildIfStale();
const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'));
const server = await startLocalSupabase({ dataDir, demo: true, web: 'build', cron: false, quiet: true });
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});

/** The ids that the paths of screens name, and when their supplier registered. */
async function readDemo() {
  const [row] = await server.sql<{ POST: number; QUOTE: number; joined: string }>(
    `select q.post_id as "POST", q.id as "QUOTE", u.created_at::text as joined
     from public.quotes q join public.posts p on p.id = q.post_id
     join public.profiles a on a.id = q.supplier_id join auth.users u on u.id = a.auth_id
     where p.title like $1 and a.username = $2`,
    [REQUEST, SUPPLIER],
  );
  const account = demoAccounts.find(({ username }) => username === SUPPLIER);
  if (!row || !account) throw new Error(`The demo has no quote of ${SUPPLIER} on "${REQUEST}".`);
  // All times of the demo are relative to its load.
  const loaded = Date.parse(row.joined) + account.joinedDaysAgo * 86_400_000;
  return { ids: row, span: NOW.getTime() - loaded };
}

type Demo = Awaited<ReturnType<typeof readDemo>>;

async function take({ path, scheme, width, height, scale, as, prepare }: Picture, { ids, span }: Demo) {
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
    // The demo data is as old as its server: its times are shifted to the clock of the page, and what the page asks for,
    // such as the days of the statistics, to that of the server.
    await page.route(`${server.supabaseUrl}/rest/v1/**`, async (route) => {
      const asked = route.request().postData();
      const response = await route.fetch(asked === null ? {} : { postData: moveTimes(asked, -span) });
      await route.fulfill({ response, body: moveTimes(await response.text(), span) });
    });
    if (as) await bringSession(page, server, `${as}@example.com`);
    await page.goto(path.replace(/POST|QUOTE/, (name) => String(name === 'POST' ? ids.POST : ids.QUOTE)));
    await page.getByRole('main').waitFor();
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(
      () =>
        document.fonts.status === 'loaded' &&
        [...document.images].every(
          (image) => image.complete || !image.checkVisibility() || image.y > window.innerHeight,
        ),
    );
    return await page.screenshot({ animations: 'disabled', caret: 'hide' });
  } finally {
    await context.close();
  }
}

try {
  const demo = await readDemo();
  mkdirSync(join(folder, 'screens'), { recursive: true });
  const pictures = [...OF_README, ...Object.entries(SCREENS).flatMap(([name, screen]) => picturesOf(name, screen))];
  for (const picture of pictures) {
    const png = await take(picture, demo);
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
