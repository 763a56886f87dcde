/** Characters that are removed from one-line texts of mails: line breaks of any kind and invisible characters. */
export const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Converts a text to one line: line breaks and invisible characters become blanks, and it is cut to `max` characters. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(INVISIBLE, ' ').replace(/ {2,}/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}
