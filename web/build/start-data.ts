/** Writes start data into index.html: the inline script with its data, and the file that starts the code. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { StartValues } from '../src/shared/start-values.ts';
import { SHOWN_POST_COLUMNS } from '../src/features/posts/shown-columns.ts';
import { CURRENT_USER_COLUMNS } from '../src/shared/session/current-user-columns.ts';
import { OLDER_BROWSERS, SUPPORTED_BROWSERS } from './browsers.ts';
import { bundleScript } from './bundle-script.ts';
import { drawStills, textsOf } from './stills.ts';

/** The properties of an output chunk that are used here. */
export interface Chunk {
  fileName: string;
  facadeModuleId: string | null;
  isEntry: boolean;
  imports: readonly string[];
  /** Its style sheets. */
  styles: readonly string[];
}

/** The files of an entry, a page or a part of one, that not every page loads, scripts first. */
export function filesOf(entryModule: string, chunks: readonly Chunk[]): string[] {
  const collect = (names: readonly string[]) => {
    const found = new Set<Chunk>();
    const waiting = [...names];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const chunk = chunks.find(({ fileName }) => fileName === name);
      if (!chunk || found.has(chunk)) continue;
      found.add(chunk);
      waiting.push(...chunk.imports);
    }
    return found;
  };
  const names = (wanted: (chunk: Chunk) => boolean) => chunks.filter(wanted).map(({ fileName }) => fileName);
  const ofEveryPage = collect(names(({ isEntry }) => isEntry));
  const own = [...collect(names(({ facadeModuleId }) => facadeModuleId === entryModule))].filter(
    (chunk) => !ofEveryPage.has(chunk),
  );
  return [...new Set([...own.map(({ fileName }) => fileName), ...own.flatMap(({ styles }) => styles)])];
}

/** Formats columns as the PostgREST client does in a URL. */
const asSent = (columns: string) => columns.replaceAll(/\s/g, '');

/** Marker in index.html for data and script. */
const PLACE = 'id="start">';
const SCRIPT_PLACE = '<script data-start-script></script>';
const SHEET = / *<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>\n?/g;
const PRELOAD = / *<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>\n?/g;
const ENTRY = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;

/** Replaces source file names in HTML by those of the build. */
const withAssets = (html: string, bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).reduce(
    (named, file) =>
      file.type === 'asset'
        ? file.originalFileNames.reduce((text, source) => text.replaceAll(`"/${source}"`, `"/${file.fileName}"`), named)
        : named,
    html,
  );

/** The inline start script: an IIFE, not a module, so that it runs at once. */
export const startScript = () =>
  bundleScript({ path: 'first-paint/start-script', format: 'iife', target: SUPPORTED_BROWSERS });

/** Files by page: by first path segment, with a slash if another one follows. */
type FilesOfPages = Readonly<Record<string, readonly string[]>>;

/** A file with its content in its name. */
function namedByContent(name: string, source: string) {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { source, fileName: `assets/${name}-${hash}.js` };
}

/**
 * Builds the file that runs the page's code (web/src/app/first-paint/starter.ts), and the one that it loads for pages
 * that index.html does not list (later-pages.ts).
 * @param entry URL of the page's code
 */
async function startersOf(entry: string, files: FilesOfPages) {
  const later = namedByContent(
    'later',
    await bundleScript({
      path: 'first-paint/later-pages',
      format: 'es',
      target: SUPPORTED_BROWSERS,
      define: { FILES: JSON.stringify(files) },
    }),
  );
  const parts = [...new Set(Object.keys(files).map((page) => page.replace('/', '')))];
  const script = await bundleScript({
    path: 'first-paint/starter',
    format: 'es',
    target: OLDER_BROWSERS,
    define: { LATER_PAGES: JSON.stringify({ parts, file: `./${basename(later.fileName)}` }) },
  });
  const source = script.replace(/(["'`])ENTRY\1/, JSON.stringify(`./${basename(entry)}`));
  return [namedByContent('start', source), later];
}

/**
 * Writes into index.html which files the first pages need, by first path segment, and which columns of posts and of the
 * account: the start script requests all of it. This includes the scripts of every page, since those of the start page
 * can wait for its texts; the style sheets of every page, so that they do not block the paint of the loading screen;
 * and the stills of the start page.
 * @param laterPages pages whose files the starter has, with what they show at once; by first path segment, with a slash
 *   if another segment follows
 */
export function startData(
  pages: Readonly<Record<string, string>>,
  laterPages: Readonly<Record<string, readonly string[]>>,
): Plugin {
  let starters: Awaited<ReturnType<typeof startersOf>> = [];
  return {
    name: 'start-data',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        // Other pages with the same configuration have no start script.
        if (!html.includes(PLACE)) return html;
        const chunks = Object.values(bundle ?? {}).flatMap((file): Chunk[] =>
          file.type === 'chunk' ? [{ ...file, styles: [...(file.viteMetadata?.importedCss ?? [])] }] : [],
        );
        const filesOfAll = (modules: Readonly<Record<string, string | readonly string[]>>) =>
          Object.fromEntries(
            Object.entries(modules).map(([part, entries]) => [
              part,
              [...new Set([entries].flat().flatMap((entry) => filesOf(entry, chunks)))].map((file) => `/${file}`),
            ]),
          );
        const named = (tag: RegExp) => [...html.matchAll(tag)].flatMap(([, file]) => file ?? []);
        const entry = bundle && ENTRY.exec(html)?.[1];
        starters = entry ? await startersOf(entry, filesOfAll(laterPages)) : [];
        const [starter] = starters;
        const script = await startScript();
        const stills = bundle
          ? (await drawStills()).map((still) => ({ ...still, html: withAssets(still.html, bundle) }))
          : [];
        const data: StartValues = {
          files: filesOfAll(pages),
          sheets: named(SHEET),
          code: [...(entry ? [entry] : []), ...named(PRELOAD)],
          stills,
          texts: textsOf(stills),
          columns: asSent(SHOWN_POST_COLUMNS),
          accountColumns: asSent(CURRENT_USER_COLUMNS),
        };
        // No string can end the script element, or begin what hides its end. To escape every "<" would cost 80 bytes.
        const json = JSON.stringify(data).replaceAll(/<(?=\/?script|!--)/gi, '\\u003c');
        const tag =
          starter && `<script type="module" fetchpriority="low" crossorigin src="/${starter.fileName}"></script>`;
        return (tag ? html.replace(ENTRY, () => tag) : html)
          .replaceAll(PRELOAD, '')
          .replaceAll(SHEET, '')
          .replace(PLACE, (start) => start + json)
          .replace(SCRIPT_PLACE, () => `<script>${script}</script>`);
      },
    },
    generateBundle: {
      // After index.html is generated.
      order: 'post',
      handler() {
        for (const file of starters) this.emitFile({ type: 'asset', ...file });
      },
    },
  };
}
