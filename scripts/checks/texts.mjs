/**
 * The texts of the product, and gaps in the catalogues of other languages (web/src/shared/i18n/*.json). English texts
 * are the keys: those in `t`, `plural`, `rich` and `msg` on the page, and those that reach it from the domain, the
 * database and `/api`.
 *
 * A language has two catalogues: that of everybody, and that of the admin area, which only this area loads. A text
 * belongs to the second if only modules of the page or the domain have it that are reached through the admin area alone.
 * Texts of the database and `/api` are everybody's: their sources do not say which page shows them.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from 'vite';
import { loadedBy, onlyThrough } from './only-through.mjs';
import { projectFiles } from './project-files.mjs';
import { TEXTS_OF_OTHERS } from './texts-of-others.mjs';

/**
 * @typedef {{ file: string, text: string }} Source
 * @typedef {{ file: string, line: number, message: string }} Finding
 * @typedef {{ key: string, context?: string, file: string, line: number }} Use what the page names
 * @typedef {{ text: string, file: string, line: number }} Arriving what reaches the page; `{}` or `{name}` is a value
 * @typedef {{ texts: Record<string, unknown>, messages: Record<string, unknown> }} Catalogue
 * @typedef {{ everybody: Catalogue, admin: Catalogue }} Catalogues
 * @typedef {{ uses: Use[], arriving: Arriving[], literals: ReadonlySet<string>, others: readonly string[] }} Known
 */

/**
 * A node of the syntax tree, of which only what is asked for is looked at.
 * @typedef {{ type: string, start: number, end: number } & Record<string, unknown>} Tree
 */

const CATALOGUES = 'web/src/shared/i18n';
const DOMAIN = 'supabase/functions/_shared/domain/';

/** The files through which the admin area is loaded and served. */
const ADMIN_DOOR = /^(?:web\/src\/app\/admin-pages\.ts|supabase\/functions\/api\/routes\/admin-[\w-]+\.ts)$/;

/** Files of the domain whose texts the page words differently. @type {Record<string, string>} */
const NOT_IN_CATALOGUES = {
  'countries.ts': 'names of countries come from Intl',
  'image-metadata.ts': 'names within files',
  'locale.ts': 'each language is called by its own name',
  'mail-messages-vi.ts': 'mails have their own texts in each language',
  'mail-page.ts': 'mails have their own texts in each language',
  'mail-templates-en.ts': 'mails have their own texts in each language',
  'mail-templates-vi.ts': 'mails have their own texts in each language',
  'office-files.ts': 'names within files',
  'render-mail.ts': 'mails have their own texts in each language',
  'units.ts': 'spellings of units that are understood, and the signs that are shown of them',
};

/** Strings that look like user-facing texts but are not, each with its purpose. */
const NO_TEXTS = new Map([
  ['Marketplace Platform', 'the name'],
  ['Workbook', 'a stream within a document'],
  ['Book', 'a stream within a document'],
  ['PowerPoint Document', 'a stream within a document'],
  ['$1 million', 'a replacement'],
  ['Mon FMDD, YYYY', 'a format of to_char'],
  ['" until "Mon FMDD, YYYY', 'a format of to_char, in a sentence that texts-of-others.mjs has'],
  ['The quick brown fox 0912 345 678. ', 'what patterns are tried on'],
]);

/** @param {unknown} value @returns {value is Tree} */
const isTree = (value) => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/**
 * Visits each node with its ancestors, the closest last.
 * @param {unknown} value @param {(node: Tree, around: Tree[]) => void} visit @param {Tree[]} [around]
 */
function walk(value, visit, around = []) {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit, around);
  } else if (isTree(value)) {
    visit(value, around);
    around.push(value);
    for (const child of Object.values(value))
      if (typeof child === 'object' && child !== null) walk(child, visit, around);
    around.pop();
  }
}

/** @param {Source} source */
function parse({ file, text }) {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return program;
}

/** @param {string} text @param {number} index */
const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** @param {unknown} value @returns {Tree[]} */
const trees = (value) => (Array.isArray(value) ? value.filter(isTree) : []);

/** The text of a literal, or of a template with `{}` for values. @param {unknown} node @returns {string | undefined} */
function textOf(node) {
  if (!isTree(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = trees(node.quasis).map(({ value }) => String(/** @type {{ cooked?: string }} */ (value).cooked ?? ''));
  return parts.join('{}');
}

/** The last part of a callee: `t` in `t()` and `language.t()`. @param {unknown} callee @returns {string} */
function calledName(callee) {
  if (!isTree(callee)) return '';
  if (callee.type === 'Identifier') return String(callee.name);
  return callee.type === 'MemberExpression' && !callee.computed ? calledName(callee.property) : '';
}

/** The name of a property. @param {Tree} property */
const keyOf = ({ key }) => (isTree(key) ? (textOf(key) ?? calledName(key)) : '');

/** Names of the placeholders of a text, without duplicates. @param {string} text */
const placesOf = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)))].toSorted();

/** The placeholders of a text as shown in a finding. @param {readonly string[]} names */
const listed = (names) => (names.length > 0 ? names.map((name) => `{${name}}`).join(', ') : 'none');

/** The reason why a text cannot be a key, or undefined. @param {string} text */
function problemOfText(text) {
  if (text === '') return 'an empty text';
  if (text !== text.trim()) return 'a blank at an end; texts are not put together';
  if (/<\/?[a-z]|&[a-z]+;|&#\d/i.test(text)) return 'HTML in a text; rich() takes elements';
  return undefined;
}

/**
 * The texts that a file of the page uses, and errors in their use.
 * @param {Source} source
 * @returns {{ uses: Use[], findings: Finding[] }}
 */
export function usesIn(source) {
  const { file, text } = source;
  /** @type {Use[]} */
  const uses = [];
  /** @type {Finding[]} */
  const findings = [];
  /** @param {Tree} node @param {string} message */
  const report = (node, message) => findings.push({ file, line: lineAt(text, node.start), message });

  /**
   * The literals that an argument can have. Variables are allowed: their value comes from msg() or the domain.
   * @param {Tree} node
   * @returns {{ node: Tree, key: string }[]}
   */
  const keysOf = (node) => {
    if (node.type === 'ConditionalExpression')
      return [node.consequent, node.alternate].filter(isTree).flatMap((branch) => keysOf(branch));
    if (node.type === 'BinaryExpression' || (node.type === 'TemplateLiteral' && trees(node.expressions).length > 0)) {
      report(node, 'a text that is put together has no translation: name it whole, with {places} for its values');
      return [];
    }
    const key = textOf(node);
    return key === undefined ? [] : [{ node, key }];
  };
  /**
   * The names of the given values; undefined if they are not statically known.
   * @param {Tree | undefined} node
   * @returns {string[] | undefined}
   */
  const namesOf = (node) => {
    if (!node) return [];
    if (node.type !== 'ObjectExpression') return undefined;
    const properties = trees(node.properties);
    return properties.every(({ type, computed }) => type === 'Property' && !computed)
      ? properties.map(keyOf)
      : undefined;
  };

  walk(parse(source), (node) => {
    if (node.type !== 'CallExpression') return;
    const name = calledName(node.callee);
    if (!/^(?:t|plural|rich|msg)$/.test(name)) return;
    const [first, second, third] = trees(node.arguments);
    if (!first) return;
    if (name === 'plural') {
      const forms = second?.type === 'ObjectExpression' ? trees(second.properties) : [];
      const one = textOf(forms.find((form) => keyOf(form) === 'one')?.value);
      const otherNode = forms.find((form) => keyOf(form) === 'other')?.value;
      const other = textOf(otherNode);
      if (!isTree(otherNode) || one === undefined || other === undefined) return;
      const problem = problemOfText(one) ?? problemOfText(other);
      if (problem) report(otherNode, problem);
      const given = namesOf(third);
      const missing = placesOf(`${one}${other}`).filter((place) => place !== 'n' && given && !given.includes(place));
      if (missing.length > 0) report(otherNode, `no value for ${listed(missing)}`);
      uses.push({ key: other, file, line: lineAt(text, otherNode.start) });
      return;
    }
    const context = name === 't' ? textOf(third) : undefined;
    const given = name === 'msg' ? undefined : namesOf(second);
    for (const { node: at, key } of keysOf(first)) {
      const problem = problemOfText(key);
      if (problem) report(at, problem);
      const places = placesOf(key);
      const missing = places.filter((place) => given && !given.includes(place));
      if (missing.length > 0) report(at, `no value for ${listed(missing)}`);
      const needless = (given ?? []).filter((place) => !places.includes(place));
      if (needless.length > 0 && first.type !== 'ConditionalExpression') report(at, `no place for ${listed(needless)}`);
      uses.push({ key, context, file, line: lineAt(text, at.start) });
    }
  });
  return { uses, findings };
}

/** Whether a text of the domain is user-facing: a capitalised word, or several words. @param {string} text */
const isForPeople = (text) =>
  !NO_TEXTS.has(text) &&
  !/[|\\]/.test(text) &&
  (/^\p{Lu}\p{Ll}+$/u.test(text) || (/ /.test(text.trim()) && /\p{Ll}{2}/u.test(text)));

/** Calls whose texts are only for developers or programs. */
const TECHNICAL =
  /^(?:Error|TypeError|RegExp|replace|replaceAll|normalize|toLocaleString|test|includes|startsWith|endsWith|split|join)$/;

/** Whether an object describes a field for the English documentation of `/api`. @param {Tree | undefined} node */
const describesField = (node) =>
  node?.type === 'ObjectExpression' && trees(node.properties).some(({ key }) => isTree(key) && key.name === 'example');

/** The user-facing texts of a file of the domain. @param {Source} source @returns {Arriving[]} */
export function arrivingOfDomain(source) {
  const { file, text } = source;
  if (Object.hasOwn(NOT_IN_CATALOGUES, basename(file))) return [];
  /** @type {Arriving[]} */
  const found = [];
  walk(parse(source), (node, around) => {
    const parent = around.at(-1);
    const own = textOf(node);
    if (!parent || own === undefined || !isForPeople(own) || !/\p{L}{2}/u.test(own.replaceAll('{}', ' '))) return;
    if (
      /^(?:ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration|TaggedTemplateExpression)$/.test(parent.type)
    )
      return;
    if (parent.type.startsWith('TS') && !parent.type.endsWith('Expression')) return;
    if (parent.type === 'Property' && (parent.key === node || describesField(around.at(-2)))) return;
    if (parent.type === 'BinaryExpression' && parent.operator !== '+') return;
    if (/^(?:Call|New)Expression$/.test(parent.type) && TECHNICAL.test(calledName(parent.callee))) return;
    found.push({ text: own, file, line: lineAt(text, node.start) });
  });
  return found;
}

/** Calls of `/api` and its schemas whose last text is user-facing. */
const REFUSES = /^(?:ApiError|forbidden|requiredText|optionalText|min|max|refine|regex|email|string)$/;

/** Files of `/api` whose refusals only other clients can cause. */
const NOT_FOR_PAGE = /\/(?:idempotency|cross-site|body)\.ts$/;

/** The texts of refusals in a file of `/api`. @param {Source} source @returns {Arriving[]} */
export function arrivingOfApi(source) {
  const { file, text } = source;
  /** @type {Arriving[]} */
  const found = [];
  /** @param {unknown} node @param {(own: string) => string} [whole] */
  const add = (node, whole = (own) => own) => {
    const own = textOf(node);
    if (isTree(node) && own !== undefined && /\p{L}{2}/u.test(own) && !own.startsWith('{}'))
      found.push({ text: whole(own), file, line: lineAt(text, node.start) });
  };
  walk(parse(source), (node) => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const name = calledName(node.callee);
      const given = trees(node.arguments);
      if (name === 'notFound') add(given[0], (thing) => `${thing} not found`);
      else if (REFUSES.test(name)) for (const argument of given) add(argument);
    }
    if (node.type === 'ObjectExpression') {
      const properties = trees(node.properties);
      const message = properties.find((property) => keyOf(property) === 'message');
      // A message with a path is the refusal of a field; one without is the answer of a success, which the page does
      // not show.
      if (message && properties.some((property) => keyOf(property) === 'path')) add(message.value);
    }
  });
  return found.filter((each) => / /.test(each.text));
}

/** The texts that the mail function writes into the log for admins. @param {Source} source @returns {Arriving[]} */
export function arrivingOfMail(source) {
  const { file, text } = source;
  /** @type {Arriving[]} */
  const found = [];
  walk(parse(source), (node, around) => {
    const own = textOf(node);
    const parent = around.at(-1);
    if (own && parent?.type !== 'TSLiteralType' && /^\p{Lu}\p{Ll}* .*\p{Ll}/u.test(own))
      found.push({ text: own, file, line: lineAt(text, node.start) });
  });
  return found;
}

/**
 * The bodies of the functions of the database.
 * @param {readonly Source[]} schemas
 * @returns {{ file: string, body: string, line: number }[]}
 */
function functionBodies(schemas) {
  /** @type {{ file: string, body: string, line: number }[]} */
  const bodies = [];
  for (const { file, text } of schemas) {
    const begin = /create function [\w.]+\s*\(/gi;
    for (let match = begin.exec(text); match; match = begin.exec(text)) {
      const open = /\$\w*\$/g;
      open.lastIndex = match.index;
      const quote = open.exec(text);
      if (!quote) break;
      const from = open.lastIndex;
      const to = text.indexOf(quote[0], from);
      bodies.push({ file, body: text.slice(from, to), line: lineAt(text, from) });
      begin.lastIndex = to;
    }
  }
  return bodies;
}

/** The quoted texts, without comments. @param {string} sql */
const sqlLiterals = (sql) =>
  [...sql.matchAll(/--[^\n]*|'((?:[^']|'')*)'/g)].flatMap((match) =>
    match[1] === undefined ? [] : [{ text: match[1].replaceAll("''", "'"), index: match.index }],
  );

/**
 * User-facing texts in the functions of the database: refusals and notifications, with `{}` for the values of format().
 * @param {readonly Source[]} schemas
 * @returns {Arriving[]}
 */
export function arrivingOfSql(schemas) {
  return functionBodies(schemas).flatMap(({ file, body, line }) =>
    sqlLiterals(body)
      .filter(
        ({ text }) =>
          / ./.test(text) && /^(?:\p{Lu}|%s )/u.test(text) && /\p{Ll}{2}/u.test(text) && !NO_TEXTS.has(text),
      )
      .filter(({ text }) => text === text.trim())
      .map(({ text, index }) => ({
        text: text.replaceAll(/%([%s])/g, (_, sign) => (sign === 's' ? '{}' : '%')),
        file,
        line: line + lineAt(body, index) - 1,
      })),
  );
}

/** @param {string} text @param {string} [behind] */
function toPattern(text, behind = '') {
  const parts = text.split(/\{\w*\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('([^]*)')}${behind}$`);
}

/**
 * Whether an entry matches an arriving text: it is the same, fits its pattern, or continues it after a colon.
 * @param {readonly string[]} entries @param {readonly string[]} arriving
 */
function matches(entries, arriving) {
  const patterns = entries.map((entry) => toPattern(entry));
  /** @type {Set<string>} */
  const used = new Set();
  /** @type {Set<string>} */
  const covered = new Set();
  for (const text of new Set(arriving)) {
    const own = toPattern(text);
    const longer = toPattern(text, ': \\{\\w+\\}');
    const sample = text.replaceAll(/\{\w*\}/g, '\u0001');
    for (const [index, entry] of entries.entries()) {
      const isCovered = patterns[index]?.test(sample) || (own.test(entry) && /\p{L}{2}/u.test(text));
      if (isCovered) covered.add(text);
      if (isCovered || longer.test(entry)) used.add(entry);
    }
  }
  return { used, covered };
}

/** Errors in one entry of a catalogue. @param {string} key @param {unknown} translation @returns {string[]} */
function problemsOfEntry(key, translation) {
  const english = key.split('|')[0] ?? '';
  const forms = typeof translation === 'object' && translation !== null ? Object.values(translation) : [translation];
  return forms.flatMap((form) => {
    if (typeof form !== 'string') return ['is no text'];
    const problem = problemOfText(form);
    const places = listed(placesOf(english));
    const own = listed(placesOf(form));
    return [
      ...(problem ? [problem] : []),
      ...(places === own ? [] : [`has the places ${own}, the English text ${places}`]),
    ];
  });
}

/**
 * Which entries are needed, and which arriving texts they cover.
 * @param {readonly string[]} keys @param {Known} known
 */
function needs(keys, { uses, arriving, literals, others }) {
  const { used, covered } = matches(keys, [...arriving.map(({ text }) => text), ...others]);
  const named = new Set(uses.flatMap(({ key, context }) => [key, `${key}|${context}`]));
  /** @param {string} key */
  const isNeeded = (key) => named.has(key) || used.has(key) || (placesOf(key).length === 0 && literals.has(key));
  return { isNeeded, covered };
}

/** All entries of a language. @param {Catalogues} catalogues @returns {Catalogue} */
export const joined = ({ everybody, admin }) => ({
  texts: { ...everybody.texts, ...admin.texts },
  messages: { ...everybody.messages, ...admin.messages },
});

/** @param {string[]} keys */
const sorted = (keys) => keys.toSorted((a, b) => (a < b ? -1 : 1));

/**
 * The catalogues of a language with each entry where it belongs, sorted.
 * @param {Catalogues} catalogues @param {Known} known
 * @param {Known} knownOutside what is known outside of the admin area
 * @returns {Catalogues}
 */
export function arranged(catalogues, known, knownOutside) {
  const { texts, messages } = joined(catalogues);
  const keys = Object.keys({ ...texts, ...messages });
  const { isNeeded } = needs(keys, known);
  const { isNeeded: isNeededOutside } = needs(keys, knownOutside);
  /** @param {Record<string, unknown>} part @param {boolean} isAdmin */
  const pick = (part, isAdmin) =>
    Object.fromEntries(
      sorted(Object.keys(part))
        .filter((key) => isAdmin === (isNeeded(key) && !isNeededOutside(key)))
        .map((key) => [key, part[key]]),
    );
  return {
    everybody: { texts: pick(texts, false), messages: pick(messages, false) },
    admin: { texts: pick(texts, true), messages: pick(messages, true) },
  };
}

/**
 * Missing, unused, wrong and misplaced entries of a language.
 * @param {Catalogues} catalogues @param {Known} known
 * @param {Known} knownOutside what is known outside of the admin area
 * @returns {string[]}
 */
export function problemsOfCatalogues(catalogues, known, knownOutside) {
  const { texts, messages } = joined(catalogues);
  const entries = Object.keys(messages);
  const here = new Set([...Object.keys(texts), ...entries]);
  const { isNeeded, covered } = needs([...here], known);
  const { admin } = arranged(catalogues, known, knownOutside);
  /** @param {Catalogue} catalogue */
  const keysOf = (catalogue) => new Set(Object.keys({ ...catalogue.texts, ...catalogue.messages }));
  const ofAdmins = keysOf(admin);
  return [
    ...missingIn({ texts, messages }, known, covered),
    ...[...here].filter((key) => !isNeeded(key)).map((key) => `unused: ${JSON.stringify(key)}`),
    ...[...keysOf(catalogues.everybody)]
      .filter((key) => ofAdmins.has(key))
      .map((key) => `only the admin area has it, but it is in the catalogue of everybody: ${JSON.stringify(key)}`),
    ...[...keysOf(catalogues.admin)]
      .filter((key) => !ofAdmins.has(key))
      .map((key) => `not only the admin area has it, but it is in the catalogue of that area: ${JSON.stringify(key)}`),
    ...entries
      .filter((key) => Object.hasOwn(texts, key) && placesOf(key).length === 0)
      .map((key) => `in texts and in messages: ${JSON.stringify(key)}`),
    ...Object.values(catalogues)
      .flatMap((catalogue) => Object.values(catalogue))
      .flatMap((part) => [
        ...Object.entries(part).flatMap(([key, translation]) =>
          problemsOfEntry(key, translation).map((problem) => `${JSON.stringify(key)}: ${problem}`),
        ),
        ...firstUnsorted(Object.keys(part)),
      ]),
  ];
}

/** @param {string[]} keys @returns {string[]} */
function firstUnsorted(keys) {
  const inOrder = sorted(keys);
  const first = keys.find((key, index) => key !== inOrder[index]);
  return first === undefined ? [] : [`not sorted from ${JSON.stringify(first)} on`];
}

/** @param {Catalogue} catalogue @param {Known} known @param {ReadonlySet<string>} covered @returns {string[]} */
function missingIn({ texts, messages }, { uses, arriving, others }, covered) {
  /** @param {string} text */
  const has = (text) => Object.hasOwn(texts, text) || Object.hasOwn(messages, text);
  /** @type {Map<string, string>} */
  const missing = new Map();
  for (const { key, context, file, line } of uses)
    if (!has(key) && !has(`${key}|${context}`)) missing.set(key, `${file}:${line}`);
  for (const { text, file, line } of arriving)
    if (!has(text) && !covered.has(text)) missing.set(text, `${file}:${line}`);
  for (const text of others) if (!has(text)) missing.set(text, 'scripts/checks/texts-of-others.mjs');
  return [...missing].map(([text, place]) => `no translation: ${JSON.stringify(text)} (${place})`);
}

/**
 * The English texts that a catalogue lacks. Texts from the server are named as in `example`, whose placeholders have
 * names.
 * @param {Catalogue} catalogue @param {Known} known @param {Catalogue} example
 * @returns {Catalogue} with empty translations
 */
export function lacking({ texts, messages }, { uses }, example) {
  /** @param {Iterable<string>} keys */
  const empty = (keys) =>
    Object.fromEntries(
      [...new Set(keys)]
        .filter((key) => !Object.hasOwn(texts, key) && !Object.hasOwn(messages, key))
        .toSorted((a, b) => (a < b ? -1 : 1))
        .map((key) => [key, '']),
    );
  const arriving = Object.keys(example.messages);
  const isArriving = new Set(arriving);
  return {
    texts: empty(uses.flatMap(({ key }) => (isArriving.has(key) && placesOf(key).length === 0 ? [] : [key]))),
    messages: empty(arriving),
  };
}

/** The files of a language. @param {string} root @param {string} locale */
export const cataloguePaths = (root, locale) => ({
  everybody: join(root, CATALOGUES, `${locale}.json`),
  admin: join(root, CATALOGUES, 'admin', `${locale}.json`),
});

/** A catalogue; empty if there is no such file. @param {string} path @returns {Catalogue} */
function readCatalogue(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { texts: {}, messages: {} };
    throw error;
  }
}

/**
 * The catalogues of a language; empty if there are none.
 * @param {string} root @param {string} locale
 * @returns {Catalogues}
 */
export function readCatalogues(root, locale) {
  const { everybody, admin } = cataloguePaths(root, locale);
  return { everybody: readCatalogue(everybody), admin: readCatalogue(admin) };
}

/** The languages that have a catalogue. @param {string} root */
export const localesIn = (root) =>
  readdirSync(join(root, CATALOGUES)).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));

/**
 * All texts of the project, those outside of the admin area, and errors in their use on the page.
 * @param {string} root
 * @returns {{ known: Known, knownOutside: Known, findings: Finding[] }}
 */
export function readTexts(root) {
  const sources = projectFiles(root)
    .filter((file) => /\.(?:tsx?|sql)$/.test(file) && !/\.test\.|\.d\.ts$|\.types\.ts$/.test(file))
    .toSorted();
  /** @param {RegExp} path @returns {Source[]} */
  const read = (path) =>
    sources.filter((file) => path.test(file)).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const schemas = read(/^supabase\/schemas\//);
  const domain = read(new RegExp(`^${DOMAIN}`));
  const api = read(/^supabase\/functions\/(?:api|_shared\/http)\//);
  const page = read(/^web\/src\/(?!test-)/);
  const uses = page.map((source) => usesIn(source));
  const arriving = [
    ...domain.flatMap((source) => arrivingOfDomain(source)),
    ...api.filter(({ file }) => !NOT_FOR_PAGE.test(file)).flatMap((source) => arrivingOfApi(source)),
    ...read(/^supabase\/functions\/mail\/(?:queue|smtp)\.ts$/).flatMap((source) => arrivingOfMail(source)),
    ...arrivingOfSql(schemas),
  ];
  const literals = [
    ...schemas.flatMap(({ file, text }) => sqlLiterals(text).map((literal) => ({ file, text: literal.text }))),
    ...domain.flatMap((source) => {
      /** @type {Source[]} */
      const found = [];
      walk(parse(source), (node) => {
        const own = textOf(node);
        if (own !== undefined) found.push({ file: source.file, text: own });
      });
      return found;
    }),
  ];
  /** @param {ReadonlySet<string>} without @returns {Known} */
  const knownOf = (without) => ({
    uses: uses.flatMap((each) => each.uses).filter(({ file }) => !without.has(file)),
    arriving: arriving.filter(({ file }) => !without.has(file)),
    literals: new Set(literals.filter(({ file }) => !without.has(file)).map(({ text }) => text)),
    others: TEXTS_OF_OTHERS,
  });
  const loads = new Map([...page, ...domain, ...api].map((source) => [source.file, loadedBy(source)]));
  return {
    known: knownOf(new Set()),
    knownOutside: knownOf(onlyThrough(loads, (file) => ADMIN_DOOR.test(file))),
    findings: uses.flatMap((each) => each.findings),
  };
}
