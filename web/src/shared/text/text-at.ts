/** What lies under a key of something unknown, such as an answer of a server; undefined when it is no object. */
export function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** The text under a key of something unknown; undefined when there is none. */
export function textAt(value: unknown, key: string): string | undefined {
  const found = valueAt(value, key);
  return typeof found === 'string' ? found : undefined;
}
