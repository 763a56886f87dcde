import { countOf, dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { ROWS_PER_PAGE } from '@/shared/ui/data-table/table-state.ts';

/** The position of a quote in the user's unfiltered list, newest first. */
export type QuoteLocation = { side: 'sent' | 'received'; page: number };

/** Finds the list and page of one of the user's quotes; null if the user is not a party of it. Throws an AppError. */
export async function locateQuote(userId: number, quoteId: number): Promise<QuoteLocation | null> {
  const found = dataOf(await supabase.from('quotes').select('supplier_id').eq('id', quoteId).maybeSingle());
  if (!found) return null;
  const isSent = found.supplier_id === userId;
  const newer = countOf(
    await supabase
      .from('quotes')
      .select('id', { count: 'exact', head: true })
      .eq(isSent ? 'supplier_id' : 'post_owner_id', userId)
      .gt('id', quoteId),
  );
  return { side: isSent ? 'sent' : 'received', page: Math.floor(newer / ROWS_PER_PAGE) + 1 };
}
