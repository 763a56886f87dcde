import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationPreferencesSchema, type SaveNotificationPreferences } from '@domain/notification-choices.ts';
import { callApi } from '@/shared/backend/api.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { notificationPreferencesQueryOptions } from './get-notification-preferences.ts';

type Choice = SaveNotificationPreferences['preferences'][number];

const { queryKey } = notificationPreferencesQueryOptions;
const mutationKey = [...queryKey, 'save'];

/** Changes how the signed-in user is notified of one kind. Shown at once, and taken back if it is not saved. */
export function useSaveNotificationPreference() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    // Quick changes are saved in their order.
    scope: { id: mutationKey.join('/') },
    mutationFn: (choice: Choice) =>
      callApi('/api/notification-preferences', {
        method: 'PUT',
        body: { preferences: [choice] },
        schema: notificationPreferencesSchema,
      }),
    onMutate: async ({ kind, ...choice }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (known) =>
        known?.map((each) => (each.kind === kind ? { ...each, ...choice } : each)),
      );
    },
    // After the last one: an earlier answer does not know the later choices.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) === 1) await refresh(queryClient, [queryKey]);
    },
  });
}
