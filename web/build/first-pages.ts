/** How the code of the pages that people open first is cut into files. */
import { posix } from 'node:path';

/** What a bundler tells about a module: its code, and what it imports in order to run. */
export interface ModuleInfo {
  code: string | null;
  importedIds: readonly string[];
}

type GetModuleInfo = (id: string) => ModuleInfo | null;

/** Libraries whose one module names all others: importing a button from it does not mean to load its tables. */
const INDEXES = [
  { name: '@mantine/core', file: '/@mantine/core/esm/index.mjs' },
  { name: '@mantine/hooks', file: '/@mantine/hooks/esm/index.mjs' },
  { name: '@tabler/icons-react', file: '/@tabler/icons-react/dist/esm/tabler-icons-react.mjs' },
];

const IMPORT = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

/** The names that code imports or exports from other modules: `[name outside, module]`. */
function namesFrom(code: string, side: 'first' | 'last'): [name: string, module: string][] {
  return [...code.matchAll(IMPORT)].flatMap(([, names = '', module = '']) =>
    names
      .split(',')
      .map((each) => each.trim().split(/\s+as\s+/))
      .flatMap((parts): [string, string][] => {
        const name = side === 'first' ? parts[0] : parts.at(-1);
        return name ? [[name, module]] : [];
      }),
  );
}

/** Everything that `entry` loads before it can be shown, of an index only what is used. */
export function loadedWith(entry: string, getModuleInfo: GetModuleInfo): Set<string> {
  const indexes = new Map<string, Map<string, string>>();
  const seen = new Set<string>();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { code, importedIds } = getModuleInfo(id) ?? { code: null, importedIds: [] };
    for (const imported of importedIds) {
      const index = INDEXES.find(({ file }) => imported.endsWith(file));
      if (!index || code === null) {
        waiting.push(imported);
        continue;
      }
      let modules = indexes.get(imported);
      if (!modules) {
        const named = namesFrom(getModuleInfo(imported)?.code ?? '', 'last');
        modules = new Map(named.map(([name, path]) => [name, posix.join(posix.dirname(imported), path)]));
        indexes.set(imported, modules);
      }
      for (const [name, module] of namesFrom(code, 'first')) {
        const used = module === index.name ? modules.get(name) : undefined;
        if (used !== undefined) waiting.push(used);
      }
    }
  }
  return seen;
}

type Parts = Readonly<Record<string, readonly string[]>>;

/**
 * For `codeSplitting` of the bundler: the name of the file that a module belongs to. Modules that the same ones of `pages`, and of what
 * comes `beside` a page, load are one file, so that a first visit needs few files and no code of other pages. Each may have several
 * entries, which load on their own. null for the entries themselves and for what none of them loads, which is left to the bundler.
 */
export function fileOfFirstPages(
  pages: Parts,
  beside: Parts,
): (id: string, context: { getModuleInfo: GetModuleInfo }) => string | null {
  const all = { ...pages, ...beside };
  const entries = new Set(Object.values(all).flat());
  let loadedBy: Map<string, string[]> | undefined;
  return (id, context) => {
    if (!loadedBy) {
      loadedBy = new Map();
      for (const [name, parts] of Object.entries(all))
        for (const each of new Set(
          parts.flatMap((part) => [...loadedWith(part, (module) => context.getModuleInfo(module))]),
        ))
          loadedBy.set(each, [...(loadedBy.get(each) ?? []), name]);
    }
    const names = loadedBy.get(id);
    if (!names || entries.has(id)) return null;
    // What every page loads is there already when something comes beside it.
    return Object.keys(pages).every((page) => names.includes(page)) ? 'of-pages' : `of-${names.join('-')}`;
  };
}
