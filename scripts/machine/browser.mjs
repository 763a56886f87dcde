/**
 * Finds a Chromium for the browser tests: `CHROMIUM_PATH`, the system's, Playwright's own, and finally the one from npm,
 * which needs no installation. `node scripts/machine/browser.mjs` prints the path. `BROWSER_NAME` asks for Firefox or
 * WebKit, which only a machine's packages have.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// The headless shell comes first: it does not draw windows and menus, which cost as much as the page.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const cache = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url));

/** Whether the program starts; a browser with a missing library does not. @param {string} path */
function starts(path) {
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** @param {string} name */
function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      continue;
    }
  }
  return undefined;
}

/** The oldest Firefox that knows the commands of WebDriver BiDi that Playwright sends. */
const FIREFOX_FOR_PLAYWRIGHT = 153;

/** Path of a Firefox that Playwright can drive; undefined if this machine has none. */
export const findFirefox = () =>
  ['firefox-esr', 'firefox'].map(onPath).find((path) => {
    if (!path) return false;
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
    return Number(/\d+/.exec(stdout)?.[0] ?? 0) >= FIREFOX_FOR_PLAYWRIGHT;
  });

/** Path of the driver of WebKitGTK; undefined if this machine has none, or no screen for it. */
export const findWebKitDriver = () => onPath('xvfb-run') && onPath('WebKitWebDriver');

async function ownOfPlaywright() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

/** Unpacks the browser from npm once, with system libraries that can be missing; returns the program. */
async function fromNpm() {
  const program = join(cache, 'chromium');
  const libraries = join(cache, 'al2023', 'lib');
  if (!existsSync(program) || !existsSync(libraries)) {
    mkdirSync(cache, { recursive: true });
    // The package unpacks into the temporary folder, and includes its libraries only if it detects AWS. It reads both
    // from the environment when it is loaded, so it runs in a separate process.
    const script = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, TMPDIR: cache, AWS_LAMBDA_JS_RUNTIME: '20.x' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`@sparticuz/chromium could not be unpacked: ${stderr}`);
  }
  // The package looks for its fonts in a folder that only exists on AWS. The machine's own fonts, if any, take
  // precedence.
  const fonts = join(cache, 'fonts.conf');
  writeFileSync(
    fonts,
    `<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(cache, 'fonts', 'fonts')}</dir>
  <cachedir>${join(cache, 'fonts-cache')}</cachedir>
</fontconfig>
`,
  );
  const wrapper = join(cache, 'chromium-with-libraries');
  writeFileSync(
    wrapper,
    `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' FONTCONFIG_FILE='${fonts}' exec '${program}' "$@"\n`,
    { mode: 0o755 },
  );
  return wrapper;
}

/**
 * Path of a working Chromium, or of the browser that `BROWSER_NAME` asks for. `BROWSER_FROM=npm` skips the Chromium of
 * the machine. Throws if there is none.
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function findBrowser(env = process.env) {
  if (env.BROWSER_NAME) {
    const path = env.BROWSER_NAME === 'firefox' ? findFirefox() : findWebKitDriver();
    if (!path) throw new Error(`This machine has no ${env.BROWSER_NAME}.`);
    return path;
  }
  if (env.BROWSER_FROM !== 'npm') {
    const given = env.CHROMIUM_PATH;
    if (given) {
      if (!starts(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not start`);
      return given;
    }
    for (const path of [...NAMES.map(onPath), await ownOfPlaywright()])
      if (path && existsSync(path) && starts(path)) return path;
  }
  const path = await fromNpm();
  if (!starts(path)) throw new Error('No Chromium starts on this machine. Install one, or set CHROMIUM_PATH.');
  return path;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await findBrowser());
