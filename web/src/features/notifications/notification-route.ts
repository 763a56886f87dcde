import { z } from 'zod';

import { idSchema } from '@domain/input.ts';
import type { AccountTab } from '@/shared/paths.ts';
import { HIGHLIGHT_KEYS } from '@/shared/session/highlight-keys.ts';

/** Target of a click: a path on this site, and values to put into local storage before going there. */
export type NotificationRoute = {
  path: string;
  tab: AccountTab | null;
  highlight: { kind: 'quote' | 'post'; id: number } | null;
  storage: Record<string, string>;
};

const id = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(idSchema)
  .optional()
  .catch(undefined);

/** Routing data of a notification. Non-numeric ids and external paths count as missing. */
export const notificationDataSchema = z.object({
  type: z.string().optional().catch(undefined),
  topic: z.string().optional().catch(undefined),
  messageId: id,
  quoteId: id,
  postId: id,
  path: z
    .string()
    .regex(/^\/(?:(?:post|news)\/[a-z0-9-]+|profile\?tab=security|\?[\w.%=&-]+)$/)
    .optional()
    .catch(undefined),
});

export type NotificationData = z.infer<typeof notificationDataSchema>;

/** Parses notification data from an object or JSON text; null for broken JSON or any other value. */
export function parseNotificationData(data: unknown): NotificationData | null {
  const parsed = notificationDataSchema.safeParse(typeof data === 'string' ? parseJson(data) : data);
  return parsed.success ? parsed.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The target of a notification. An explicit path applies only without a message, quote or post. */
export function routeNotification(notification: { message: string; data: unknown }): NotificationRoute {
  const data = parseNotificationData(notification.data);
  const target = data && targetOf(data);
  const messageId = data?.type === 'message' ? data.messageId : undefined;
  if (target || messageId !== undefined) return toAccount(target?.tab ?? null, target?.highlight ?? null, messageId);
  if (data?.path !== undefined) return { path: data.path, tab: null, highlight: null, storage: {} };
  const tab = tabOfText(notification.message);
  return tab ? toAccount(tab, null) : { path: '/', tab: null, highlight: null, storage: {} };
}

/** A quote takes precedence over its post, being more specific. */
function targetOf(data: NotificationData): Pick<NotificationRoute, 'tab' | 'highlight'> | null {
  if (data.quoteId !== undefined) return { tab: 'quotes', highlight: { kind: 'quote', id: data.quoteId } };
  if (data.postId !== undefined) return { tab: 'posts', highlight: { kind: 'post', id: data.postId } };
  return null;
}

function tabOfText(message: string): AccountTab | null {
  const text = message.toLowerCase();
  if (text.includes('message from') || text.includes('new quote on your post')) return 'posts';
  return text.includes('sent a quote to') ? 'quotes' : null;
}

function toAccount(
  tab: AccountTab | null,
  highlight: NotificationRoute['highlight'],
  messageId?: number,
): NotificationRoute {
  const storage: Record<string, string> = {};
  if (messageId !== undefined) storage[HIGHLIGHT_KEYS.message] = String(messageId);
  if (tab) storage[HIGHLIGHT_KEYS.tab] = tab;
  if (highlight) {
    storage[HIGHLIGHT_KEYS[highlight.kind]] = String(highlight.id);
  }
  return { path: '/account', tab, highlight, storage };
}
