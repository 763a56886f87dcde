/** Allowed imports (ARCHITECTURE.md, "Code map"). A feature is a folder: a new one needs no entry here. Pure. */
import { posix } from 'node:path';

/** Layers of the page, from the lowest to the highest; each can import itself and those below. */
const LAYERS = ['shared', 'features', 'compositions', 'pages', 'app'];

/** Aliases of folders, as in vite.config.ts. @type {Record<string, string>} */
const ALIASES = {
  '@/': 'web/src/',
  '@domain/': 'supabase/functions/_shared/domain/',
  '@rows/': 'supabase/functions/_shared/rows/',
};

/**
 * The target of an import: a path below the project's folder, or a package's name.
 * @param {string} file @param {string} specifier
 */
export function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), specifier));
  const alias = Object.keys(ALIASES).find((name) => specifier.startsWith(name));
  return alias ? `${ALIASES[alias]}${specifier.slice(alias.length)}` : specifier;
}

/**
 * `web/src/features/posts/feed/…` → { layer: 'features', slice: 'posts' }, a slice of the admin area 'admin/users'; undefined
 * outside of the layers.
 * @param {string} path
 */
function placeOf(path) {
  const [, layer, slice] =
    /^web\/src\/(shared|features|compositions|pages|app)\/(?:(admin\/[^/]+|[^/]+)\/)?/.exec(path) ?? [];
  return layer === undefined ? undefined : { layer, slice };
}

/**
 * Folders of the embedded Supabase that others can import, from the lowest to the highest. The other folders do not
 * depend on each other; server.ts, in none of them, combines all.
 */
const LOWER_ROOMS = ['database', 'platform'];

/** @param {string} room */
const roomsBelow = (room) => LOWER_ROOMS.slice(0, LOWER_ROOMS.includes(room) ? LOWER_ROOMS.indexOf(room) : undefined);

/** Whether the target of an import is a file of the project, and not a package. @param {string} target */
const isPath = (target) => /^(?:web|supabase|scripts|deploy|bench|packages|\.\.)\//.test(target);

/** @param {string} path */
const roomOf = (path) => /^packages\/embedded-supabase\/src\/([^/]+)\//.exec(path)?.[1];

/** The workspace package of a file. @param {string} path */
const packageOf = (path) => /^packages\/[^/]+\//.exec(path)?.[0];

/**
 * Folders whose files can only import the listed ones. Their tests can import more.
 * @type {{ folder: string, allowed: RegExp, message: string }[]}
 */
const CLOSED = [
  {
    folder: 'supabase/functions/_shared/domain/',
    allowed: /^(?:zod|\.\/[^/]+\.ts)$/,
    message: '_shared/domain imports only zod and its own files, with their ending',
  },
  {
    folder: 'supabase/functions/_shared/rows/',
    allowed: /^\.(?:\/|\.\/domain\/)[^/]+\.ts$/,
    message: '_shared/rows imports only its own files and _shared/domain, with their ending',
  },
];

/**
 * The reason why a file cannot import a module; undefined if it can.
 * @param {string} file path from the project's folder @param {string} specifier what stands in the import
 * @returns {string | undefined}
 */
export function importProblem(file, specifier) {
  const target = targetOf(file, specifier);
  const from = placeOf(file);
  const to = placeOf(target);
  if (from && to) {
    if (LAYERS.indexOf(to.layer) > LAYERS.indexOf(from.layer)) return `${from.layer} may not import ${to.layer}`;
    if (from.layer === 'features' && to.layer === 'features' && from.slice !== to.slice)
      return `feature ${from.slice} may not import feature ${to.slice}; bring them together in a composition`;
  }
  if ((from?.layer === 'pages' || from?.layer === 'compositions') && specifier.startsWith('@supabase/'))
    return 'pages and compositions reach the backend through features';
  const isTestFile = /\.test\.tsx?$/.test(file) && target.startsWith('supabase/tests/support/files/');
  if (file.startsWith('web/src/') && !isTestFile && /^supabase\/(?!functions\/_shared\/(?:domain|rows)\/)/.test(target))
    return 'the page imports only _shared/domain and _shared/rows of supabase/';
  if (/^(?:web\/src|supabase\/functions)\//.test(file) && /^(?:@supabase\/lite|embedded-supabase)/.test(specifier))
    return 'nothing in the product depends on the embedded Supabase';
  const room = roomOf(file);
  const other = roomOf(target);
  if (room && other && room !== other && !roomsBelow(room).includes(other))
    return `src/${room} may not import src/${other}; server.ts brings them together`;
  const own = packageOf(file);
  if (own && isPath(target) && !target.startsWith(own))
    return 'a package knows nothing of the product but what it is handed (src/project.ts)';
  if (!own && packageOf(target)) return 'a package is imported by its name, as its package.json exports it';
  const isTest = file.endsWith('.test.ts');
  return CLOSED.find(({ folder, allowed }) => !isTest && file.startsWith(folder) && !allowed.test(specifier))?.message;
}
