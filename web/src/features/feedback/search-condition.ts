/**
 * A text as a pattern of `ilike` that finds it anywhere. Its own wildcards mean themselves; the characters that end a value
 * inside `or(...)` are matched by "any character", so that the pattern needs no quotes there.
 */
function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&').replace(/[,()"]/g, '_')}%`;
}

/** The condition of a search in feedback, which looks at its number ("42", "#42", "FB-000042"), subject, message, sender and page. For `or(...)` of PostgREST. */
export function searchCondition(text: string): string {
  const pattern = containsPattern(text);
  const number = /^(?:#|FB-)?0*([1-9]\d{0,14})$/i.exec(text)?.[1];
  const columns = ['subject', 'message', 'email', 'page_path'];
  return [...(number ? [`id.eq.${number}`] : []), ...columns.map((column) => `${column}.ilike.${pattern}`)].join(',');
}
