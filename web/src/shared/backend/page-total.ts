type Page = { page: number; pageSize: number };

/**
 * The total of a list whose rows all carry it. A page behind the end has no row that could, though there are rows before
 * it: then the total is that of the full pages before, so that the list is not called empty.
 */
export function pageTotal(rows: readonly { total: number }[], { page, pageSize }: Page): number {
  return rows[0]?.total ?? Math.max(0, page - 1) * pageSize;
}
