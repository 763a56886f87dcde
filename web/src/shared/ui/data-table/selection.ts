/** The rows of a table that are selected, by their ids. */
export type Selection = { ids: ReadonlySet<number>; onChange: (ids: ReadonlySet<number>) => void };
