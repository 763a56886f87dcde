import { infiniteQueryOptions, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { NOTIFICATIONS_MAX } from '@domain/limits.ts';
import { oneOf } from '@/shared/address/param.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { UNREAD, readNotifications, type NotificationItem } from './list-notifications.ts';
import { refreshing } from './refreshing.ts';

/** Filters with their names: '' for all, those unread, or a group of kinds (`private.notification_topic`). */
export const TOPICS = [
  { value: '', label: msg('All') },
  { value: UNREAD, label: msg('Unread') },
  { value: 'quotes', label: msg('Quotes') },
  { value: 'messages', label: msg('Messages') },
  { value: 'questions', label: msg('Questions') },
  { value: 'requests', label: msg('Requests') },
  { value: 'reviews', label: msg('Reviews') },
  { value: 'other', label: msg('Other') },
] as const;

/** URL state of /notifications: `?kind=quotes`. */
export const notificationsAddress = {
  kind: oneOf(
    TOPICS.map(({ value }) => value),
    '',
  ),
};

/** The key of all pages, apart from the other keys: the first visit does not need it. */
export const pagesKey = [...keys.notifications.all, 'pages'] as const;

export type NotificationPages = InfiniteData<NotificationItem[], number>;

/** All notifications of the signed-in user, of one topic, all unread ones or all (''), in pages from the newest on. */
export const notificationPagesQueryOptions = (topic: string) =>
  infiniteQueryOptions({
    queryKey: [...pagesKey, topic],
    queryFn: async ({ signal, pageParam }) => (await readNotifications(signal, pageParam, topic)) ?? [],
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < NOTIFICATIONS_MAX ? undefined : page.at(-1)?.id),
    ...refreshing,
  });

/** Starts the pages of all notifications with those that the bell has, so that the next page is the one after them. */
export function useStartPages() {
  const queryClient = useQueryClient();
  return (items: NotificationItem[]) =>
    queryClient.setQueryData(notificationPagesQueryOptions('').queryKey, { pages: [items], pageParams: [0] });
}
