import { useSearchParams } from 'react-router-dom';
import { readTableState, writeTableState, type TableChange, type TableSpec } from './table-state.ts';

/** The state of a table as the address holds it, and how to change it. */
export function useTableState<Sort extends string, Filter extends string>(spec: TableSpec<Sort, Filter>) {
  const [params, setParams] = useSearchParams();
  const change = (part: TableChange<Sort, Filter>) =>
    // From the address itself: the search comes late, and the router knows only what it has drawn, not a filter chosen meanwhile.
    setParams(writeTableState(spec, new URLSearchParams(window.location.search), part), {
      replace: true,
      preventScrollReset: true,
    });
  return [readTableState(spec, params), change] as const;
}
