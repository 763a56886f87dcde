import { readTableState } from '@/shared/ui/data-table/table-state.ts';
import { rulesTable, type StoredRule } from './rules-table.ts';
import { listRules } from './list-rules.ts';

// PostgREST answers at most 1,000 rows.
const PAGE_SIZE = 1_000;

/** All rules, oldest first, regardless of the filters of the list. From the start again if some came or went meanwhile. */
export async function readAllRules(): Promise<StoredRule[]> {
  const state = readTableState(rulesTable, new URLSearchParams({ order: 'asc' }));
  const rules: StoredRule[] = [];
  let first = 0;
  for (let page = 1; ; page += 1) {
    const { items, total } = await listRules({ ...state, page, pageSize: PAGE_SIZE });
    if (page === 1) first = total;
    if (total !== first) return readAllRules();
    rules.push(...items);
    if (items.length < PAGE_SIZE) return rules;
  }
}
