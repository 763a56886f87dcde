import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { alias } from './web/build/alias.ts';
import { SUPPORTED_BROWSERS } from './web/build/browsers.ts';
import { fileOfFirstPages } from './web/build/first-pages.ts';
import { serviceWorker } from './web/build/service-worker.ts';
import { shortHtml } from './web/build/short-html.ts';
import { startData } from './web/build/start-data.ts';
import { shortCatalogue } from './web/src/shared/i18n/short-catalogue.ts';
import { nameBreakpoints } from './web/src/shared/ui/breakpoints.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Lets style sheets name the breakpoints of the layout: `@media (--below-phone)`. */
const namedBreakpoints: Plugin = {
  name: 'named-breakpoints',
  enforce: 'pre',
  transform: { filter: { id: /\.css$/ }, handler: (css) => nameBreakpoints(css) },
};

/** Fills the style sheet of the theme. */
const themeSheets: Plugin = {
  name: 'theme-sheets',
  enforce: 'pre',
  load: {
    filter: { id: /src\/shared\/theme\.css$/ },
    // Not imported at the top, because it loads the whole of Mantine.
    handler: async () => (await import('./web/src/shared/theme-sheet.ts')).themeSheet(),
  },
};

/** Serves catalogues without their English sentences (`shortCatalogue`); while developing they are what they are. */
const shortCatalogues: Plugin = {
  name: 'short-catalogues',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (
        file.type === 'asset' &&
        file.originalFileNames.some((name) => /shared\/i18n\/(?:admin\/)?[\w-]+\.json$/.test(name))
      )
        file.source = JSON.stringify(shortCatalogue(JSON.parse(String(file.source))));
  },
};

const shortPage: Plugin = { name: 'short-page', apply: 'build', transformIndexHtml: shortHtml };

/** Takes the files of the router without its warnings for developers, which its package gives to bundlers in any case. */
const quietRouter: Plugin = {
  name: 'quiet-router',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react-router(?:\/dom)?$/ },
    handler: (id) =>
      here(`./node_modules/react-router/dist/production/${id === 'react-router' ? 'index' : 'dom-export'}.mjs`),
  },
};

/**
 * The Markdown of news without the search for addresses after it is read: its regular expressions look behind, which is a syntax error of
 * the whole file in Safari before 16.4. Addresses are found while it is read as well (micromark-extension-gfm-autolink-literal).
 */
const noLookbehind: Plugin = {
  name: 'no-lookbehind',
  transform: {
    filter: { id: /\/mdast-util-gfm-autolink-literal\/lib\// },
    handler: (code) => code.replace('transforms: [transformGfmAutolinkLiterals],', ''),
  },
};

/** Pages that people open first, each of which should come in few files and without code that it does not need. */
const pageAt = (name: string) => here(`./web/src/pages/${name}/${name}-page.tsx`);
const partAt = (path: string) => here(`./web/src/features/${path}.tsx`);
const FIRST_PAGES = { home: pageAt('home'), post: pageAt('post'), auth: pageAt('auth') };
/** Pages that people open first less often: search engines and links lead to them. */
const LATER_PAGES = {
  news: [pageAt('news')],
  'news/': [pageAt('news-item'), partAt('news/article/news-body')],
  'users/': [pageAt('user')],
  feedback: [pageAt('feedback')],
};
const OTHER_PAGES = readdirSync(here('./web/src/pages'))
  .filter((name) => !(name in FIRST_PAGES))
  .map(pageAt);

/** Modules that the layout loads on every page after it is drawn. */
const LATE_PARTS = ['quiet-helpers', 'language-links'].map((name) => here(`./web/src/app/layouts/${name}.tsx`));

/** Modules that a page loads for signed-in users, besides those for guests. */
const PARTS_OF_USERS = [
  'app/layouts/account-controls.tsx',
  'features/posts/like/like-states.ts',
  'features/quotes/send/my-quotes.ts',
  'compositions/watch-and-mute.tsx',
  'compositions/card-note.tsx',
].map((name) => here(`./web/src/${name}`));

/** Modules that forms and files share and that import no component of Mantine outside the frame. */
const SMALL_PARTS_OF_FORMS =
  /\/src\/shared\/(?:form\/(?:currencies|date-field|draft-form-buttons|form-layout|english-number|mark-fields|number-field|send-once|use-draft|use-spoken-field)|errors\/field-errors|uploads\/(?:api\/|use-object-url))/;

/** Code of fewer characters is compiled in no time. */
const LONG_CODE = 30_000;

/**
 * Lets browsers that know this comment (Chromium) compile the code of first visits, the frame and what first pages share, while it
 * arrives, beside the page, instead of each function when it is first called, in the page's way: most of them are called at once. It has
 * to be the first line, before what Vite itself writes there.
 */
const compiledWhileItArrives: Plugin = {
  name: 'compiled-while-it-arrives',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && (file.isEntry || file.name.startsWith('of-')) && file.code.length >= LONG_CODE)
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

export default defineConfig({
  root: here('./web'),
  plugins: [
    namedBreakpoints,
    themeSheets,
    shortCatalogues,
    react(),
    quietRouter,
    noLookbehind,
    shortPage,
    compiledWhileItArrives,
    startData({ '': FIRST_PAGES.home, post: FIRST_PAGES.post, auth: FIRST_PAGES.auth }, LATER_PAGES),
    serviceWorker,
  ],
  resolve: {
    alias,
  },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: SUPPORTED_BROWSERS,
    // scripts/commands/first-load.mjs weighs what a visit loads, which says more than the size of one file.
    chunkSizeWarningLimit: 1_000,
    // The policy of the page takes fonts from files only, and the icon is that of the browser's tab and of the header.
    assetsInlineLimit: (file) => (/\.(?:woff2|svg)$/.test(file) ? false : undefined),
    // For scripts/commands/first-load.mjs.
    manifest: true,
    rolldownOptions: {
      // Drops the component of an icon where only its shape is imported.
      treeshake: { manualPureFunctions: ['createReactComponent'] },
      // Modules of every page are one file, and so are those that the same first pages share: many small ones compress worse and wait
      // for each other.
      output: {
        // Every page names all files: a character less of each is 0.15 kB, and 42 bits tell the versions of a file apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 1 },
            {
              debugName: 'first pages',
              name: fileOfFirstPages(
                { home: [FIRST_PAGES.home], post: [FIRST_PAGES.post], auth: [FIRST_PAGES.auth] },
                { layout: LATE_PARTS, user: PARTS_OF_USERS },
                OTHER_PAGES,
                here('./web/src/main.tsx'),
              ),
            },
            // Small leftovers. One file each would cost a name in the list of every page that loads it.
            { name: 'icons', test: /@tabler\/icons-react\/dist\/esm\/icons\//, minShareCount: 2 },
            { name: 'fields', test: SMALL_PARTS_OF_FORMS, minShareCount: 2 },
            { name: 'hidden', test: /\/(?:hidden-banner|hide-reason-text)\./ },
          ],
        },
      },
    },
  },
});
