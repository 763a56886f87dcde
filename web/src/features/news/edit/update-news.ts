import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewsDraft } from '@domain/news.ts';
import { newsRow } from '@rows/news-row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';

async function updateNews({ id, news }: { id: number; news: NewsDraft }): Promise<void> {
  const data = dataOf(await supabase.from('news_items').update(newsRow(news)).eq('id', id).select('id').maybeSingle());
  if (!data) throw new AppError(msg('News item not found'), { kind: 'not-found', status: 404 });
}

/** Updates a news item. Admins only. */
export function useUpdateNews() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updateNews,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.news.all }),
  });
}
