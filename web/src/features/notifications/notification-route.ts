import { z } from 'zod';

import { idSchema } from '@domain/input.ts';
import type { AccountTab } from '@/shared/paths.ts';
import { HIGHLIGHT_KEYS } from '@/shared/session/highlight-keys.ts';

/** Where a click leads: a path of this site, and what to put in local browser storage before going there. */
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

/** The routing facts of a notification; ids that are no numbers, and paths that lead elsewhere, count as missing. */
export const notificationDataSchema = z.object({
  type: z.string().optional().catch(undefined),
  messageId: id,
  quoteId: id,
  postId: id,
  path: z
    .string()
    .regex(/^\/(?:post|news)\/[a-z0-9-]+$/)
    .optional()
    .catch(undefined),
});

export type NotificationData = z.infer<typeof notificationDataSchema>;

/** Reads notification data, an object or a JSON text; null for broken JSON and anything that is no object. */
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

/** Where a click on a notification leads; a path of its own counts where no message, quote or post does. */
export function routeNotification(notification: { message: string; data: unknown }): NotificationRoute {
  const data = parseNotificationData(notification.data);
  const target = data && targetOf(data);
  const messageId = data?.type === 'message' ? data.messageId : undefined;
  if (target || messageId !== undefined) return toAccount(target?.tab ?? null, target?.highlight ?? null, messageId);
  if (data?.path !== undefined) return { path: data.path, tab: null, highlight: null, storage: {} };
  const tab = tabOfText(notification.message);
  return tab ? toAccount(tab, null) : { path: '/', tab: null, highlight: null, storage: {} };
}

/** The quote wins over the post: it is the more specific of the two. */
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
