import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { isNarrowed, type TableChange, type TableState } from './table-state.ts';

type NextActionIfNarrowedProps<Sort extends string, Filter extends string> = {
  state: TableState<Sort, Filter>;
  total: number;
  onChange: (change: TableChange<Sort, Filter>) => void;
  children: (isNarrowed: boolean, action: ReactNode) => ReactNode;
};

/** Button of an empty table: to the first page if this one is out of range, or to clear the filters. */
export function NextActionIfNarrowed<Sort extends string, Filter extends string>({
  state,
  total,
  onChange,
  children,
}: NextActionIfNarrowedProps<Sort, Filter>) {
  const { t } = useLanguage();
  if (total > 0) return children(true, <Button onClick={() => onChange({ page: 1 })}>{t('First page')}</Button>);
  if (!isNarrowed(state)) return children(false, null);
  return children(
    true,
    <Button onClick={() => onChange({ q: '', filters: noFilters(state.filters) })}>{t('Clear filters')}</Button>,
  );
}

function noFilters<Filter extends string>(filters: Record<Filter, string>): Partial<Record<Filter, string>> {
  const cleared: Partial<Record<Filter, string>> = {};
  for (const name in filters) cleared[name] = '';
  return cleared;
}
