import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@domain/locale.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function listMailTemplates(locale: Locale, signal: AbortSignal) {
  return dataOf(await supabase.rpc('list_mail_templates', { locale }).abortSignal(signal));
}

export type StoredMailTemplate = Awaited<ReturnType<typeof listMailTemplates>>[number];

/** All mail templates with their customised text in a language; null means the default. Admins only. */
export const mailTemplatesQueryOptions = (locale: Locale) =>
  queryOptions({
    queryKey: keys.emailSettings.templatesIn(locale),
    queryFn: ({ signal }) => listMailTemplates(locale, signal),
  });
