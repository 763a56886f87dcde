import { removeImages } from '@/shared/uploads/api/remove-files.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { changedMeanwhile } from '@/shared/errors/changed-meanwhile.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { NewsSummary } from '../news-item.ts';

type ShownItem = Pick<NewsSummary, 'id' | 'images' | 'updatedAt'>;

/**
 * Called when no row was deleted. Fine if the item is gone (a repeat after a lost answer); otherwise it is a refusal. The
 * item itself tells nothing, because who may no longer delete it cannot read it either if it is a draft. The entry of its
 * deletion is read by those alone who may delete it.
 */
async function assertGone(id: number): Promise<void> {
  const deletions = supabase.from('audit_log').select('id').eq('entity', 'news').eq('entity_id', String(id));
  const data = dataOf(await deletions.eq('action', 'delete_news').limit(1).maybeSingle());
  if (!data)
    throw new AppError(msg('You are not allowed to delete this news item'), { kind: 'forbidden', status: 403 });
}

async function deleteNews({ id, images, updatedAt }: ShownItem): Promise<void> {
  const deleted = await supabase
    .from('news_items')
    .delete()
    .eq('id', id)
    .eq('updated_at', updatedAt)
    .select('id')
    .maybeSingle();
  if (!dataOf(deleted)) {
    const item = dataOf(await supabase.from('news_items').select('updated_at').eq('id', id).maybeSingle());
    if (item && item.updated_at !== updatedAt) throw changedMeanwhile();
    await assertGone(id);
  }
  await removeImages('news-images', images);
}

/** Deletes a news item that nobody has changed since, and its images, permanently. Admins only. */
export const useDeleteNews = () => useWrite(deleteNews, [keys.news.all]);
