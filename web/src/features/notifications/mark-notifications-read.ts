import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { markedAsRead } from './unread-notifications.ts';
import { notificationsQueryOptions } from './list-notifications.ts';
import { pagesKey, type NotificationPages } from './notification-pages.ts';

/** The notifications that the page has, in whichever list, down to the oldest of the bell, which leaves none out. */
function shownBy(client: QueryClient): number[] {
  const bell = client.getQueryData(notificationsQueryOptions.queryKey);
  const pages = client.getQueriesData<NotificationPages>({ queryKey: pagesKey });
  const ids = [bell, ...pages.map(([, known]) => known?.pages.flat())].flatMap(
    (items) => items?.map(({ id }) => id) ?? [],
  );
  const oldest = bell?.at(-1)?.id ?? 0;
  return [...new Set(ids)].filter((id) => id >= oldest);
}

/** Marks one notification or all as read. Optimistic, with rollback on refusal, then refetches. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQueryOptions;
  const all = { queryKey: keys.notifications.all };
  return useMutation({
    mutationFn: async (id: number | 'all') => {
      if (id !== 'all') return dataOf(await supabase.rpc('mark_notification_read', { notification_id: id }));
      // Nobody has read what came meanwhile.
      const shown = shownBy(queryClient);
      return dataOf(await supabase.rpc('mark_all_notifications_read', { up_to: Math.max(0, ...shown), shown }));
    },
    onMutate: async (id) => {
      await queryClient.cancelQueries(all);
      const before = queryClient.getQueriesData(all);
      queryClient.setQueryData(queryKey, (items) => items && markedAsRead(items, id));
      queryClient.setQueriesData<NotificationPages>(
        { queryKey: pagesKey },
        (known) => known && { ...known, pages: known.pages.map((page) => markedAsRead(page, id)) },
      );
      return { before };
    },
    onError: (_error, _id, context) => {
      for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
    },
    onSettled: () => refresh(queryClient, [all.queryKey]),
  });
}
