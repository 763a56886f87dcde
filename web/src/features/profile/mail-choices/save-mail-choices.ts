import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mailChoicesSchema, type SaveMailChoices } from '@domain/mail-choices.ts';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** Saves in which mails the recipient of a link wants another than they were shown. */
export function useSaveMailChoices(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choices: Required<SaveMailChoices>) =>
      callApi('/api/mail-choices', { method: 'PUT', body: { token, ...choices }, schema: mailChoicesSchema }),
    onSuccess: (choices) => client.setQueryData(keys.mailChoices({ token }), choices),
  });
}
