import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Project } from '@playwright/test';
import { findBrowser } from './scripts/machine/browser.mjs';
import './scripts/machine/quiet-tools.mjs';

// Password hashes are cheap here, since many people register.
process.env['LITE_AUTH_BCRYPT_COST'] ??= '4';
// Workers inherit what was found.
process.env['CHROMIUM_PATH'] = await findBrowser();

/** Slower pages (see web/e2e/support/fixtures.ts) are given that much more time. */
const slowdown = Number(process.env['E2E_CPU_SLOWDOWN'] ?? 1);

/** The suite of `npm test` that runs these stories; each writes results of its own. */
const suite = process.env['STORIES_SUITE'] ?? 'browser';

/** The Firefox of the machine, by WebDriver BiDi. It is told by preferences what Playwright tells Chromium. */
const firefox: Project = {
  name: 'firefox',
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: fileURLToPath(new URL('scripts/machine/firefox.mjs', import.meta.url)),
      firefoxUserPrefs: { 'layout.css.prefers-color-scheme.content-override': 1, 'ui.prefersReducedMotion': 1 },
    },
  },
};

export default defineConfig({
  testDir: './web/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: `./.test-results/${suite}`,
  globalSetup: './web/e2e/support/global-setup.ts',
  // Each worker has a backend of its own, emptied before every test. One more than processors, since a story waits a quarter of its time.
  workers: Math.min(4, availableParallelism() + 1),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Bounds for a shared machine that is given little time now and then; a page that is well answers in a fraction of them.
  timeout: 120_000 * slowdown,
  expect: { timeout: 15_000 * slowdown },
  reporter: [['list'], ['json', { outputFile: `./.test-results/${suite}.report.json` }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000 * slowdown,
    navigationTimeout: 30_000 * slowdown,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page lives for seconds here: optimizing its code takes longer than running it.
        '--js-flags=--no-maglev --no-turbofan --always-sparkplug',
      ],
    },
  },
  projects: [process.env['BROWSER_NAME'] === 'firefox' ? firefox : { name: 'desktop' }],
});
