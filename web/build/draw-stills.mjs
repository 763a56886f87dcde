/**
 * Draws the start page and that of a post as they are before there is data, for guests and for users, once for each width at which they
 * are others, and prints the stills as JSON (web/build/stills.ts). A process of its own, because the code of the page takes its globals
 * for those of a browser.
 */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { builtinEnvironments } from 'vitest/runtime';
import { below } from '../src/shared/ui/breakpoints.ts';

/** @type {{ media: string, below: Parameters<typeof below>[0][] }[]} */
const WIDTHS = [
  { media: below('sm'), below: ['sm', 'md'] },
  { media: below('md'), below: ['md'] },
  { media: 'all', below: [] },
];

/** By the first part of their addresses. */
const PAGES = [
  { page: '', path: '/' },
  { page: 'post', path: '/post/post-1' },
];

await builtinEnvironments.jsdom.setup(globalThis, {
  jsdom: {
    html: '<!doctype html><meta name="supabase-url" content="http://localhost" /><meta name="supabase-key" content="none" />',
  },
});
/** @type {string[]} */
let holding = [];
// Data does not come.
const browser = { fetch: () => new Promise(() => {}), scrollTo: () => {} };
/** @param {string} query */
const matchMedia = (query) => Object.assign(new EventTarget(), { matches: holding.includes(query) });
Object.assign(globalThis, browser, { matchMedia });

const server = await createServer({
  configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
  logLevel: 'silent',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { drawStill } = await server.ssrLoadModule('/src/app/first-paint/draw-still.tsx');
const stills = [];
for (const width of WIDTHS) {
  holding = width.below.map(below);
  for (const { page, path } of PAGES)
    for (const isUser of [false, true])
      stills.push({ page, isUser, media: width.media, html: await drawStill(path, isUser) });
}
process.stdout.write(JSON.stringify(stills), () => process.exit());
