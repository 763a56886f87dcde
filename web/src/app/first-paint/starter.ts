/**
 * Runs the page's code once the still has its texts or has waited long enough. A separate file, because it has to run
 * even if the CSP blocks the inline script, which a proxy can have changed. Built for older browsers than the rest, to
 * ask their users to update.
 */
import { OUTDATED_BROWSER } from '@/shared/i18n/start-words.ts';
import { tellNotLoaded } from './not-loaded.ts';

/** The build inserts the file name of the page's code. */
const ENTRY = 'ENTRY';

/** First path segments of the pages whose files index.html does not list, and the file that does; inserted by the build. */
declare const LATER_PAGES: { parts: string[]; file: string };

/** Requests what such a page needs (later-pages.ts), in browsers that can show it. Its code covers every failure here. */
function fetchPage(): void {
  const { parts, file } = LATER_PAGES;
  if (!isOutdatedBrowser() && parts.includes(location.pathname.split('/')[1] ?? ''))
    import(/* @vite-ignore */ file).catch(() => {});
}

/**
 * Whether this browser is much older than those in `browserslist` of package.json, all of which support container
 * queries. Slightly older browsers are not turned away: most of the page works in them.
 */
const isOutdatedBrowser = () => !CSS.supports('container-type', 'size');

/** Explains why the page did not load. */
const tell = () => (isOutdatedBrowser() ? tellNotLoaded(OUTDATED_BROWSER, 'outdated') : tellNotLoaded());

/** An old browser can load the code and still fail before the first render. */
function tellOutdated(): void {
  if (isOutdatedBrowser() && document.querySelector('.loading-screen__bar')) tell();
}

async function run(): Promise<void> {
  addEventListener('error', tellOutdated);
  addEventListener('unhandledrejection', tellOutdated);
  fetchPage();
  try {
    await window.codeMayCome;
    await import(/* @vite-ignore */ ENTRY);
  } catch (error) {
    console.error(error);
    tell();
  }
}

void run();
