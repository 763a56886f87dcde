/** What index.html has of the build: its script and the data of that, and the file that starts the code. */
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { StartValues } from '../src/shared/start-values.ts';
import { SHOWN_POST_COLUMNS } from '../src/features/posts/shown-columns.ts';
import { CURRENT_USER_COLUMNS } from '../src/shared/session/current-user-columns.ts';
import { alias } from './alias.ts';
import { OLDER_BROWSERS, SUPPORTED_BROWSERS } from './browsers.ts';
import { drawStills, textsOf } from './stills.ts';

/** A file of code of the build, as far as it is read here. */
export interface Chunk {
  fileName: string;
  facadeModuleId: string | null;
  isEntry: boolean;
  imports: readonly string[];
  /** The style sheets that come with it. */
  styles: readonly string[];
}

/** The files that `page` loads beside those of every page, code first. */
export function filesOf(page: string, chunks: readonly Chunk[]): string[] {
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
  const own = [...collect(names(({ facadeModuleId }) => facadeModuleId === page))].filter(
    (chunk) => !ofEveryPage.has(chunk),
  );
  return [...new Set([...own.map(({ fileName }) => fileName), ...own.flatMap(({ styles }) => styles)])];
}

/** Columns as the client of PostgREST writes them into an address. */
const asSent = (columns: string) => columns.replaceAll(/\s/g, '');

/** Where index.html has its data, and its script. */
const PLACE = 'id="start">';
const SCRIPT_PLACE = '<script data-start-script></script>';
const SHEET = / *<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>\n?/g;
const PRELOAD = / *<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>\n?/g;
const ENTRY = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;

/** HTML in which files have the names of the build instead of those of their sources. */
const withAssets = (html: string, bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).reduce(
    (named, file) =>
      file.type === 'asset'
        ? file.originalFileNames.reduce((text, source) => text.replaceAll(`"/${source}"`, `"/${file.fileName}"`), named)
        : named,
    html,
  );

/**
 * A script of the page that does not come with the code of the build, with what it imports.
 * @param name of its file in web/src/app
 */
async function scriptOf(name: string, format: 'es' | 'iife', target: string | string[]): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    resolve: { alias },
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`../src/app/${name}.ts`, import.meta.url)),
        output: { format },
      },
    },
  });
  const [chunk] = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${name}.ts was not built`);
  return chunk.code.trim();
}

/** The start script as index.html has it: no module, so that it runs at once. */
export const startScript = () => scriptOf('start-script', 'iife', SUPPORTED_BROWSERS);

/** The file of the build that runs its code (web/src/app/starter.ts). In: the address of the entry. */
async function starterOf(entry: string) {
  const script = await scriptOf('starter', 'es', OLDER_BROWSERS);
  const source = script.replace(/(["'`])ENTRY\1/, JSON.stringify(`./${basename(entry)}`));
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { source, fileName: `${dirname(entry).slice(1)}/start-${hash}.js` };
}

/**
 * Writes into index.html which files the first pages need, by the first part of their addresses, and what is read of posts and of the
 * account: its script fetches all of it. The code of every page is among it, because the start page's may wait for its words; the style
 * sheets of every page, so that no browser waits for them before it draws the loading screen; and the stills of the start page.
 */
export function startData(pages: Readonly<Record<string, string>>): Plugin {
  let starter: Awaited<ReturnType<typeof starterOf>> | undefined;
  return {
    name: 'start-data',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        // Other pages of the same settings have no such script.
        if (!html.includes(PLACE)) return html;
        const chunks = Object.values(bundle ?? {}).flatMap((file): Chunk[] =>
          file.type === 'chunk' ? [{ ...file, styles: [...(file.viteMetadata?.importedCss ?? [])] }] : [],
        );
        const files = Object.fromEntries(
          Object.entries(pages).map(([part, page]) => [part, filesOf(page, chunks).map((file) => `/${file}`)]),
        );
        const named = (tag: RegExp) => [...html.matchAll(tag)].flatMap(([, file]) => file ?? []);
        const entry = bundle && ENTRY.exec(html)?.[1];
        starter = entry ? await starterOf(entry) : undefined;
        const script = await startScript();
        const stills = bundle
          ? (await drawStills()).map((still) => ({ ...still, html: withAssets(still.html, bundle) }))
          : [];
        const data: StartValues = {
          files,
          sheets: named(SHEET),
          code: [...(entry ? [entry] : []), ...named(PRELOAD)],
          stills,
          texts: textsOf(stills),
          columns: asSent(SHOWN_POST_COLUMNS),
          accountColumns: asSent(CURRENT_USER_COLUMNS),
        };
        // Nothing in a script ends it.
        const json = JSON.stringify(data).replaceAll('<', '\\u003c');
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
      // Once index.html is written.
      order: 'post',
      handler() {
        if (starter) this.emitFile({ type: 'asset', ...starter });
      },
    },
  };
}
