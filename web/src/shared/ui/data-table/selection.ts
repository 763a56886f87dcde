/** The selected rows of a table, by id. */
export type Selection = { ids: ReadonlySet<number>; onChange: (ids: ReadonlySet<number>) => void };
