import { Checkbox } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Selection } from './selection.ts';

type SelectAllProps = {
  /** Ids of the rows on screen. */
  ids: readonly number[];
  selection: Selection;
  /** Shows a label; in the head of a table the checkbox needs none. */
  withLabel?: boolean;
};

/** Selects all rows on screen, or none of them; rows of other pages stay selected. */
export function SelectAll({ ids, selection, withLabel = false }: SelectAllProps) {
  const { t } = useLanguage();
  const label = t('Select all on this page');
  const isAll = ids.length > 0 && ids.every((id) => selection.ids.has(id));
  const handleChange = () => {
    const others = [...selection.ids].filter((id) => !ids.includes(id));
    selection.onChange(new Set(isAll ? others : [...others, ...ids]));
  };
  return (
    <Checkbox
      {...(withLabel ? { label } : { 'aria-label': label })}
      checked={isAll}
      indeterminate={!isAll && ids.some((id) => selection.ids.has(id))}
      onChange={handleChange}
    />
  );
}
