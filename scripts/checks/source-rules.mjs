/**
 * Rules about the source that the linter cannot express. Pure: text in, findings out.
 */
import { posix } from 'node:path';

/** @typedef {{ file: string, line: number, message: string }} Finding */

const CODE = /\.(ts|tsx|mts|mjs|cjs|js)$/;
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\s;(=])import\s*\(?\s*['"]([^'"]+)['"]/g;

/** Layers of the page, from the lowest to the highest; each may import itself and what is below. */
const LAYERS = ['shared', 'features', 'compositions', 'pages', 'app'];

/**
 * Where an import of the page leads: a path below the project's folder, or a package's name.
 * @param {string} file
 * @param {string} specifier
 */
function resolve(file, specifier) {
  if (specifier.startsWith('@/')) return `web/src/${specifier.slice(2)}`;
  if (specifier.startsWith('@domain/')) return `supabase/functions/_shared/domain/${specifier.slice(8)}`;
  if (specifier.startsWith('@rows/')) return `supabase/functions/_shared/rows/${specifier.slice(6)}`;
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), specifier));
  return specifier;
}

/**
 * `web/src/features/posts/api/x.ts` → { layer: 'features', slice: 'posts' }, a slice of the admin area 'admin/users'; undefined
 * outside of the layers.
 * @param {string} path
 */
function placeOf(path) {
  const [, layer, slice] =
    /^web\/src\/(shared|features|compositions|pages|app)\/(?:(admin\/[^/]+|[^/]+)\/)?/.exec(path) ?? [];
  return layer === undefined ? undefined : { layer, slice };
}

/**
 * @param {string} text
 * @param {number} index
 */
function lineOf(text, index) {
  return text.slice(0, index).split('\n').length;
}

/**
 * Imports that go the wrong way (ARCHITECTURE.md, "Layers").
 * @param {string} file
 * @param {string} text
 */
function importFindings(file, text) {
  /** @type {Finding[]} */
  const findings = [];
  const from = placeOf(file);
  const inRows = file.startsWith('supabase/functions/_shared/rows/') && !file.endsWith('.test.ts');
  const inDomain = file.startsWith('supabase/functions/_shared/domain/') && !file.endsWith('.test.ts');
  for (const match of text.matchAll(IMPORT)) {
    const specifier = match[1] ?? match[2] ?? '';
    const target = resolve(file, specifier);
    /** @param {string} message */
    const say = (message) => findings.push({ file, line: lineOf(text, match.index + match[0].search(/\S/)), message });
    if (from) {
      const to = placeOf(target);
      if (to && LAYERS.indexOf(to.layer) > LAYERS.indexOf(from.layer))
        say(`${from.layer} may not import ${to.layer} (${specifier})`);
      if (to && from.layer === 'features' && to.layer === 'features' && from.slice !== to.slice) {
        say(
          `feature ${from.slice} may not import feature ${to.slice}; bring them together in a composition (${specifier})`,
        );
      }
      if ((from.layer === 'pages' || from.layer === 'compositions') && specifier.startsWith('@supabase/'))
        say(`pages and compositions reach the backend through features (${specifier})`);
    }
    if (file.startsWith('web/src/') && /^supabase\/(?!functions\/_shared\/(?:domain|rows)\/)/.test(target))
      say(`the page imports only _shared/domain and _shared/rows of supabase/ (${specifier})`);
    if (inDomain && specifier !== 'zod' && !/^\.\/[^/]+\.ts$/.test(specifier)) {
      say(`_shared/domain imports only zod and its own files, with their ending (${specifier})`);
    }
    if (inRows && !/^\.(?:\/|\.\/domain\/)[^/]+\.ts$/.test(specifier)) {
      say(`_shared/rows imports only its own files and _shared/domain, with their ending (${specifier})`);
    }
    if (/^(web\/src|supabase\/functions)\//.test(file) && specifier.startsWith('@supabase/lite'))
      say('nothing in the product depends on @supabase/lite');
  }
  return findings;
}

/** @type {[pattern: RegExp, what: string][]} */
const SECRETS = [
  [/sb_secret_[A-Za-z0-9_-]{8,}/g, 'a secret key'],
  [/eyJ[A-Za-z0-9_-]{8,}\.(eyJ[A-Za-z0-9_-]{8,})\.[A-Za-z0-9_-]{8,}/g, 'a service_role token'],
  [/-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/g, 'a private key'],
  [/postgres(?:ql)?:\/\/[^\s:/'"`$]+:[^\s@'"`$]+@(?!localhost|127\.0\.0\.1)[^\s'"`$]+/g, 'a database password'],
];

/** @param {string} payload */
function isServiceRoleToken(payload) {
  return Buffer.from(payload, 'base64url').toString().includes('service_role');
}

const LINES = [
  { rule: /\b(?:TODO|FIXME)\b/, files: /./, message: 'open work belongs in the tracker, not in the source' },
  { rule: /(?:^|[\s'"`(=])\/(?:home|Users|root|work)\/[\w.-]+/, files: /./, message: 'a path of one machine' },
  {
    rule: /\b(?:it|test|describe)\.(?:only|skip|todo|fixme|skipIf|runIf)\b|\b(?:xit|xdescribe|fdescribe|fit)\(/,
    files: /\.test\.|\/e2e\//,
    message: 'a skipped or focused test',
  },
  {
    rule: /\bwaitForTimeout\(|setTimeout\([^)]*\bresolve\b|new Promise\(\(\w+\) => setTimeout/,
    files: /\.(test|spec)\.tsx?$/,
    message: 'a test that sleeps; wait for the state instead',
  },
  {
    rule: /\bqueryKey:\s*\[\s*['"`]|(?:invalidateQueries|setQueryData|getQueryData|removeQueries|cancelQueries)\(\s*\[\s*['"`]/,
    files: /^web\/src\/(?!shared\/backend\/query-keys\.ts)/,
    message: 'query keys come from shared/backend/query-keys.ts',
  },
  {
    rule: /\.select\(\s*['"`]\*['"`]|(?:^\s*|\))\.select\(\s*\)/,
    files: /^(?:web\/src|supabase\/functions)\//,
    message: "name the columns; no select('*')",
  },
  { rule: /@ts-(?:ignore|nocheck|expect-error)/, files: CODE, message: 'types are not switched off' },
];

/**
 * Where the call ends whose opening parenthesis stands at `start`.
 * @param {string} text
 * @param {number} start
 */
function endOfCall(text, start) {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return text.length;
}

/**
 * What `mutate` is told to do afterwards is dropped when its component leaves the screen, which its own success may cause.
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
function mutateFindings(file, text) {
  return [...text.matchAll(/\bmutate\(/g)]
    .filter(({ index }) =>
      /\bon(?:Success|Error|Settled)\b/.test(text.slice(index, endOfCall(text, index + 'mutate'.length))),
    )
    .map(({ index }) => ({
      file,
      line: lineOf(text, index),
      message: 'callbacks of mutate are lost with the component: mutateAsync(…).then(…), or those of useMutation',
    }));
}

/**
 * Findings about one file.
 * @param {string} file
 * @param {string} text
 * @param {string[]} [fixtures] literal texts that look like secrets but are known test values
 */
export function findingsIn(file, text, fixtures = []) {
  /** @type {Finding[]} */
  const findings = [];
  /**
   * @param {number} line
   * @param {string} message
   */
  const add = (line, message) => findings.push({ file, line, message });
  if (CODE.test(file)) findings.push(...importFindings(file, text));
  if (/^web\/src\/.*\.tsx?$/.test(file)) findings.push(...mutateFindings(file, text));
  const isRule = /(?:^|\/)source-rules(?:\.test)?\.mjs$/.test(file);
  if (!isRule) {
    text.split('\n').forEach((line, index) => {
      for (const { rule, files, message } of LINES) if (files.test(file) && rule.test(line)) add(index + 1, message);
    });
    for (const [pattern, what] of SECRETS) {
      for (const match of text.matchAll(pattern)) {
        if (fixtures.some((fixture) => fixture === match[0])) continue;
        if (match[1] && !isServiceRoleToken(match[1])) continue;
        add(lineOf(text, match.index), what);
      }
    }
  }
  const name = file.split('/').at(-1) ?? file;
  if (CODE.test(file) && !/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(name)) add(1, 'file names are kebab-case');
  if (/^web\/src\/.*\/index\.tsx?$/.test(file)) add(1, 'no barrels: import the file that you need');
  if (file === 'package-lock.json') {
    text.split('\n').forEach((line, index) => {
      if (/"resolved":/.test(line) && !/"resolved": "https:\/\/registry\.npmjs\.org\//.test(line))
        add(index + 1, 'a package that does not come from the public registry');
    });
  }
  return findings;
}
