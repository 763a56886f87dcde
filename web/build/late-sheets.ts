/** Style sheets that the loading screen does not wait for. */
import type { Plugin } from 'vite';

const SHEET = /<link rel="stylesheet"/g;

/**
 * Has the style sheets of index.html fetched and not applied: the loading screen, which has its own, is drawn before they are here.
 * `sheetsApplied` (web/src/app/sheets-applied.ts) applies them where they stand.
 */
export const lateSheets: Plugin = {
  name: 'late-sheets',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll(SHEET, '<link rel="preload" as="style" data-sheet'),
  },
};
