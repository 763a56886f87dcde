/** The project's own oxlint rules, in addition to the built-in ones: named in .oxlintrc.json, each with a fixture in lint.test.ts. */
import { relative, sep } from 'node:path';
import { analyse } from 'scslre';
import { lackIn } from '../browser-support.mjs';
import { problemsOfMentions, readProject } from '../references.mjs';
import { nameOf, textOf } from '../syntax-tree.mjs';
import { importProblem } from './import-rules.mjs';
import { isOutside, strayText } from './text-rules.mjs';

/**
 * @typedef {Exclude<Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1], { createOnce: unknown }>} Rule
 * @typedef {Parameters<Rule['create']>[0]} Context
 * @typedef {NonNullable<Parameters<NonNullable<ReturnType<Rule['create']>['CallExpression']>>[0]['parent']>} Node
 */

/** The file's path from the project's folder. @param {Context} context */
const fileOf = ({ cwd, filename }) => relative(cwd, filename).split(sep).join('/');

/** @param {Rule['create']} create @returns {Rule} */
const rule = (create) => ({ create });

/** Imports only go from higher to lower layers. */
const imports = rule((context) => {
  const file = fileOf(context);
  /** @param {Node | null} source */
  const check = (source) => {
    const specifier = textOf(source);
    const message = specifier === undefined ? undefined : importProblem(file, specifier);
    if (source && message) context.report({ node: source, message: `${message} (${specifier})` });
  };
  return {
    ImportDeclaration: ({ source }) => check(source),
    ExportNamedDeclaration: ({ source }) => check(source),
    ExportAllDeclaration: ({ source }) => check(source),
    ImportExpression: ({ source }) => check(source),
    TSImportType: ({ source }) => check(source),
  };
});

const LOST = 'callbacks of mutate are lost with the component: mutateAsync(…).then(…), or those of useMutation';

/** Callbacks passed to `mutate` are dropped when the component unmounts, which its own success can cause. */
const noMutateCallbacks = rule((context) => ({
  CallExpression(node) {
    if (nameOf(node.callee) !== 'mutate') return;
    for (const argument of node.arguments)
      for (const property of argument.type === 'ObjectExpression' ? argument.properties : [])
        if (property.type === 'Property' && /^on(?:Success|Error|Settled)$/.test(nameOf(property.key)))
          context.report({ node: property, message: LOST });
  },
}));

const TAKES_QUERY_KEY = /^(?:invalidateQueries|setQueryData|getQueryData|removeQueries|cancelQueries)$/;

/** A query key that is spelled out at its use is forgotten when its data is invalidated. */
const queryKeys = rule((context) => {
  /** @param {Node | undefined} node */
  const check = (node) => {
    if (node?.type === 'ArrayExpression' && textOf(node.elements[0]) !== undefined)
      context.report({ node, message: 'query keys come from shared/backend/query-keys.ts' });
  };
  return {
    Property: ({ key, value }) => nameOf(key) === 'queryKey' && check(value),
    CallExpression: ({ callee, arguments: [first] }) => TAKES_QUERY_KEY.test(nameOf(callee)) && check(first),
  };
});

/** Selecting all columns also selects those added later. */
const namedColumns = rule((context) => ({
  CallExpression({ callee, arguments: [columns] }) {
    if (callee.type !== 'MemberExpression' || nameOf(callee) !== 'select') return;
    const isAll = columns ? textOf(columns)?.trim() === '*' : callee.object.type === 'CallExpression';
    if (isAll) context.report({ node: callee.property, message: "name the columns; no select('*')" });
  },
}));

/** A test that sleeps is slow on a fast machine and fails on a slow one. */
const noSleep = rule((context) => {
  /** @param {Node} node */
  const report = (node) => context.report({ node, message: 'a test that sleeps; wait for the state instead' });
  return {
    ImportDeclaration: (node) => /^(?:node:)?timers\/promises$/.test(node.source.value) && report(node),
    CallExpression(node) {
      if (nameOf(node.callee) === 'waitForTimeout') report(node);
      if (nameOf(node.callee) !== 'setTimeout') return;
      /** @type {Node | null} */
      let around = node.parent;
      while (around && !/Function/.test(around.type)) around = around.parent;
      if (around?.parent?.type === 'NewExpression' && nameOf(around.parent.callee) === 'Promise') report(node);
    },
  };
});

/** Whether something is of a test or of a group of tests: `test`, `test.describe`, `test.for(…)`. @param {Node} node */
function isTest(node) {
  /** @type {Node} */
  let root = node;
  while (root.type === 'MemberExpression' || root.type === 'CallExpression')
    root = root.type === 'MemberExpression' ? root.object : root.callee;
  return /^(?:test|it|describe|suite)$/.test(nameOf(root));
}

const CHOOSES = /^(?:only|skip|todo|fixme|skipIf|runIf|fails?)$/;

/** A skipped test proves nothing, and is easily forgotten. */
const noChosenTests = rule((context) => ({
  MemberExpression(node) {
    if (CHOOSES.test(nameOf(node)) && isTest(node.object))
      context.report({ node, message: 'a skipped or focused test' });
  },
}));

/** @type {ReturnType<typeof readProject> | undefined} */
let project;

/** A comment that names a file or heading is only useful while it exists. */
const references = rule((context) => ({
  Program() {
    project ??= readProject(context.cwd);
    for (const comment of context.sourceCode.getAllComments())
      for (const { message } of problemsOfMentions(project, fileOf(context), comment.value))
        context.report({ node: comment, message });
  },
}));

const TITLE_MAX = 100;

/** Titles are read in a list of hundreds, so they must be short. The numbers of docs/acceptance.md in them do not count. */
const shortTitles = rule((context) => ({
  CallExpression({ callee, arguments: [title] }) {
    if (!title || !isTest(callee) || nameOf(callee) === 'step') return;
    const text = textOf(title)?.replaceAll('{}', '…') ?? '';
    const { length } = text.replaceAll(/\[A\d+(?:, *A\d+)*\]/g, '').trim();
    if (length > TITLE_MAX)
      context.report({ node: title, message: `a title of ${length} characters; ${TITLE_MAX} say what holds` });
  },
}));

/** A text outside of `t` stays English in every language. */
const texts = rule((context) => {
  if (isOutside(fileOf(context))) return {};
  /** @param {Node} node */
  const check = (node) => {
    const text = strayText(node)?.replaceAll(/\s+/g, ' ');
    if (text !== undefined)
      context.report({ node, message: `"${text}" is English in every language: t(…), or msg(…)` });
  };
  return { Literal: check, TemplateLiteral: check, JSXText: check };
});

/** Code that some supported browsers cannot run. */
const browsers = rule((context) => {
  /** @param {Node} node */
  const check = (node) => {
    const lack = lackIn(node, context.sourceCode.text);
    if (lack)
      context.report({ node, message: `a supported browser lacks this (browserslist in package.json): ${lack}` });
  };
  return { Literal: check, CallExpression: check, NewExpression: check };
});

/**
 * One text of a megabyte would stop the server: two parts that take the same characters are tried in every division of
 * them. A search that restarts at each character is let through, since it costs only the square of a field's limit.
 */
const regexCost = rule((context) => ({
  Literal(node) {
    if (!('regex' in node)) return;
    const { pattern: source, flags } = node.regex;
    if (analyse({ source, flags }, { reportTypes: { Move: false } }).reports.length > 0)
      context.report({ node, message: 'two parts of this regular expression can take the same characters' });
  },
}));

// oxlint reads the default export.
export default {
  meta: { name: 'house' },
  rules: {
    imports,
    'no-mutate-callbacks': noMutateCallbacks,
    'query-keys': queryKeys,
    'named-columns': namedColumns,
    'no-sleep': noSleep,
    'no-chosen-tests': noChosenTests,
    references,
    'short-titles': shortTitles,
    texts,
    browsers,
    'regex-cost': regexCost,
  },
};
