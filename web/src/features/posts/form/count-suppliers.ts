import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

const QUOTES_MAX = 1_000;

async function countSuppliers(postId: number, signal: AbortSignal): Promise<number> {
  const data = dataOf(
    await supabase
      .from('quotes')
      .select('supplier_id')
      .eq('post_id', postId)
      .range(0, QUOTES_MAX - 1)
      .abortSignal(signal),
  );
  return new Set(data.map(({ supplier_id }) => supplier_id)).size;
}

/** Number of suppliers who quoted on an own post. Throws an AppError. */
export const suppliersQueryOptions = (postId: number) =>
  queryOptions({
    queryKey: keys.posts.suppliers(postId),
    queryFn: ({ signal }) => countSuppliers(postId, signal),
    // The warning must show the current number.
    staleTime: 0,
  });
