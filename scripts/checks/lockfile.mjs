/**
 * Keeps package-lock.json installable on every platform and machine.
 *
 * `npm ci` refuses a lock file in which an optional platform package (esbuild's, deno's ...) is missing, and
 * `npm install` leaves those out that its registry does not carry. `node scripts/checks/lockfile.mjs --fix` writes the
 * missing entries back; check-source.ts reports them.
 *
 * An entry says by `integrity` which bytes may be installed. Only a registry that carries a package knows them: an entry written
 * back here has none until `npm install` against such a registry fills it in. Any other entry without is an error.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, dev?: boolean, optional?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 */

const OPERATING_SYSTEMS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const PROCESSORS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x x64 wasm32'.split(' ');
/** @type {Record<string, string>} */
const OTHER_NAMES = { linuxmusl: 'linux', windows: 'win32' };

/**
 * The platform in a package name: `@deno/linux-x64-glibc` → { os: ['linux'], cpu: ['x64'], libc: ['glibc'] }.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.split(/[/-]/).map((word) => OTHER_NAMES[word] ?? word);
  const os = words.find((word) => OPERATING_SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  const glibc = os === 'linux' && /gnu|glibc/.test(name) ? 'glibc' : undefined;
  const libc = /musl/.test(name) ? 'musl' : glibc;
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) };
}

/**
 * Where `name` is, or has to be, installed for the package at `from`: nested below it if another version is hoisted.
 * Platform packages are required in an exact version; any range counts as satisfied.
 * @param {Lock['packages']} packages @param {string} from @param {string} name @param {string} range
 */
function placeOf(packages, from, name, range) {
  for (let place = from; ; place = place.slice(0, place.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    const candidate = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    const found = packages[candidate];
    if (found && /^\d/.test(range) && found.version !== range) return `${from}/node_modules/${name}`;
    if (found || place === '') return candidate;
  }
}

/** Missing entries of the lock file for optional dependencies. @param {Lock} lock */
export function missingEntries(lock) {
  /** @type {Map<string, Entry>} */
  const missing = new Map();
  for (const [from, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const place = placeOf(lock.packages, from, name, range);
      if (lock.packages[place]) continue;
      missing.set(place, {
        version: range.replace(/^[\^~]/, ''),
        ...(entry.dev && { dev: true }),
        optional: true,
        ...platformOf(name),
      });
    }
  }
  return missing;
}

/**
 * Paths of packages without `integrity`, except for platform packages that no registry here carries.
 * @param {Lock} lock
 */
export function unverifiedEntries(lock) {
  /** @param {Entry} entry */
  const isVerified = ({ integrity, link }) => link === true || /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '');
  /** @param {Entry} entry */
  const isWrittenBack = (entry) =>
    entry.optional === true && entry.os !== undefined && entry.integrity === undefined && entry.resolved === undefined;
  return (
    Object.entries(lock.packages)
      // The root and the workspaces are folders of this project.
      .filter(([place, entry]) => place.includes('node_modules/') && !isVerified(entry) && !isWrittenBack(entry))
      .map(([place]) => place)
  );
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href && argv.includes('--fix')) {
  /** @type {Lock} */
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const missing = missingEntries(lock);
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
  lock.packages = Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en')));
  if (missing.size > 0) writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: added ${missing.size} platform packages`);
}
