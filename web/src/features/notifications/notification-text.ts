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
