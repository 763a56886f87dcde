import { queryOptions } from '@tanstack/react-query';
import { mailChoicesSchema } from '@domain/mail-choices.ts';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** The mail preferences of a recipient, identified by the link in a mail. */
export const mailChoicesQueryOptions = (token: string) =>
  queryOptions({
    queryKey: keys.mailChoices({ token }),
    queryFn: ({ signal }) =>
      callApi(`/api/mail-choices?${new URLSearchParams({ token }).toString()}`, { schema: mailChoicesSchema, signal }),
  });
