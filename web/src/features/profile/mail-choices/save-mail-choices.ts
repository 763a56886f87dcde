import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mailChoicesSchema } from '@domain/mail-choices.ts';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** Saves the mail preferences of the recipient of a link. */
export function useSaveMailChoices(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: string[]) =>
      callApi('/api/mail-choices', { method: 'PUT', body: { token, wanted }, schema: mailChoicesSchema }),
    onSuccess: (choices) => client.setQueryData(keys.mailChoices({ token }), choices),
  });
}
