/** Characters of a description that a card shows while it is collapsed. */
export const DESCRIPTION_PREVIEW = 200;

/**
 * A description as a collapsed card shows it: the first 200 characters, cut after a whole character,
 * or null when the description is short enough to be shown whole.
 */
export function collapsedDescription(description: string): string | null {
  const characters = [...description];
  if (characters.length <= DESCRIPTION_PREVIEW) return null;
  return `${characters.slice(0, DESCRIPTION_PREVIEW).join('').trimEnd()}…`;
}
