/**
 * Runs the code of the page once the start page's words stand or may be waited for no longer. A file of its own, because it has to run
 * also where the script in index.html was refused: something on the way may have changed that. It is built for older browsers than the
 * rest, so that it can tell their users to update.
 */
import { OUTDATED_BROWSER } from '@/shared/i18n/start-words.ts';
import { tellNotLoaded } from './not-loaded.ts';

/** The build writes the name of its code here. */
const ENTRY = 'ENTRY';

/**
 * Whether this browser is much older than those in `browserslist` of package.json, all of which support container queries. Slightly older
 * ones are not turned away: most of the page works in them.
 */
const isOutdatedBrowser = () => !CSS.supports('container-type', 'size');

/** Shows why there is no page. */
const tell = () => (isOutdatedBrowser() ? tellNotLoaded(OUTDATED_BROWSER, 'outdated') : tellNotLoaded());

/** An old browser can load the code and still fail before the first render. */
function tellOutdated(): void {
  if (isOutdatedBrowser() && document.querySelector('.loading-screen__bar')) tell();
}

async function run(): Promise<void> {
  addEventListener('error', tellOutdated);
  addEventListener('unhandledrejection', tellOutdated);
  try {
    await window.codeMayCome;
    await import(/* @vite-ignore */ ENTRY);
  } catch (error) {
    console.error(error);
    tell();
  }
}

void run();
