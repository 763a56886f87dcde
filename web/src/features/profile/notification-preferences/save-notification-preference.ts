import { notificationPreferencesSchema, type SaveNotificationPreferences } from '@domain/notification-choices.ts';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

type Choice = SaveNotificationPreferences['preferences'][number];

/** Changes how the signed-in user is notified of one kind. */
export const useSaveNotificationPreference = () =>
  useWrite(
    (choice: Choice) =>
      callApi('/api/notification-preferences', {
        method: 'PUT',
        body: { preferences: [choice] },
        schema: notificationPreferencesSchema,
      }),
    [keys.mailChoices('me')],
  );
