import { useEffect } from 'react';
import { supabase } from '@/shared/backend/supabase.ts';

const reported = new Set<string>();

/**
 * Reports a search without results to the statistics: anonymously, and once per text and page load. The database checks
 * that nothing matches, so a search that only a filter left empty is not counted.
 */
export function useReportEmptySearch(query: string): void {
  useEffect(() => {
    const search = query.trim();
    if (search === '' || reported.has(search)) return;
    reported.add(search);
    // Statistics must never disturb the user.
    void supabase.rpc('report_empty_search', { search }).then(
      () => undefined,
      () => undefined,
    );
  }, [query]);
}
