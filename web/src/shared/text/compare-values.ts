type Value = string | number | null;

/** Compares numbers, or texts by their codes, for a sort; null comes first. */
export function compareValues(one: Value, other: Value): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  return one < other ? -1 : 1;
}
