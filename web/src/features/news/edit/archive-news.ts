import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { changedMeanwhile } from '@/shared/errors/changed-meanwhile.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { NewsSummary } from '../news-item.ts';

async function archiveNews({ id, updatedAt }: Pick<NewsSummary, 'id' | 'updatedAt'>): Promise<void> {
  const archived = await supabase
    .from('news_items')
    .update({ status: 'archived' })
    .eq('id', id)
    .eq('updated_at', updatedAt)
    .select('id')
    .maybeSingle();
  if (dataOf(archived)) return;
  const item = dataOf(await supabase.from('news_items').select('status').eq('id', id).maybeSingle());
  if (!item) throw new AppError(msg('News item not found'), { kind: 'not-found', status: 404 });
  // Otherwise this repeats a change whose answer was lost.
  if (item.status !== 'archived') throw changedMeanwhile();
}

/** Removes a news item that nobody has changed since from the public list without deleting it. Admins only. */
export const useArchiveNews = () => useWrite(archiveNews, [keys.news.all]);
