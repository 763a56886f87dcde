import { queryOptions } from '@tanstack/react-query';
import { notificationPreferencesSchema } from '@domain/notification-choices.ts';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** How the signed-in user is notified, per kind of notification. */
export const notificationPreferencesQueryOptions = queryOptions({
  queryKey: keys.mailChoices('me'),
  queryFn: ({ signal }) => callApi('/api/notification-preferences', { schema: notificationPreferencesSchema, signal }),
});
