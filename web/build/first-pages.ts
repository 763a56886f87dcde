/** Chunking of the code for the pages that people open first. */
import { posix } from 'node:path';

/** The bundler's information about a module: its code and static imports. */
export interface ModuleInfo {
  code: string | null;
  importedIds: readonly string[];
}

type GetModuleInfo = (id: string) => ModuleInfo | null;

/** Barrel modules: importing a button from one must not count as loading its tables. */
const INDEXES = [
  { name: '@mantine/core', file: '/@mantine/core/esm/index.mjs' },
  { name: '@mantine/hooks', file: '/@mantine/hooks/esm/index.mjs' },
  { name: '@tanstack/react-query', file: '/@tanstack/react-query/build/modern/index.js' },
  { name: '@tanstack/query-core', file: '/@tanstack/query-core/build/modern/index.js' },
  { name: '@tabler/icons-react', file: '/@tabler/icons-react/dist/esm/tabler-icons-react.mjs' },
];

const IMPORT = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

/** Names that a module imports or re-exports: `[name outside, module]`. */
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

/** All modules that `entry` loads statically; of a barrel, only the used ones. */
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

/** Modules that form one file, and all modules that loading it implies, imports included. */
interface File {
  modules: ReadonlySet<string>;
  loads: ReadonlySet<string>;
}

/** How many bytes of unneeded source, summed over all other pages, are acceptable to save a file. */
const WASTE_MAX = 200_000;
/** Minimum size of a file, in bytes of source. */
const SMALL = 8_000;

const sizeOf = (ids: Iterable<string>, getModuleInfo: GetModuleInfo) =>
  [...ids].reduce((sum, id) => sum + (getModuleInfo(id)?.code?.length ?? 0), 0);

const union = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> => new Set([...a, ...b]);

/**
 * Splits `modules`, which the same pages load, into files. A single file would make every other page that needs one of
 * the modules load all of them; one per set of other pages would be too many. So files are merged while at most
 * `wasteMax` bytes are loaded needlessly. `others` has the modules that each of the other pages loads, and is extended
 * by those that a merge adds. The largest file is first.
 */
function cut(
  modules: readonly string[],
  others: Set<string>[],
  wasteMax: number,
  getModuleInfo: GetModuleInfo,
): ReadonlySet<string>[] {
  /** Modules that each of the other pages would additionally load if two files were merged. */
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

/** File of the modules that all first pages share. */
const OF_PAGES = 'of-pages';

/** Parts by name, each with its entries. */
type Parts = Readonly<Record<string, readonly string[]>>;

/** Assigns a file to each module that pages or side parts load, except to their entries. */
function nameFiles(
  pages: Parts,
  beside: Parts,
  others: readonly string[],
  frame: string,
  getModuleInfo: GetModuleInfo,
): Map<string, string> {
  // Part of it can end up in another file than that of the frame, so it gets a name but does not count.
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
    // An additional request costs more than a few bytes that one page does not need.
    const isLittle = isOfStart && names.length > 1 && sizeOf(own, getModuleInfo) < SMALL;
    for (const id of modules) fileOf.set(id, isLittle ? OF_PAGES : name);
    if (isOfStart || names.includes(everywhere)) continue;
    for (const [index, file] of cut(own, loads, WASTE_MAX * names.length, getModuleInfo).entries())
      if (index > 0) for (const id of file) fileOf.set(id, `${name}-${index + 1}`);
  }
  return fileOf;
}

/**
 * The file of a module, for the bundler's `codeSplitting`. Modules that the same pages and side parts load share a file.
 * It is split if other pages would load much unneeded code with it. A first visit then needs few files, and no page
 * loads much code of others.
 * @param pages entries of each page, which load on their own; the files of the first, the start page, are not split
 * @param beside parts that pages load later; the first one is on every page, so its file takes what other pages share
 * with it
 * @param others entries of all other pages
 * @param frame entry of every page: its modules are already loaded and do not count
 * @returns null for the entries and for modules that none of them loads, which are left to the bundler
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
