import type { Language } from '@/shared/i18n/language.ts';
import { parseNotificationData } from './notification-route.ts';

/** What a notification says to its reader. In: as it is stored, in English. What an admin wrote to many stays in their words. */
export function notificationText({ message, data }: { message: string; data: unknown }, language: Language): string {
  const kind = parseNotificationData(data)?.type;
  return kind === 'broadcast' ? message : language.message(message, kind);
}
