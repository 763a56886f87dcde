/** Modules that are reached only through certain others. */
import { parseSync } from 'vite';
import { targetOf } from './lint/import-rules.mjs';

/**
 * The files that a module loads, at once or later. Imports of types are none: nothing of them is left at run time.
 * @param {{ file: string, text: string }} source
 */
export function loadedBy({ file, text }) {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const specifiers = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return specifiers.map((specifier) => targetOf(file, specifier));
}

/**
 * The modules behind doors: others reach them only through these.
 * @param {ReadonlyMap<string, readonly string[]>} loads what each module loads
 * @param {(file: string) => boolean} isDoor
 */
export function onlyThrough(loads, isDoor) {
  /** @param {Iterable<string>} from @returns {Set<string>} */
  const reached = (from) => {
    const seen = new Set(from);
    for (const file of seen) for (const next of loads.get(file) ?? []) if (!isDoor(next)) seen.add(next);
    return seen;
  };
  const doors = [...loads.keys()].filter(isDoor);
  const behind = reached(doors);
  const elsewhere = reached([...loads.keys()].filter((file) => !behind.has(file)));
  return new Set([...behind].filter((file) => !isDoor(file) && !elsewhere.has(file)));
}
