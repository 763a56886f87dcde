import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { markedAsRead } from './unread-notifications.ts';
import { notificationsQueryOptions } from './list-notifications.ts';
import { pagesKey, type NotificationPages } from './notification-pages.ts';

async function markRead(id: number | 'all'): Promise<void> {
  dataOf(
    id === 'all'
      ? await supabase.rpc('mark_all_notifications_read')
      : await supabase.rpc('mark_notification_read', { notification_id: id }),
  );
}

/** Marks one notification or all as read. Optimistic, with rollback on refusal, then refetches. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQueryOptions;
  const all = { queryKey: keys.notifications.all };
  return useMutation({
    mutationFn: markRead,
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
