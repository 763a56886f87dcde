import type { ReactNode } from 'react';

/** A column of a data table. */
export type Column<Row, Sort extends string = string> = {
  /** Head of the column, and the name of the value on a card. */
  label: string;
  render: (row: Row) => ReactNode;
  /** What a click on the head sorts by; without it the column cannot be sorted. */
  sort?: Sort;
  /** What a row is called: stays in sight when the table is scrolled sideways, and heads the card. */
  isName?: boolean;
  /** Takes the whole width of a card and has no name there. */
  isWide?: boolean;
  /** Buttons of the row: as wide on a card, and in sight when the table is wider than the screen. */
  isActions?: boolean;
  /** Numbers stand at the end of their column. */
  isNumber?: boolean;
  /** The head says its label to screen readers only. */
  isLabelHidden?: boolean;
  /** A class of the head and of the cells. */
  className?: string;
};
