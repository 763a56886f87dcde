import type { Column } from './column.ts';
import classes from './data-table.module.css';

type CellKind = Pick<Column<never>, 'isName' | 'isWide' | 'isActions' | 'className'>;

function classOfKind({ isName, isWide, isActions }: CellKind): string | undefined {
  if (isName) return classes.name;
  if (isActions) return classes.actions;
  return isWide ? classes.wide : undefined;
}

/** Class of a cell, shared by head and rows, so that both stick together. */
export function cellClass(kind: CellKind): string | undefined {
  return [classOfKind(kind), kind.className].filter(Boolean).join(' ') || undefined;
}
