/**
 * The texts of the product, and gaps in the catalogues of other languages (web/src/shared/i18n/*.json). English texts
 * are the keys: those in `t`, `plural`, `rich` and `msg` on the page, and those that reach it from the domain, the
 * database and `/api`.
 *
 * A language has two catalogues: that of everybody, and that of the admin area, which only this area loads. A text
 * belongs to the second if only modules of the page or the domain have it that are reached through the admin area alone.
 * Texts of the database and `/api` are everybody's: their sources do not say which page shows them.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { loadedBy, onlyThrough } from './only-through.ts';
import { projectFiles, readFiles } from './project-files.mjs';
import { lineOf, nameOf, textOf, walk, type Node } from './syntax-tree.mjs';
import { TEXTS_OF_OTHERS } from './texts-of-others.ts';

export type Source = { file: string; text: string };
export type Finding = { file: string; line: number; message: string };
/** Texts that the page uses. */
export type Use = { key: string; context?: string; file: string; line: number };
/** A text that reaches the page; `{}` or `{name}` is a value. */
export type Arriving = { text: string; file: string; line: number };
export type Catalogue = { texts: Record<string, unknown>; messages: Record<string, unknown> };
export type Catalogues = { everybody: Catalogue; admin: Catalogue };
export type Known = { uses: Use[]; arriving: Arriving[]; literals: ReadonlySet<string>; others: readonly string[] };

const CATALOGUES = 'web/src/shared/i18n';

/** The files through which the admin area is loaded and served. */
const ADMIN_DOOR = /^(?:web\/src\/app\/admin-pages\.ts|supabase\/functions\/api\/routes\/admin-[\w-]+\.ts)$/;

/**
 * Files of the domain whose texts the page words differently: mails have their own in each language, names of countries
 * come from Intl, a language is called by its own name, and the others have names within files and spellings of units.
 */
const NOT_IN_CATALOGUES =
  /\/(?:mail-(?:messages-vi|page|templates-(?:en|vi))|render-mail|countries|locale|image-metadata|office-files|units)\.ts$/;

/** Strings that look like user-facing texts but are not, each with its purpose. */
const NO_TEXTS = new Map([
  ['Marketplace Platform', 'the name'],
  ['Workbook', 'a stream within a document'],
  ['Book', 'a stream within a document'],
  ['PowerPoint Document', 'a stream within a document'],
  ['$1 million', 'a replacement'],
  ['Mon FMDD, YYYY', 'a format of to_char'],
  ['" until "Mon FMDD, YYYY', 'a format of to_char, in a sentence that texts-of-others.ts has'],
  ['The quick brown fox 0912 345 678. ', 'what patterns are tried on'],
]);

function parse({ file, text }: Source) {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return program;
}

/** Names of the placeholders of a text, without duplicates. */
const placesOf = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)))].toSorted();

/** The placeholders of a text as shown in a finding. */
const listed = (names: readonly string[]) => (names.length > 0 ? names.map((name) => `{${name}}`).join(', ') : 'none');

/** The reason why a text cannot be a key, or undefined. */
function problemOfText(text: string) {
  if (text === '') return 'an empty text';
  if (text !== text.trim()) return 'a blank at an end; texts are not put together';
  if (/<\/?[a-z]|&[a-z]+;|&#\d/i.test(text)) return 'HTML in a text; rich() takes elements';
  return undefined;
}

/**
 * The literals that an argument can have, each with its text; undefined if a text is put together. Variables are allowed:
 * their value comes from msg() or the domain.
 */
function keysOf(node: Node): { at: Node; key: string | undefined }[] {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(keysOf);
  const isJoined = node.type === 'BinaryExpression' || (node.type === 'TemplateLiteral' && node.expressions.length > 0);
  const key = isJoined ? undefined : textOf(node);
  return isJoined || key !== undefined ? [{ at: node, key }] : [];
}

/** The names of the given values; undefined if they are not statically known. */
function valuesIn(node: Node | undefined): string[] | undefined {
  if (!node) return [];
  const properties: Node[] = node.type === 'ObjectExpression' ? node.properties : [node];
  const areKnown = properties.every(({ type, computed }) => type === 'Property' && !computed);
  return areKnown ? properties.map(({ key }) => nameOf(key)) : undefined;
}

/** The texts of a call of `t`, `rich`, `msg` or `plural`: `key` is looked up, and the places stand in all `forms`. */
function textsOfCall({ callee, arguments: [first, second, third] }: Node) {
  const name = nameOf(callee);
  if (!first || !/^(?:t|plural|rich|msg)$/.test(name)) return [];
  if (name !== 'plural') {
    const given = name === 'msg' ? undefined : valuesIn(second);
    const isExact = first.type !== 'ConditionalExpression';
    const context = name === 't' ? textOf(third) : undefined;
    return keysOf(first).map(({ at, key }) => ({ at, key, forms: [key ?? ''], given, isExact, context }));
  }
  const [one, other] = ['one', 'other'].map(
    (form) => second?.properties?.find(({ key }: Node) => nameOf(key) === form)?.value,
  );
  const forms = [textOf(one), textOf(other)].filter((form) => form !== undefined);
  // `n` is given by the number itself.
  const given = valuesIn(third)?.concat('n');
  return forms.length < 2 ? [] : [{ at: other, key: forms[1], forms, given, isExact: false, context: undefined }];
}

const PUT_TOGETHER = 'a text that is put together has no translation: name it whole, with {places} for its values';

/** The texts that a file of the page uses, and errors in their use. */
export function usesIn(source: Source): { uses: Use[]; findings: Finding[] } {
  const { file, text } = source;
  const uses: Use[] = [];
  const findings: Finding[] = [];
  walk(parse(source), (node) => {
    if (node.type !== 'CallExpression') return;
    for (const { at, key, forms, given, isExact, context } of textsOfCall(node)) {
      const line = lineOf(text, at.start);
      const places = placesOf(forms.join(''));
      const missing = given ? places.filter((place) => !given.includes(place)) : [];
      const needless = given && isExact ? given.filter((place) => !places.includes(place)) : [];
      const problems =
        key === undefined
          ? [PUT_TOGETHER]
          : [
              ...forms.flatMap((form) => problemOfText(form) ?? []).slice(0, 1),
              ...(missing.length > 0 ? [`no value for ${listed(missing)}`] : []),
              ...(needless.length > 0 ? [`no place for ${listed(needless)}`] : []),
            ];
      findings.push(...problems.map((message) => ({ file, line, message })));
      if (key !== undefined) uses.push({ key, context, file, line });
    }
  });
  return { uses, findings };
}

/** The texts of a file that `chosen` names. */
function textsIn(source: Source, chosen: (node: Node, around: readonly Node[]) => (Node | undefined)[]): Arriving[] {
  const found: Arriving[] = [];
  walk(parse(source), (node, around) => {
    for (const each of chosen(node, around)) {
      const text = textOf(each);
      if (each && text !== undefined) found.push({ text, file: source.file, line: lineOf(source.text, each.start) });
    }
  });
  return found;
}

/** Whether a text of the domain is user-facing: a capitalised word, or several words. */
const isForPeople = (text: string) =>
  !NO_TEXTS.has(text) &&
  !/[|\\]/.test(text) &&
  (/^\p{Lu}\p{Ll}+$/u.test(text) || (/ /.test(text.trim()) && /\p{Ll}{2}/u.test(text)));

/** Calls whose texts are only for developers or programs. */
const TECHNICAL =
  /^(?:Error|TypeError|RegExp|replace|replaceAll|normalize|toLocaleString|test|includes|startsWith|endsWith|split|join)$/;

/** Whether an object describes a field for the English documentation of `/api`. */
const describesField = (node: Node | undefined) =>
  node?.type === 'ObjectExpression' && node.properties.some(({ key }: Node) => key?.name === 'example');

const NO_PLACE_OF_TEXTS =
  /^(?:(?:Import|ExportNamed|ExportAll)Declaration|TaggedTemplateExpression|TS(?!.*Expression$).*)$/;

/** Whether what stands there is a text that is shown. */
function isShownThere(node: Node, parent: Node | undefined, outer: Node | undefined) {
  if (!parent || NO_PLACE_OF_TEXTS.test(parent.type)) return false;
  if (parent.type === 'Property') return parent.key !== node && !describesField(outer);
  if (parent.type === 'BinaryExpression') return parent.operator === '+';
  return !/^(?:Call|New)Expression$/.test(parent.type) || !TECHNICAL.test(nameOf(parent.callee));
}

/** The user-facing texts of a file of the domain. */
export function arrivingOfDomain(source: Source): Arriving[] {
  if (NOT_IN_CATALOGUES.test(source.file)) return [];
  return textsIn(source, (node, around) => (isShownThere(node, around.at(-1), around.at(-2)) ? [node] : [])).filter(
    ({ text }) => isForPeople(text) && /\p{L}{2}/u.test(text.replaceAll('{}', ' ')),
  );
}

/** Calls of `/api` and its schemas whose last text is user-facing. */
const REFUSES = /^(?:ApiError|forbidden|requiredText|optionalText|min|max|refine|regex|email|string)$/;

/** Files of `/api` whose refusals only other clients can cause. */
const NOT_FOR_PAGE = /\/(?:idempotency|cross-site|body)\.ts$/;

/** The texts of refusals in a file of `/api`. */
export function arrivingOfApi(source: Source): Arriving[] {
  const refusals = textsIn(source, (node) => {
    if (/^(?:Call|New)Expression$/.test(node.type)) return REFUSES.test(nameOf(node.callee)) ? node.arguments : [];
    const properties: Node[] = node.type === 'ObjectExpression' ? node.properties : [];
    const [message, path] = ['message', 'path'].map((name) => properties.find(({ key }) => nameOf(key) === name));
    // A message with a path is the refusal of a field; one without is the answer of a success, which the page does not
    // show.
    return message && path ? [message.value] : [];
  });
  const missing = textsIn(source, ({ callee, arguments: given }) => (nameOf(callee) === 'notFound' ? [given[0]] : []));
  return [...refusals, ...missing.map((each) => ({ ...each, text: `${each.text} not found` }))].filter(
    ({ text }) => / /.test(text) && /\p{L}{2}/u.test(text) && !text.startsWith('{}'),
  );
}

/** The texts that the mail function writes into the log for admins. */
export const arrivingOfMail = (source: Source): Arriving[] =>
  textsIn(source, (node, around) => (around.at(-1)?.type === 'TSLiteralType' ? [] : [node])).filter(({ text }) =>
    /^\p{Lu}\p{Ll}* .*\p{Ll}/u.test(text),
  );

/** The body of a function of the database. */
const BODIES = /create function [\w.]+\s*\([^]*?(\$\w*\$)([^]*?)\1/gi;

/** The quoted texts, without comments. */
const sqlLiterals = (sql: string) =>
  [...sql.matchAll(/--[^\n]*|'((?:[^']|'')*)'/g)].flatMap((match) =>
    match[1] === undefined ? [] : [{ text: match[1].replaceAll("''", "'"), index: match.index }],
  );

/** Whether a text of the database is user-facing. */
const isSaid = ({ text }: { text: string }) =>
  / ./.test(text) &&
  /^(?:\p{Lu}|%s )/u.test(text) &&
  /\p{Ll}{2}/u.test(text) &&
  text === text.trim() &&
  !NO_TEXTS.has(text);

/**
 * User-facing texts in the functions of the database: refusals and notifications, with `{}` for the values of format().
 */
export const arrivingOfSql = (schemas: readonly Source[]): Arriving[] =>
  schemas.flatMap(({ file, text: schema }) =>
    [...schema.matchAll(BODIES)].flatMap(({ 0: whole, 1: quote = '', 2: body = '', index: start }) =>
      sqlLiterals(body)
        .filter(isSaid)
        .map(({ text, index }) => ({
          text: text.replaceAll(/%([%s])/g, (_, sign) => (sign === 's' ? '{}' : '%')),
          file,
          line: lineOf(schema, start + whole.length - quote.length - body.length + index),
        })),
    ),
  );

function toPattern(text: string, behind = '') {
  const parts = text.split(/\{\w*\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('([^]*)')}${behind}$`);
}

/** Whether an entry matches an arriving text: it is the same, fits its pattern, or continues it after a colon. */
function matches(entries: readonly string[], arriving: readonly string[]) {
  const patterns = entries.map((entry) => toPattern(entry));
  const used = new Set<string>();
  const covered = new Set<string>();
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

/** Errors in one entry of a catalogue. */
function problemsOfEntry(key: string, translation: unknown): string[] {
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

/** Which entries are needed, and which arriving texts they cover. */
function needs(keys: readonly string[], { uses, arriving, literals, others }: Known) {
  const { used, covered } = matches(keys, [...arriving.map(({ text }) => text), ...others]);
  const named = new Set(uses.flatMap(({ key, context }) => [key, `${key}|${context}`]));
  const isNeeded = (key: string) =>
    named.has(key) || used.has(key) || (placesOf(key).length === 0 && literals.has(key));
  return { isNeeded, covered };
}

/** All entries of a language. */
export const joined = ({ everybody, admin }: Catalogues): Catalogue => ({
  texts: { ...everybody.texts, ...admin.texts },
  messages: { ...everybody.messages, ...admin.messages },
});

/**
 * The catalogues of a language with each entry where it belongs, sorted.
 * @param knownOutside what is known outside of the admin area
 */
export function arranged(catalogues: Catalogues, known: Known, knownOutside: Known): Catalogues {
  const { texts, messages } = joined(catalogues);
  const keys = Object.keys({ ...texts, ...messages });
  const [{ isNeeded }, outside] = [needs(keys, known), needs(keys, knownOutside)];
  const pick = (part: Record<string, unknown>, isAdmin: boolean) =>
    Object.fromEntries(
      Object.entries(part)
        .filter(([key]) => isAdmin === (isNeeded(key) && !outside.isNeeded(key)))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  return {
    everybody: { texts: pick(texts, false), messages: pick(messages, false) },
    admin: { texts: pick(texts, true), messages: pick(messages, true) },
  };
}

/** The first key that does not stand where it belongs. */
function misplacedIn(catalogue: Catalogue, due: Catalogue): string[] {
  return (['texts', 'messages'] as const).flatMap((part) => {
    const [keys, wanted] = [Object.keys(catalogue[part]), Object.keys(due[part])];
    const first = keys.find((key, index) => key !== wanted[index]);
    return first === undefined ? [] : [`${JSON.stringify(first)} stands elsewhere after: npm run texts -- --move`];
  });
}

/**
 * Missing, unused, wrong and misplaced entries of a language.
 * @param knownOutside what is known outside of the admin area
 */
export function problemsOfCatalogues(catalogues: Catalogues, known: Known, knownOutside: Known): string[] {
  const { texts, messages } = joined(catalogues);
  const keys = Object.keys({ ...texts, ...messages });
  const { isNeeded, covered } = needs(keys, known);
  const due = arranged(catalogues, known, knownOutside);
  const entries = Object.values(catalogues).flatMap((each) => [each.texts, each.messages].flatMap(Object.entries));
  return [
    ...missingIn({ texts, messages }, known, covered),
    ...keys.filter((key) => !isNeeded(key)).map((key) => `unused: ${JSON.stringify(key)}`),
    ...misplacedIn(catalogues.everybody, due.everybody),
    ...misplacedIn(catalogues.admin, due.admin),
    ...Object.keys(messages)
      .filter((key) => Object.hasOwn(texts, key) && placesOf(key).length === 0)
      .map((key) => `in texts and in messages: ${JSON.stringify(key)}`),
    ...entries.flatMap(([key, translation]) =>
      problemsOfEntry(key, translation).map((problem) => `${JSON.stringify(key)}: ${problem}`),
    ),
  ];
}

const hasKey = ({ texts, messages }: Catalogue, key: string) =>
  Object.hasOwn(texts, key) || Object.hasOwn(messages, key);

function missingIn(catalogue: Catalogue, { uses, arriving, others }: Known, covered: ReadonlySet<string>): string[] {
  const has = (text: string) => hasKey(catalogue, text);
  const missing = [
    ...uses
      .filter(({ key, context }) => !has(key) && !has(`${key}|${context}`))
      .map((use) => ({ ...use, text: use.key })),
    ...arriving.filter(({ text }) => !has(text) && !covered.has(text)),
    ...others
      .filter((text) => !has(text))
      .map((text) => ({ text, file: 'scripts/checks/texts-of-others.ts', line: 1 })),
  ].map(({ text, file, line }) => [text, `no translation: ${JSON.stringify(text)} (${file}:${line})`]);
  return Object.values(Object.fromEntries(missing));
}

/** The entries of a complete catalogue that another one lacks, with empty translations. */
export function lacking(catalogue: Catalogue, { texts, messages }: Catalogue): Catalogue {
  const empty = (entries: Record<string, unknown>) =>
    Object.fromEntries(Object.keys(entries).flatMap((key) => (hasKey(catalogue, key) ? [] : [[key, '']])));
  return { texts: empty(texts), messages: empty(messages) };
}

/** The files of a language. */
export const cataloguePaths = (root: string, locale: string) => ({
  everybody: join(root, CATALOGUES, `${locale}.json`),
  admin: join(root, CATALOGUES, 'admin', `${locale}.json`),
});

/** The catalogues of a language; empty if there are none. */
export function readCatalogues(root: string, locale: string): Catalogues {
  const [everybody, admin] = Object.values(cataloguePaths(root, locale)).map((path) =>
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { texts: {}, messages: {} },
  );
  return { everybody, admin };
}

/** The languages that have a catalogue. */
export const localesIn = (root: string) =>
  readdirSync(join(root, CATALOGUES)).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));

/** All texts of the project, those outside of the admin area, and errors in their use on the page. */
export function readTexts(root: string): { known: Known; knownOutside: Known; findings: Finding[] } {
  const sources = projectFiles(root)
    .filter((file) => /\.(?:tsx?|sql)$/.test(file) && !/\.test\.|\.d\.ts$|\.types\.ts$/.test(file))
    .toSorted();
  const read = (path: RegExp) =>
    readFiles(
      sources.filter((file) => path.test(file)),
      root,
    );
  const schemas = read(/^supabase\/schemas\//);
  const domain = read(/^supabase\/functions\/_shared\/domain\//);
  const api = read(/^supabase\/functions\/(?:api|_shared\/http)\//);
  const page = read(/^web\/src\/(?!test-)/);
  const uses = page.map(usesIn);
  const arriving = [
    ...domain.flatMap(arrivingOfDomain),
    ...api.filter(({ file }) => !NOT_FOR_PAGE.test(file)).flatMap(arrivingOfApi),
    ...read(/^supabase\/functions\/mail\/(?:queue|smtp)\.ts$/).flatMap(arrivingOfMail),
    ...arrivingOfSql(schemas),
  ];
  const literals = [
    ...schemas.flatMap(({ file, text }) => sqlLiterals(text).map((literal) => ({ file, text: literal.text }))),
    ...domain.flatMap((source) => textsIn(source, (node) => [node])),
  ];
  const knownOf = (without: ReadonlySet<string>): Known => ({
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

/** The entries that the catalogues of a language lack compared with another language, with empty translations. */
export function missingOf(root: string, locale: string): Catalogues {
  const [example = locale] = localesIn(root).filter((other) => other !== locale);
  const own = joined(readCatalogues(root, locale));
  const { everybody, admin } = readCatalogues(root, example);
  return { everybody: lacking(own, everybody), admin: lacking(own, admin) };
}
