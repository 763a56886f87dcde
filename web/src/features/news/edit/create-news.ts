import type { NewsDraft } from '@domain/news.ts';
import { newsRow } from '@rows/news-row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { ClientId } from '@/shared/form/send-once.ts';

const UNIQUE_VIOLATION = '23505';

async function createNews({ clientId, news }: { clientId: ClientId; news: NewsDraft }): Promise<void> {
  const answer = await supabase.from('news_items').insert({ ...newsRow(news), client_id: clientId });
  // A repeat after a lost answer: the row is already there.
  if (answer.error?.code !== UNIQUE_VIOLATION) dataOf(answer);
}

/** Creates a news item. Idempotent per client id. Admins only. */
export const useCreateNews = () => useWrite(createNews, [keys.news.all]);
