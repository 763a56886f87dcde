/**
 * Runs the code of the page once the start page's words stand or may be waited for no longer. A file of its own, because it has to run
 * also where the script in index.html was refused: something on the way may have changed that. It is built for older browsers than the
 * rest, of which it then says so.
 */
import { OUTDATED_BROWSER } from '@/shared/i18n/choice.ts';
import { tellNotLoaded } from './not-loaded.ts';

/** The build writes the name of its code here. */
const ENTRY = 'ENTRY';

/**
 * Whether this browser is older than those that package.json names under `browserslist`. All of these know container queries, and none
 * that is much older does. Others are not turned away: most of the page works in many of them.
 */
const isOutdatedBrowser = () => !CSS.supports('container-type', 'size');

/** Says why there is no page. */
const tell = () => (isOutdatedBrowser() ? tellNotLoaded(OUTDATED_BROWSER, 'outdated') : tellNotLoaded());

/** Code that an old browser could load may fail before it has shown anything. */
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
