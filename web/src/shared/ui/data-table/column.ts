import type { ReactNode } from 'react';

/** A column of a data table. */
export type Column<Row, Sort extends string = string> = {
  /** Head of the column, and name of the value on a card. */
  label: string;
  render: (row: Row) => ReactNode;
  /** Sort key of a click on the head; undefined for columns that cannot be sorted. */
  sort?: Sort;
  /** Name of the row: sticky when the table is scrolled sideways, and heading of the card. */
  isName?: boolean;
  /** Takes the full width of a card and has no label there. */
  isWide?: boolean;
  /** Buttons of the row: full width on a card, sticky when the table is wider than the screen. */
  isActions?: boolean;
  /** Numbers are aligned to the end of their column. */
  isNumber?: boolean;
  /** The label of the head is for screen readers only. */
  isLabelHidden?: boolean;
  /** Class of the head and the cells. */
  className?: string;
};
