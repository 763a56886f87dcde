/**
 * A record with one value for each key.
 * @param keys the keys of the record
 * @param valueOf gives the value of a key
 * @returns the record, in the order of the keys
 */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value>;
export function recordOf(keys: readonly string[], valueOf: (key: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)]));
}
