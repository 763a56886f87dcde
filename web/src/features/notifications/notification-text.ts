import { changeInFormat } from '@domain/shown-amounts.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { parseNotificationData } from './notification-route.ts';

/**
 * The text of a notification in the reader's language.
 * @param notification as stored, in English; the text of a broadcast is kept as the admin wrote it
 */
export function notificationText({ message, data }: { message: string; data: unknown }, language: Language): string {
  const kind = parseNotificationData(data)?.type;
  return kind === 'broadcast' ? message : language.message(message, kind, changeInFormat(language.locale));
}

/**
 * Where a text names a user: before a title in quotation marks, which can hold the name too, or as its last word; -1 if
 * it does not.
 */
export function placeOfName(text: string, username: string): number {
  const [beforeTitle = ''] = text.split(/["“]/, 1);
  // The blank in front makes up for the one that is looked for.
  const place = ` ${beforeTitle}`.indexOf(` ${username} `);
  if (place >= 0) return place;
  return text.endsWith(` ${username}`) ? text.length - username.length : -1;
}

/** A text up to the end of the title in it. A title can hold quotation marks, and so can the reason behind it. */
const UP_TO_TITLE = /^[^"“]*(?:“[^]*?”|"[^]*?"(?=:| (?:was|is) )|"[^]*")/;

/**
 * Where the words behind a title in quotation marks begin, which say what became of it or name the user; 0 if none are
 * there. What follows a colon explains what is said before the title.
 * @param nameAt place of the user's name; -1 if the text names none
 */
export function placeAfterTitle(text: string, nameAt: number): number {
  const upTo = nameAt > text.search(/["“]/) ? text.slice(0, nameAt) : text;
  const end =
    upTo === text
      ? (UP_TO_TITLE.exec(text)?.[0].length ?? 0)
      : Math.max(upTo.lastIndexOf('"'), upTo.lastIndexOf('”')) + 1;
  return text[end] === ' ' ? end : 0;
}
