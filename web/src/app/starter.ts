/**
 * Runs the code of the page once the start page's words stand or may be waited for no longer. A file of its own, because it has to run
 * also where the script in index.html was refused: something on the way may have changed that.
 */
import { tellNotLoaded } from './not-loaded.ts';

/** The build writes the name of its code here. */
const ENTRY = 'ENTRY';

async function run(): Promise<void> {
  try {
    await window.codeMayCome;
    await import(/* @vite-ignore */ ENTRY);
  } catch (error) {
    console.error(error);
    tellNotLoaded();
  }
}

void run();
