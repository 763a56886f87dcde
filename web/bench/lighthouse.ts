/** Lighthouse and the Chromium that it controls. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../../scripts/machine/browser.mjs';
import type { LighthouseReport } from './figures.ts';
import { root } from './trees.ts';

/** The last version that runs on Node 20. */
const VERSION = '12.8.2';

type Lighthouse = (
  url: string,
  flags: Record<string, unknown>,
) => Promise<{ lhr: LighthouseReport; artifacts: { Trace?: unknown } } | undefined>;

/**
 * Loads Lighthouse from npm. Not a dependency of the project: only this benchmark uses it, and its 185 MB would be a
 * third of an installation. The first run installs it into the cache folder.
 */
export async function loadLighthouse(): Promise<Lighthouse> {
  const folder = join(root, 'node_modules/.cache', `lighthouse-${VERSION}`);
  const main = join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(main)) {
    console.log(`Installing Lighthouse ${VERSION} (185 MB) ...`);
    mkdirSync(folder, { recursive: true });
    execFileSync(
      'npm',
      [
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        `lighthouse@${VERSION}`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
  }
  const loaded: { default: Lighthouse } = await import(pathToFileURL(main).href);
  return loaded.default;
}

export interface Chromium {
  /** Port of its DevTools protocol. */
  port: number;
  browser: Browser;
  close: () => Promise<void>;
}

/** Starts a Chromium with an empty profile, shared by Lighthouse and Playwright. */
export async function startChromium(): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'bench-profile-'));
  const flags = [
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--headless',
    '--no-sandbox',
    '--no-first-run',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    'about:blank',
  ];
  const running = spawn(await findBrowser(), flags, { stdio: 'ignore' });
  const ended = new Promise((resolve) => running.once('exit', resolve));
  const file = join(profile, 'DevToolsActivePort');
  for (let waited = 0; !existsSync(file); waited += 1) {
    if (waited === 200 || running.exitCode !== null) throw new Error('Chromium did not start.');
    await sleep(100);
  }
  const port = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  return {
    port,
    browser,
    close: async () => {
      // Closes through the protocol: the executable can be a wrapper script, and killing that would leave the browser
      // running.
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close').catch(() => undefined);
      await browser.close();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
