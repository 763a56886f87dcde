import { useSearchParams } from 'react-router-dom';
import { readTableState, writeTableState, type TableChange, type TableSpec } from './table-state.ts';

/** The state of a table in the URL, and a function to change it. */
export function useTableState<Sort extends string, Filter extends string>(spec: TableSpec<Sort, Filter>) {
  const [params, setParams] = useSearchParams();
  const change = (part: TableChange<Sort, Filter>) =>
    // Reads `window.location`: the debounced search comes late, and the router does not know a filter chosen in the
    // meantime before it has rendered.
    setParams(writeTableState(spec, new URLSearchParams(window.location.search), part), {
      replace: true,
      preventScrollReset: true,
    });
  return [readTableState(spec, params), change] as const;
}
