import { DESCRIPTION_PREVIEW } from '@domain/limits.ts';

/**
 * What a card shows of a description while it is collapsed (§2): the first 200 characters, cut after a whole character,
 * or null when the description is short enough to be shown whole.
 */
export function collapsedDescription(description: string): string | null {
  const characters = [...description];
  if (characters.length <= DESCRIPTION_PREVIEW) return null;
  return `${characters.slice(0, DESCRIPTION_PREVIEW).join('').trimEnd()}…`;
}
