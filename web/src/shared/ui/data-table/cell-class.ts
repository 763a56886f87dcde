import type { Column } from './column.ts';
import classes from './data-table.module.css';

/** The class of a cell, in the head as in the rows, so that both stay in sight together. */
export function cellClass({
  isName,
  isWide,
  isActions,
}: Pick<Column<never>, 'isName' | 'isWide' | 'isActions'>): string | undefined {
  if (isName) return classes.name;
  if (isActions) return classes.actions;
  return isWide ? classes.wide : undefined;
}
