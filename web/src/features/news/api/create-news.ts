import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewsDraft } from '@domain/news.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { newsColumns } from './news-columns.ts';

const UNIQUE_VIOLATION = '23505';

async function createNews({ clientId, news }: { clientId: string; news: NewsDraft }): Promise<void> {
  const { error, status, statusText } = await supabase
    .from('news_items')
    .insert({ ...newsColumns(news), client_id: clientId });
  // The first request was stored although its answer got lost: the repeat finds its row there (C13).
  if (error && error.code !== UNIQUE_VIOLATION) throw toAppError(error, status, statusText);
}

/** Creates a news item (admins); the same client id creates it only once (C13). */
export function useCreateNews() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: createNews,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.news.all }),
  });
}
