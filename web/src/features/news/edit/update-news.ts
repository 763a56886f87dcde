import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewsDraft } from '@domain/news.ts';
import { newsRow } from '@rows/news-row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { isStoredAs } from '@/shared/backend/is-stored-as.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { changedMeanwhile } from '@/shared/errors/changed-meanwhile.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { SHOWN_NEWS_COLUMNS } from '../news-columns.ts';

/** `readAt` is when the item last changed, as the form read it. */
type ChangedNews = { id: number; news: NewsDraft; readAt: string };

async function updateNews({ id, news, readAt }: ChangedNews): Promise<void> {
  const row = newsRow(news);
  const changed = await supabase
    .from('news_items')
    .update(row)
    .eq('id', id)
    .eq('updated_at', readAt)
    .select('id')
    .maybeSingle();
  if (dataOf(changed)) return;
  const item = dataOf(await supabase.from('news_items').select(SHOWN_NEWS_COLUMNS).eq('id', id).maybeSingle());
  if (!item) throw new AppError(msg('News item not found'), { kind: 'not-found', status: 404 });
  // Otherwise this repeats an update whose answer was lost.
  if (!isStoredAs(item, row)) throw changedMeanwhile();
}

/** Updates a news item that nobody has changed since it was read. Admins only. */
export function useUpdateNews() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updateNews,
    onSettled: () => refresh(queryClient, [keys.news.all]),
  });
}
