import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function archiveNews(id: number): Promise<void> {
  const data = dataOf(
    await supabase.from('news_items').update({ status: 'archived' }).eq('id', id).select('id').maybeSingle(),
  );
  if (!data) throw new AppError(msg('News item not found'), { kind: 'not-found', status: 404 });
}

/** Removes a news item from the public list without deleting it. Admins only. */
export const useArchiveNews = () => useWrite(archiveNews, [keys.news.all]);
