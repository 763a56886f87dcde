/**
 * Checks the references of a text: files and folders of the project, headings of its documents. Broken references are
 * findings.
 */
import { readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { projectFiles } from './project-files.mjs';

/** @typedef {{ index: number, message: string }} Problem where in the text, and what is wrong */

/** Folders to which paths in comments can be relative, besides the root and the file's own folder. */
const BASES = ['web/src', 'supabase', 'supabase/functions', 'supabase/functions/_shared', 'supabase/tests'];

const FOLDERS = 'web|supabase|packages|bench|scripts|docs|deploy|\\.github|\\.ci|\\.devcontainer';
const ENDINGS = 'tsx?|mjs|md|sh|css|toml';

/** A path below a folder of the project, or the name of a file with or without its folder; optionally with the anchor of a heading. */
const MENTION = new RegExp(
  `(?<![\\w/.@<{}$*:…-])(?:@/)?(?:(?:${FOLDERS})/[\\w./-]*[\\w]|(?:[\\w.-]+/)*[\\w-][\\w.-]*\\.(?:${ENDINGS})|\\d{14}_\\w+\\.sql)(?![\\w/<{}$*…-])(?:#([\\w-]+))?`,
  'g',
);

/** Generated paths. */
const ELSEWHERE = /^supabase\/\.(?:temp|env)\b/;

/** The anchor that GitHub gives a heading. @param {string} heading */
export function slugOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** Anchors of a document. @param {string} markdown */
export function anchorsOf(markdown) {
  const anchors = new Set();
  for (const [, heading = ''] of withoutBlocks(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = slugOf(heading);
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The same text with code blocks replaced by blanks. @param {string} markdown */
function withoutBlocks(markdown) {
  return markdown.replace(/^(```|~~~)[^\n]*\n[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, ' '));
}

/** The files, folders and headings of the project. @param {string} root */
export function readProject(root) {
  const files = projectFiles(root);
  const paths = new Set(files);
  for (const file of files)
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) paths.add(folder);
  const names = new Set(files.map((file) => basename(file)));
  /** @type {Map<string, Set<string>>} */
  const anchors = new Map();
  return {
    /** @param {string} path */
    has: (path) => path === '.' || paths.has(path),
    /** @param {string} name */
    hasName: (name) => names.has(name),
    /** @param {string} path */
    anchorsOf(path) {
      const known = anchors.get(path) ?? anchorsOf(readFileSync(join(root, path), 'utf8'));
      anchors.set(path, known);
      return known;
    },
  };
}

/** @typedef {Pick<ReturnType<typeof readProject>, 'has' | 'hasName' | 'anchorsOf'>} Project */

/** @param {Project} project @param {string} path @param {string | undefined} anchor @param {string} written */
function aboutAnchor(project, path, anchor, written) {
  const isKnown = anchor === undefined || !path.endsWith('.md') || project.anchorsOf(path).has(anchor);
  return isKnown ? undefined : `${written}: ${path} has no heading #${anchor}`;
}

/**
 * Mentions of files, folders and headings in a comment or a code span.
 * @param {Project} project @param {string} file where the text stands @param {string} text
 * @returns {Problem[]}
 */
export function problemsOfMentions(project, file, text) {
  return [...text.matchAll(MENTION)].flatMap(({ 0: written, 1: anchor, index }) => {
    const path = posix.normalize((written.split('#')[0] ?? '').replace(/^@\//, 'web/src/'));
    if (ELSEWHERE.test(path)) return [];
    const found = [path, posix.join(posix.dirname(file), path), ...BASES.map((base) => posix.join(base, path))].find(
      project.has,
    );
    const isThere = found !== undefined || (!path.includes('/') && project.hasName(path));
    const message = isThere ? aboutAnchor(project, found ?? path, anchor, written) : `there is no ${written}`;
    return message ? [{ index, message }] : [];
  });
}

/**
 * Links and code spans in a Markdown document.
 * @param {Project} project @param {string} file @param {string} markdown
 * @returns {Problem[]}
 */
export function problemsOfMarkdown(project, file, markdown) {
  const text = withoutBlocks(markdown);
  const links = [
    ...text.matchAll(/(?<=\]\()([^)\s]+)/g),
    ...text.matchAll(/(?<=(?:src|srcset|href)=")([^"\s]+)/g),
    ...text.matchAll(/(?<=^\[[^\]]+\]: +)(\S+)/gm),
  ].flatMap(({ 0: target, index }) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [place = '', anchor] = decodeURI(target).split('#');
    const path = place === '' ? file : posix.normalize(posix.join(posix.dirname(file), place)).replace(/\/$/, '');
    const message = project.has(path)
      ? aboutAnchor(project, path, anchor, target)
      : `the link leads nowhere: ${target}`;
    return message ? [{ index, message }] : [];
  });
  const words = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(({ 1: code = '', index }) =>
    problemsOfMentions(project, file, code).map((problem) => ({ ...problem, index: index + 1 + problem.index })),
  );
  return [...links, ...words];
}

/**
 * Comments by file extension; in SQL also those stored in the database. JavaScript and TypeScript are checked by the
 * linter.
 * @type {Record<string, RegExp>}
 */
const COMMENTS = {
  sql: /--.*$|(?<=^comment on [\s\S]{1,200}? is\s+)'(?:[^']|'')*'/gm,
  css: /\/\*[\s\S]*?\*\//g,
  sh: /(?<=^|\s)#.*$/gm,
  toml: /(?<=^|\s)#.*$/gm,
  yml: /(?<=^|\s)#.*$/gm,
};

/**
 * Finds broken references in a file that is not code.
 * @param {Project} project @param {string} file @param {string} text
 * @returns {Problem[]}
 */
export function problemsOfReferences(project, file, text) {
  const ending = file.split('.').at(-1) ?? '';
  if (ending === 'md') return problemsOfMarkdown(project, file, text);
  return [...text.matchAll(COMMENTS[ending] ?? /(?!)/g)].flatMap(({ 0: comment, index }) =>
    problemsOfMentions(project, file, comment).map((problem) => ({
      ...problem,
      index: index + problem.index,
    })),
  );
}
