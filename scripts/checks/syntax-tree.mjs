/** Helpers to read a syntax tree of Vite, oxlint or acorn. */

/** Only what is asked for is looked at. @typedef {{ type: string, [key: string]: any }} Node */

/**
 * Visits each node with its ancestors, the closest last.
 * @param {any} value @param {(node: Node, around: readonly Node[]) => void} visit @param {readonly Node[]} [around]
 */
export function walk(value, visit, around = []) {
  if (typeof value !== 'object' || value === null) return;
  const isNode = typeof value.type === 'string';
  if (isNode) visit(value, around);
  const inner = isNode ? [...around, value] : around;
  for (const child of Object.values(value)) walk(child, visit, inner);
}

/**
 * The text of a literal or of JSX, or of a template with `{}` for values.
 * @param {Node | null | undefined} node @returns {string | undefined}
 */
export function textOf(node) {
  if (node?.type === 'TemplateLiteral')
    return node.quasis.map((/** @type {Node} */ { value }) => value.cooked ?? value.raw).join('{}');
  const isText = (node?.type === 'Literal' && typeof node.value === 'string') || node?.type === 'JSXText';
  return isText ? node.value : undefined;
}

/**
 * The name of a function, property or element: `a` in `a()`, `b.a()`, `{ a: 1 }` and `<a />`; '' if it has none.
 * @param {Node | null | undefined} node @returns {string}
 */
export function nameOf(node) {
  if (node?.type === 'Identifier' || node?.type === 'JSXIdentifier') return node.name;
  if (node?.type === 'MemberExpression') return node.computed ? '' : nameOf(node.property);
  return node?.type === 'ChainExpression' ? nameOf(node.expression) : (textOf(node) ?? '');
}

/** The number of the line on which a position of a text is. @param {string} text @param {number} index */
export const lineOf = (text, index) => text.slice(0, index).split('\n').length;
