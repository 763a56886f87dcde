/** Finds texts of the page that are not translated (docs/translating.md). Pure: looks at one node and its ancestors. */

import { nameOf, textOf } from '../syntax-tree.mjs';

/** @typedef {import('../syntax-tree.mjs').Node} Node */

/** Files whose texts are not translated individually, and why. @type {[path: RegExp, reason: string][]} */
const OUTSIDE = [
  [/^web\/src\/(?:features|pages)\/api-docs\//, 'speaks to developers, in the words of the OpenAPI document'],
  [/^web\/src\/pages\/demo\//, 'example posts and a tour of the components, no part of the product'],
  [/^web\/src\/pages\/toast-test\//, 'toasts for tests, no part of the product'],
  [/-csv\.ts$/, 'heads and codes of files are the same in every language'],
  [/^web\/src\/pages\/(?:privacy|terms)\/\w+-[a-z]{2}\.tsx$/, 'a document of its own in each language'],
];

/** Whether the texts of a file are not translated individually. @param {string} file */
export const isOutside = (file) => OUTSIDE.some(([path]) => path.test(file));

/** Names are the same in every language. */
const NAMES = new Set([
  ...'Apple CSV Excel Facebook GitHub Google Incoterm LinkedIn Microsoft Twitter X YouTube smtp.example.com'.split(' '),
  'Marketplace Platform',
]);

/** Attributes and properties that users read or hear. */
const SHOWN = new RegExp(
  '^(?:aria-(?:description|label|placeholder|roledescription|valuetext)|alt|children|description|done|empty|error|failed' +
    '|header|heading|hint|label|legend|message|note|placeholder|reason|subtitle|summary|text|title|tooLong|tooltip)$' +
    '|(?:Description|Heading|Hint|Label|Message|Placeholder|Text|Title)$',
);
/** Attributes with words that only the browser reads. */
const MACHINE_ATTRIBUTE =
  /^(?:className|style|styles|key|id|href|to|rel|src|srcSet|sizes|d|type|accept|allow|sandbox|enterKeyHint)$|^data-|ClassName$/;

/** Functions whose first argument is displayed. */
const SHOWS = /^(?:tellFailure|toast|useDocumentTitle)$/;
/** Functions that translate, or mark a text for translation at its display. */
const TRANSLATES = /^(?:t|plural|rich|msg)$/;
/** Functions and classes whose texts are only for developers or programs. */
const TECHNICAL =
  /^(?:Error|RegExp|TypeError|URL|closest|debug|error|info|warn|querySelector|querySelectorAll|select|matchMedia|includes|startsWith|endsWith|indexOf|split|join|replace|replaceAll|test|toLocaleString|toLocaleDateString|toLocaleTimeString|supportedValuesOf|addEventListener|rpc|from|channel)$/;

const HAS_LETTER = /\p{L}/u;
/** Starts like a sentence: a capitalised word and another one. */
const SENTENCE = /^\p{Lu}[\p{L}’']*,? (?=.*\p{Ll})/u;
/** Two words, or a word next to a placeholder, without the characters of addresses, styles, selectors and code. */
const WORDS_WITH_PLACES = /^(?=.*\{\})(?=(?:.*(?:^|[ {}])\p{Ll}{2,}(?=$|[ .,:;!?{}])))[^<>=_#/&|\\@$*;()]*$/u;
const MACHINE_WORDS =
  /\b(?:px|rem|em|ms|ch|deg|var|calc|solid|auto|minmax|repeat|Bearer)\b|^[a-z-]+\{\}$|^\{\}[a-z]+$|^[\w-]*-\{\}|\w\.\w/;

/** Expressions that only wrap a text: conditionals, concatenations and casts. */
const BETWEEN =
  /^(?:(?:Conditional|Binary|Logical|Parenthesized|TSAs|TSSatisfies|TSNonNull)Expression|TemplateLiteral|JSXExpressionContainer)$/;

/**
 * The context of a text: the closest ancestor that is none of these, and its child that contains the text. Undefined if the
 * text is only compared.
 * @param {Node} node @returns {{ around: Node, inner: Node } | undefined}
 */
function placeOf(node) {
  let [inner, around] = [node, node.parent];
  for (; around && BETWEEN.test(around.type); [inner, around] = [around, around.parent]) {
    if (around.type === 'ConditionalExpression' && around.test === inner) return undefined;
    if (around.type === 'BinaryExpression' && around.operator !== '+') return undefined;
  }
  return around && { around, inner };
}

/** @param {string} text */
const isProse = (text) => SENTENCE.test(text) || (WORDS_WITH_PLACES.test(text) && !MACHINE_WORDS.test(text));

/** A single word like the label of a button or a field. @param {string} text */
const isLabel = (text) => /^\p{Lu}\p{Ll}{2,}$/u.test(text);

/** @param {string} text */
const isWord = (text) => /^[a-z][a-z-]*$/.test(text) || /^[a-z]+(?:[A-Z][a-z]*)+$/.test(text);

/** Whether a node is an argument of a function that translates, or in its forms. @param {Node} node */
function isTranslated(node) {
  for (let around = node.parent; around; around = around.parent) {
    if (around.type === 'CallExpression') return TRANSLATES.test(nameOf(around.callee));
    if (!/^(?:Property|ObjectExpression|ConditionalExpression|ParenthesizedExpression)$/.test(around.type))
      return false;
  }
  return false;
}

/** Whether a text is a value in a translated text. @param {Node} node */
function isValueOfText(node) {
  const call = node.parent?.type === 'ObjectExpression' ? node.parent.parent : undefined;
  if (call?.type !== 'CallExpression' || !TRANSLATES.test(nameOf(call.callee))) return false;
  // The second argument of plural() has the forms of the text.
  return call.arguments[nameOf(call.callee) === 'plural' ? 2 : 1] === node.parent;
}

/** Whether a property belongs to an object of styles. @param {Node} node */
function isInStyle(node) {
  let around = node.parent;
  while (/^(?:Property|ObjectExpression|JSXExpressionContainer|ConditionalExpression)$/.test(around?.type))
    around = around.parent;
  return around?.type === 'JSXAttribute' && MACHINE_ATTRIBUTE.test(nameOf(around.name));
}

/** @typedef {(around: Node, inner: Node, text: string) => boolean} IsShown */

/** @type {IsShown} */
const isShownByCall = ({ callee, arguments: given }, inner, text) => {
  const name = nameOf(callee);
  if (TRANSLATES.test(name) || TECHNICAL.test(name) || inner === callee) return false;
  return (SHOWS.test(name) && given[0] === inner) || isProse(text);
};

/** @type {IsShown} */
const isShownByProperty = (property, inner, text) => {
  const key = nameOf(property.key);
  if (property.key === inner || MACHINE_ATTRIBUTE.test(key)) return false;
  if (isValueOfText(property)) return true;
  if (isTranslated(property) || isInStyle(property)) return false;
  return (SHOWN.test(key) && !isWord(text)) || isProse(text) || isLabel(text);
};

/** Whether a text is shown, by what is around it. @type {Record<string, IsShown>} */
const SHOWN_BY = {
  JSXElement: ({ openingElement: { name } }) => !/^(?:code|pre|kbd|style|script|Code)$/.test(nameOf(name)),
  JSXFragment: () => true,
  JSXAttribute: ({ name }, _, text) =>
    !MACHINE_ATTRIBUTE.test(nameOf(name)) && (SHOWN.test(nameOf(name)) || isProse(text)),
  Property: isShownByProperty,
  CallExpression: isShownByCall,
  NewExpression: isShownByCall,
};

const SHOWN_NOWHERE =
  /^(?:(?:Import|ExportNamed|ExportAll)Declaration|(?:Import|TaggedTemplate|Member)Expression|TS.*)$/;

/**
 * The text of a node that users would read in English in every language; otherwise undefined.
 * @param {Node} node a literal, a template or a text of JSX @returns {string | undefined}
 */
export function strayText(node) {
  const text = textOf(node)?.trim();
  if (!text || /^(?:https?:|[A-Z]{3}$)/.test(text) || !HAS_LETTER.test(text.replaceAll('{}', '')) || NAMES.has(text))
    return undefined;
  const place = placeOf(node);
  if (!place) return undefined;
  const { around, inner } = place;
  const isShown =
    SHOWN_BY[around.type]?.(around, inner, text) ??
    (!SHOWN_NOWHERE.test(around.type) && (isProse(text) || isLabel(text)));
  return isShown ? text : undefined;
}
