import { queryOptions } from '@tanstack/react-query';
import { mailChoicesSchema } from '@domain/mail-choices.ts';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** Which mails the receiver of a mail wants, known by the link in it. */
export const mailChoicesQueryOptions = (token: string) =>
  queryOptions({
    queryKey: keys.mailChoices.ofLink(token),
    queryFn: ({ signal }) =>
      callApi(`/api/mail-choices?${new URLSearchParams({ token }).toString()}`, { schema: mailChoicesSchema, signal }),
  });
