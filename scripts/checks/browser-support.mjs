/**
 * Finds uses of JavaScript and web APIs that a supported browser lacks, by MDN's compatibility data: for the linter,
 * which reads the source, and for the build, whose files include the dependencies. The supported browsers are in
 * package.json under `browserslist`.
 */
import { readFileSync } from 'node:fs';
import compatibility from '@mdn/browser-compat-data/forLegacyNode';
import { parse } from 'acorn';
import { nameOf, textOf, walk } from './syntax-tree.mjs';

/** Names in browserslist and in the data. @type {Record<string, import('@mdn/browser-compat-data').BrowserName>} */
const NAMES = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'safari_ios' };

/** The newest syntax in the source; the build compiles unsupported syntax away (`build.target`). */
const SYNTAX = 2022;

/** Names that dependencies use for their own methods, or call where a failure is caught. @type {Record<string, string>} */
const NOT_OF_BROWSERS = {
  toBase64: '@supabase/storage-js has its own',
  toArray: 'React.Children has its own',
  union: 'zod has its own',
};

/** @typedef {import('@mdn/browser-compat-data').Identifier} Identifier */
/** @typedef {import('@mdn/browser-compat-data').SimpleSupportStatement} Statement */

const { browserslist } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
/** @type {{ name: import('@mdn/browser-compat-data').BrowserName, version: number }[]} */
const browsers = browserslist.map((/** @type {string} */ line) => {
  const [, browser = '', version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
  const name = NAMES[browser];
  if (!name) throw new Error(`package.json: browserslist has "${line}", which is no browser with its oldest version`);
  return { name, version: Number(version) };
});

/** Whether all supported browsers have a feature. @param {Identifier} part */
function isKnown({ __compat }) {
  if (!__compat) return true;
  return browsers.every(({ name, version }) => {
    /** @type {Statement[]} */
    const statements = [__compat.support[name] ?? []].flat();
    return statements.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
        typeof added === 'string' &&
        Number.parseFloat(added.replace('≤', '')) <= version &&
        // A removal is followed by another statement, for example if the feature was incomplete at first.
        (typeof removed !== 'string' || Number.parseFloat(removed) > version) &&
        !flags &&
        !prefix &&
        !other,
    );
  });
}

/**
 * By name, whether any feature of that name is supported: `find` of strings can be new while that of arrays is old.
 * @typedef {Map<string, boolean>} Known
 */
/** @type {Known} */
const globals = new Map();
/** @type {Known} */
const statics = new Map();
/** @type {Known} */
const methods = new Map();

/** @param {Known} names @param {string} name @param {Identifier} part */
const note = (names, name, part) => names.set(name, names.get(name) === true || isKnown(part));

/** Whether a name consists of several words: a single word can be a method of any object. */
const isTelling = (/** @type {string} */ name) => /[a-z][A-Z]/.test(name);

/**
 * The sub-features of a feature, by name.
 * @param {import('@mdn/browser-compat-data').Identifier | undefined} part
 * @returns {[name: string, part: Identifier][]}
 */
const partsOf = (part) =>
  Object.keys(part ?? {})
    .filter((name) => !name.startsWith('__') && !name.endsWith('_event'))
    .flatMap((name) => (part?.[name] ? [[name, part[name]]] : []));

for (const [source, isLanguage] of /** @type {const} */ ([
  [compatibility.javascript.builtins, true],
  [compatibility.api, false],
]))
  for (const [owner, part] of partsOf(source)) {
    note(globals, owner, part);
    // An object of it cannot be used without its name, which is reported.
    if (!isKnown(part)) continue;
    for (const [name, member] of partsOf(part)) {
      const plain = name.replace(/_static$/, '');
      if (plain !== name || owner === 'Intl') note(statics, `${owner}.${plain}`, member);
      else if (owner === 'Window') note(globals, plain, member);
      if (isLanguage || isTelling(plain)) note(methods, plain, member);
    }
  }

const LOOKBEHIND = 'lookbehind in a regular expression';
/** @param {unknown} pattern */
const looksBehind = (pattern) => typeof pattern === 'string' && /\(\?<[=!]/.test(pattern);

/** Whether the code checks first that the feature exists: `typeof a.name`, `'name' in a`. @param {string} code @param {string} name */
const asksFor = (code, name) => new RegExp(`typeof[\\w\\s.?()$]*\\b${name}\\b|["'\`]${name}["'\`]\\s*in\\b`).test(code);

/**
 * The unsupported feature that a node of a syntax tree uses; undefined if there is none. Methods are identified by name
 * alone: one is unsupported if no object of these browsers has a method of that name.
 * @param {import('./syntax-tree.mjs').Node} node @param {string} code the file
 * @returns {string | undefined}
 */
export function lackIn(node, code) {
  if (node.type === 'Literal')
    // Such syntax is an error for the whole file.
    return looksBehind(node.regex?.pattern) ? LOOKBEHIND : undefined;
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const { callee } = node;
  const isMember = callee.type === 'MemberExpression' && !callee.computed;
  const name = nameOf(callee);
  const owner = isMember && callee.object.type === 'Identifier' ? nameOf(callee.object) : '';
  // The build compiles unsupported literals to this, which fails when the file loads.
  if (name === 'RegExp' && looksBehind(textOf(node.arguments[0]))) return LOOKBEHIND;
  const known = isMember ? (statics.get(`${owner}.${name}`) ?? methods.get(name)) : globals.get(name);
  if (known !== false || name in NOT_OF_BROWSERS || asksFor(code, name)) return undefined;
  return isMember ? `${owner}.${name}` : name;
}

/**
 * The unsupported features that a file of the build uses, each with the code around it.
 * @param {string} code
 * @returns {string[]}
 */
export function lacksIn(code) {
  /** @type {string[]} */
  const found = [];
  try {
    walk(parse(code, { ecmaVersion: SYNTAX, sourceType: 'module' }), (node) => {
      const { start } = node;
      const lack = lackIn(node, code);
      if (lack) found.push(`${lack}: ${code.slice(Math.max(0, start - 40), start + 60).replaceAll('\n', ' ')}`);
    });
  } catch (error) {
    found.push(error instanceof Error ? error.message : String(error));
  }
  return found;
}
