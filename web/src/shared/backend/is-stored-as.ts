const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** The same value; instants in any notation, because the database writes them differently from the page. */
function isSame(stored: unknown, sent: unknown): boolean {
  if (JSON.stringify(stored) === JSON.stringify(sent)) return true;
  if (typeof stored !== 'string' || typeof sent !== 'string' || !INSTANT.test(stored) || !INSTANT.test(sent))
    return false;
  return Date.parse(stored) === Date.parse(sent);
}

/**
 * Whether a row holds everything that was sent: an update of the row as it was read then matches nothing, because it
 * repeats one whose answer was lost. Fields that were left out count as the same.
 */
export function isStoredAs(
  stored: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(sent).every(([column, value]) => value === undefined || isSame(stored[column], value));
}
