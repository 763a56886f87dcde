/** Modules that are reached only through certain others. */
import { parseSync } from 'vite';
import { targetOf } from './lint/import-rules.mjs';

/** The files that a module loads, at once or later. Imports of types are none: nothing of them is left at run time. */
export function loadedBy({ file, text }: { file: string; text: string }) {
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

/** All modules reachable from a start, including the start. */
export function reachedFrom<T>(start: Iterable<T>, next: (from: T) => Iterable<T>): Set<T> {
  const seen = new Set(start);
  for (const each of seen) for (const further of next(each)) seen.add(further);
  return seen;
}

/**
 * The modules behind doors: others reach them only through these.
 * @param loads what each module loads
 */
export function onlyThrough(loads: ReadonlyMap<string, readonly string[]>, isDoor: (file: string) => boolean) {
  const reached = (from: Iterable<string>) =>
    reachedFrom(from, (file) => (loads.get(file) ?? []).filter((next) => !isDoor(next)));
  const doors = [...loads.keys()].filter(isDoor);
  const behind = reached(doors);
  const elsewhere = reached([...loads.keys()].filter((file) => !behind.has(file)));
  return new Set([...behind].filter((file) => !isDoor(file) && !elsewhere.has(file)));
}
