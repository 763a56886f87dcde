import { useEffect } from 'react';
import { supabase } from '@/shared/backend/supabase.ts';

const reported = new Set<string>();

/**
 * Tells the statistics that a search found nothing, each text once per visit of the page and without who searched. The
 * database looks for itself whether nothing fits, so a search that only a filter left empty is not counted.
 */
export function useReportEmptySearch(query: string): void {
  useEffect(() => {
    const search = query.trim();
    if (search === '' || reported.has(search)) return;
    reported.add(search);
    // Counting must never disturb the guest.
    void supabase.rpc('report_empty_search', { search }).then(
      () => undefined,
      () => undefined,
    );
  }, [query]);
}
