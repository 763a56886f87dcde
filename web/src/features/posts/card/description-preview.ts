/** Length of a collapsed description, in characters. */
export const DESCRIPTION_PREVIEW = 200;

/**
 * The first 200 characters of a description, never splitting a character; null if it is short enough to show in full.
 */
export function collapsedDescription(description: string): string | null {
  const characters = [...description];
  if (characters.length <= DESCRIPTION_PREVIEW) return null;
  return `${characters.slice(0, DESCRIPTION_PREVIEW).join('').trimEnd()}…`;
}
