import type { Language } from '@/shared/i18n/language.ts';
import { parseNotificationData } from './notification-route.ts';

/**
 * The text of a notification in the reader's language.
 * @param notification as stored, in English; the text of a broadcast is kept as the admin wrote it
 */
export function notificationText({ message, data }: { message: string; data: unknown }, language: Language): string {
  const kind = parseNotificationData(data)?.type;
  return kind === 'broadcast' ? message : language.message(message, kind);
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

/** Where the words between a title in quotation marks and the name behind it begin; 0 if the name stands before it. */
export const placeAfterTitle = (text: string, nameAt: number): number =>
  nameAt < 0 ? 0 : Math.max(text.lastIndexOf('"', nameAt), text.lastIndexOf('”', nameAt)) + 1;
