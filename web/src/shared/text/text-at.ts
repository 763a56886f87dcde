/** The value under a key of an unknown value, such as an answer of a server; undefined if that is not an object. */
export function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** The string under a key of an unknown value; otherwise undefined. */
export function textAt(value: unknown, key: string): string | undefined {
  const found = valueAt(value, key);
  return typeof found === 'string' ? found : undefined;
}
