import { useState } from 'react';
import type { Selection } from './selection.ts';
import type { TableState } from './table-state.ts';

/** The selected rows of a table, on whichever page they are. With other filters it is another list, with none selected. */
export function useSelection({ q, filters }: TableState): Selection {
  const list = JSON.stringify([q, filters]);
  const [chosen, setChosen] = useState<{ list: string; ids: ReadonlySet<number> }>({ list, ids: new Set() });
  return {
    ids: chosen.list === list ? chosen.ids : new Set(),
    onChange: (ids) => setChosen({ list, ids }),
  };
}
