/** Finds texts of the page that are not translated (docs/translating.md). Pure: looks at one node and its ancestors. */

/** @typedef {import('./plugin.mjs').Node} Node */

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
  'Apple',
  'CSV',
  'Excel',
  'Facebook',
  'GitHub',
  'Google',
  'Incoterm',
  'LinkedIn',
  'Marketplace Platform',
  'Microsoft',
  'Twitter',
  'X',
  'YouTube',
  'smtp.example.com',
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

/** The name of a called function: `t` in `t()` and `language.t()`. @param {Node} node @returns {string} */
function calledName(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression' && !node.computed) return calledName(node.property);
  return '';
}

/** The text of a literal, or of a template with `{}` for values. @param {Node} node @returns {string | undefined} */
export function textOfNode(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('{}');
  return undefined;
}

/**
 * The context of a text: the closest ancestor that is not a conditional, a concatenation or a cast, and its child that
 * contains the text. Undefined if the text is only compared.
 * @param {Node} node
 * @returns {{ around: Node, inner: Node } | undefined}
 */
function placeOf(node) {
  /** @type {Node} */
  let inner = node;
  for (let around = node.parent; around; inner = around, around = around.parent) {
    switch (around.type) {
      case 'ConditionalExpression':
        if (around.test === inner) return undefined;
        break;
      case 'BinaryExpression':
        if (around.operator !== '+') return undefined;
        break;
      case 'LogicalExpression':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TemplateLiteral':
      case 'JSXExpressionContainer':
        break;
      default:
        return { around, inner };
    }
  }
  return undefined;
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
    if (around.type === 'CallExpression') return TRANSLATES.test(calledName(around.callee));
    if (!/^(?:Property|ObjectExpression|ConditionalExpression|ParenthesizedExpression)$/.test(around.type))
      return false;
  }
  return false;
}

/** Whether a text is a value in a translated text. @param {Node} node */
function isValueOfText(node) {
  const call = node.parent?.type === 'ObjectExpression' ? node.parent.parent : undefined;
  if (call?.type !== 'CallExpression' || !TRANSLATES.test(calledName(call.callee))) return false;
  // The second argument of plural() has the forms of the text.
  return call.arguments[calledName(call.callee) === 'plural' ? 2 : 1] === node.parent;
}

/**
 * The text of a node that users would read in English in every language; otherwise undefined.
 * @param {Node} node a literal, a template or a text of JSX
 * @returns {string | undefined}
 */
export function strayText(node) {
  const text = textOfNode(node)?.trim();
  if (!text || /^(?:https?:|[A-Z]{3}$)/.test(text) || !HAS_LETTER.test(text.replaceAll('{}', '')) || NAMES.has(text))
    return undefined;
  const place = placeOf(node);
  if (!place) return undefined;
  const { around, inner } = place;
  switch (around.type) {
    case 'JSXElement':
    case 'JSXFragment': {
      const name = around.type === 'JSXElement' ? around.openingElement.name : undefined;
      const isCode = name?.type === 'JSXIdentifier' && /^(?:code|pre|kbd|style|script|Code)$/.test(name.name);
      return isCode ? undefined : text;
    }
    case 'JSXAttribute': {
      const name = around.name.type === 'JSXIdentifier' ? around.name.name : '';
      if (MACHINE_ATTRIBUTE.test(name)) return undefined;
      return SHOWN.test(name) || isProse(text) ? text : undefined;
    }
    case 'Property': {
      if (around.key === inner) return undefined;
      const key = around.key.type === 'Identifier' ? around.key.name : (textOfNode(around.key) ?? '');
      if (MACHINE_ATTRIBUTE.test(key)) return undefined;
      if (isValueOfText(around)) return text;
      if (isTranslated(around)) return undefined;
      if (isInStyle(around)) return undefined;
      return (SHOWN.test(key) && !isWord(text)) || isProse(text) || isLabel(text) ? text : undefined;
    }
    case 'CallExpression':
    case 'NewExpression': {
      const name = calledName(around.callee);
      if (TRANSLATES.test(name) || TECHNICAL.test(name) || inner === around.callee) return undefined;
      return (SHOWS.test(name) && around.arguments[0] === inner) || isProse(text) ? text : undefined;
    }
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TaggedTemplateExpression':
    case 'MemberExpression':
      return undefined;
    default:
      return !around.type.startsWith('TS') && (isProse(text) || isLabel(text)) ? text : undefined;
  }
}

/** Whether a property belongs to an object of styles. @param {Node} node */
function isInStyle(node) {
  for (let around = node.parent; around; around = around.parent) {
    if (around.type === 'JSXAttribute')
      return around.name.type === 'JSXIdentifier' && MACHINE_ATTRIBUTE.test(around.name.name);
    if (!/^(?:Property|ObjectExpression|JSXExpressionContainer|ConditionalExpression)$/.test(around.type)) return false;
  }
  return false;
}
