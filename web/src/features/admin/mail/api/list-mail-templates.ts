import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listMailTemplates(signal: AbortSignal) {
  return dataOf(await supabase.rpc('list_mail_templates').abortSignal(signal));
}

export type StoredMailTemplate = Awaited<ReturnType<typeof listMailTemplates>>[number];

/** Every mail with what was changed of its text; null is the default. Admins only. */
export const mailTemplatesQueryOptions = queryOptions({
  queryKey: keys.emailSettings.templates,
  queryFn: ({ signal }) => listMailTemplates(signal),
});
