/** The first `count` letters or digits of a text, in upper case. */
function firstCharacters(text: string | null | undefined, count: number): string {
  const characters = text?.match(/[\p{L}\p{N}]/gu) ?? [];
  return characters.slice(0, count).join('').toUpperCase();
}

/**
 * Initials for a user without an avatar: first and last name; else first name and username; else the first two letters
 * or digits of the username; else "UU".
 */
export function initials(person: {
  firstName?: string | null;
  lastName?: string | null;
  username?: string | null;
}): string {
  const first = firstCharacters(person.firstName, 1);
  const last = firstCharacters(person.lastName, 1);
  if (first && last) return first + last;
  if (first) return first + firstCharacters(person.username, 1);
  return firstCharacters(person.username, 2) || 'UU';
}
