import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { markedAsRead } from './unread-notifications.ts';
import { notificationsQueryOptions } from './list-notifications.ts';

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
  return useMutation({
    mutationFn: markRead,
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (items) => items && markedAsRead(items, id));
      return { before };
    },
    onError: (_error, _id, context) => {
      if (context) queryClient.setQueryData(queryKey, context.before);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.notifications.all }),
  });
}
