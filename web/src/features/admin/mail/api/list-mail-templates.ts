import { queryOptions } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listMailTemplates(signal: AbortSignal) {
  const { data, error, status, statusText } = await supabase.rpc('list_mail_templates').abortSignal(signal);
  if (error) throw toAppError(error, status, statusText);
  return data;
}

export type StoredMailTemplate = Awaited<ReturnType<typeof listMailTemplates>>[number];

/** Every mail with what was changed of its text; null is the default. Admins only. */
export const mailTemplatesQueryOptions = queryOptions({
  queryKey: keys.emailSettings.templates,
  queryFn: ({ signal }) => listMailTemplates(signal),
});
