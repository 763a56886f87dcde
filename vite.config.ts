import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { shortCatalogue } from './web/src/shared/i18n/short-catalogue.ts';
import { nameBreakpoints } from './web/src/shared/ui/breakpoints.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Lets style sheets name the breakpoints of the layout: `@media (--below-phone)`. */
const namedBreakpoints: Plugin = {
  name: 'named-breakpoints',
  enforce: 'pre',
  transform: { filter: { id: /\.css$/ }, handler: (css) => nameBreakpoints(css) },
};

/** Serves catalogues without their English sentences (`shortCatalogue`); while developing they are what they are. */
const shortCatalogues: Plugin = {
  name: 'short-catalogues',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.originalFileNames.some((name) => /shared\/i18n\/[\w-]+\.json$/.test(name)))
        file.source = JSON.stringify(shortCatalogue(JSON.parse(String(file.source))));
  },
};

/** Small parts that nearly every page shows: a file each would weigh more than they do. */
const BASICS = new RegExp(
  [
    '@mantine/(core|hooks)/.*/(Title|Paper|Stack|Anchor|OptionalPortal|Portal|Badge|CheckIcon|use-merged-ref|use-uncontrolled' +
      '|use-debounced-callback|create-safe-context|get-auto-contrast-value|get-single-element-child|get-default-z-index)(/|\\.m?js)',
    'icons-react/.*/Icon(Pencil|Plus|Share3|Chevron(Left|Right|Up)|Message2|PhotoOff|EyeOff)\\.mjs',
    'src/shared/(lazy/lazy-dialog|ui/page-title|ui/user-avatar|ui/initials|ui/use-kept-choice|uploads/image-url|text/fold' +
      '|form/search-options|session/(use-require-sign-in|use-intent|intent|sign-in-origin))\\.tsx?$',
  ].join('|'),
);

export default defineConfig({
  root: here('./web'),
  plugins: [namedBreakpoints, shortCatalogues, react()],
  resolve: {
    alias: {
      '@': here('./web/src'),
      '@domain': here('./supabase/functions/_shared/domain'),
      '@rows': here('./supabase/functions/_shared/rows'),
    },
  },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    // scripts/commands/first-load.mjs weighs what a visit loads, which says more than the size of one file.
    chunkSizeWarningLimit: 1_000,
    // For scripts/commands/first-load.mjs.
    manifest: true,
    rolldownOptions: {
      // What every page loads is one file instead of many small ones, which compress worse.
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 1 },
            { name: 'basics', test: BASICS },
          ],
        },
      },
    },
  },
});
