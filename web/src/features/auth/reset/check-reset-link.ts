import { queryOptions } from '@tanstack/react-query';
import { resetLinkAnswerSchema } from '@domain/reset-link.ts';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function checkResetLink(token: string, signal: AbortSignal): Promise<boolean> {
  if (token === '') return false;
  const answer = await callApi('/api/reset_password/check', {
    method: 'POST',
    body: { token },
    schema: resetLinkAnswerSchema,
    signal,
  });
  return answer.isValid;
}

/** Whether the reset link of this page is valid. The check does not use the link up. */
export function resetLinkQueryOptions(token: string) {
  return queryOptions({
    queryKey: keys.session.resetLink(token),
    queryFn: ({ signal }) => checkResetLink(token, signal),
    gcTime: 0,
  });
}
