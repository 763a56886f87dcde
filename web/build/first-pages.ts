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
  { name: '@tanstack/react-query', file: '/@tanstack/react-query/build/modern/index.js' },
  { name: '@tanstack/query-core', file: '/@tanstack/query-core/build/modern/index.js' },
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

/** Modules that are one file, and everything that comes with it, its imports included. */
interface File {
  modules: ReadonlySet<string>;
  loads: ReadonlySet<string>;
}

/** How many bytes of source, over all other pages, may come along needlessly to save a page one file. */
const WASTE_MAX = 200_000;
/** What is smaller, in bytes of source, is no file of its own. */
const SMALL = 8_000;

const sizeOf = (ids: Iterable<string>, getModuleInfo: GetModuleInfo) =>
  [...ids].reduce((sum, id) => sum + (getModuleInfo(id)?.code?.length ?? 0), 0);

const union = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> => new Set([...a, ...b]);

/**
 * Cuts `modules`, which the same pages load, into files. One would make every other page that needs one of the modules load all of them,
 * and one for each set of other pages would be many: two are one as long as at most `wasteMax` bytes come along needlessly. `others` is
 * what each of the other pages loads, and grows by what comes along. The largest file is the first.
 */
function cut(
  modules: readonly string[],
  others: Set<string>[],
  wasteMax: number,
  getModuleInfo: GetModuleInfo,
): ReadonlySet<string>[] {
  /** What each of the other pages would load more if two files were one. */
  const additions = (a: File, b: File): string[][] =>
    others.map((page) => {
      const [hasA, hasB] = [a, b].map((file) => [...file.modules].some((id) => page.has(id)));
      return hasA === hasB ? [] : [...(hasA ? b : a).loads].filter((id) => !page.has(id));
    });
  const byUsers = new Map<string, File>();
  for (const id of modules) {
    const users = others.map((page) => Number(page.has(id))).join('');
    const { modules: own, loads } = byUsers.get(users) ?? { modules: new Set<string>(), loads: new Set<string>() };
    byUsers.set(users, { modules: union(own, new Set([id])), loads: union(loads, loadedWith(id, getModuleInfo)) });
  }
  let files = [...byUsers.values()];
  for (;;) {
    const isSmall = new Map(files.map((file) => [file, sizeOf(file.modules, getModuleInfo) < SMALL]));
    const [best] = files
      .flatMap((a, index) =>
        files.slice(index + 1).map((b) => {
          const added = additions(a, b);
          return { a, b, added, waste: added.reduce((sum, ids) => sum + sizeOf(ids, getModuleInfo), 0) };
        }),
      )
      .filter(({ a, b, waste }) => waste <= wasteMax || isSmall.get(a) || isSmall.get(b))
      .toSorted((one, other) => one.waste - other.waste);
    if (!best)
      return files
        .map((file) => file.modules)
        .toSorted((one, other) => sizeOf(other, getModuleInfo) - sizeOf(one, getModuleInfo));
    const { a, b, added } = best;
    for (const [index, ids] of added.entries()) for (const id of ids) others[index]?.add(id);
    files = files.filter((file) => file !== a && file !== b);
    files.push({ modules: union(a.modules, b.modules), loads: union(a.loads, b.loads) });
  }
}

/** The file that every page loads before anything that comes beside it. */
const OF_PAGES = 'of-pages';

/** What is loaded, each with its entries, by name. */
type Parts = Readonly<Record<string, readonly string[]>>;

/** Names the file of each module that the pages, and what comes beside them, load; none for their entries. */
function nameFiles(
  pages: Parts,
  beside: Parts,
  others: readonly string[],
  frame: string,
  getModuleInfo: GetModuleInfo,
): Map<string, string> {
  // Some of it may not be in the file of the frame in the end, so it is named, but not counted.
  const there = loadedWith(frame, getModuleInfo);
  const all = { ...pages, ...beside };
  const entries = new Set(Object.values(all).flat());
  const loadedBy = new Map<string, string[]>();
  for (const [name, parts] of Object.entries(all))
    for (const each of new Set(parts.flatMap((part) => [...loadedWith(part, getModuleInfo)])))
      if (!entries.has(each)) loadedBy.set(each, [...(loadedBy.get(each) ?? []), name]);
  const [startPage = ''] = Object.keys(pages);
  const [everywhere = ''] = Object.keys(beside);
  const nameOf = (names: readonly string[]) => {
    if (Object.keys(pages).every((page) => names.includes(page))) return OF_PAGES;
    return `of-${names.includes(everywhere) && !names.includes(startPage) ? everywhere : names.join('-')}`;
  };
  const sets = new Map<string, { names: string[]; modules: string[] }>();
  for (const [id, names] of loadedBy) {
    const set = sets.get(nameOf(names)) ?? { names, modules: [] };
    set.modules.push(id);
    sets.set(nameOf(names), set);
  }
  const loads = others.map((other) => new Set([...there, ...loadedWith(other, getModuleInfo)]));
  const fileOf = new Map<string, string>();
  for (const [name, { names, modules }] of sets) {
    const own = modules.filter((id) => !there.has(id));
    const isOfStart = names.includes(startPage);
    // A request costs a visit more than a few bytes that one page does not need.
    const isLittle = isOfStart && names.length > 1 && sizeOf(own, getModuleInfo) < SMALL;
    for (const id of modules) fileOf.set(id, isLittle ? OF_PAGES : name);
    if (isOfStart || names.includes(everywhere)) continue;
    for (const [index, file] of cut(own, loads, WASTE_MAX * names.length, getModuleInfo).entries())
      if (index > 0) for (const id of file) fileOf.set(id, `${name}-${index + 1}`);
  }
  return fileOf;
}

/**
 * For `codeSplitting` of the bundler: the name of the file that a module belongs to. Modules that the same ones of `pages`, and of what
 * comes `beside` a page, load are one file, or a few where `others`, the entries of all other pages, would load much that they do not
 * need: so a first visit needs few files, and no page much code of others.
 * @param pages each with its entries, which load on their own; the files of the first, the start page, are not cut
 * @param beside the first one comes beside every page, so its file takes what other pages share with it
 * @param frame the entry of every page: what it loads is there already and counts for nothing
 * @returns null for the entries themselves and for what none of them loads, which is left to the bundler
 */
export function fileOfFirstPages(
  pages: Parts,
  beside: Parts,
  others: readonly string[],
  frame: string,
): (id: string, context: { getModuleInfo: GetModuleInfo }) => string | null {
  let fileOf: Map<string, string> | undefined;
  return (id, context) => {
    fileOf ??= nameFiles(pages, beside, others, frame, (each) => context.getModuleInfo(each));
    return fileOf.get(id) ?? null;
  };
}
