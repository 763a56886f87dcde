import { useCallback } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router-dom';
import { readAddress, writeAddress, type AddressSchema } from './address.ts';

type How = Pick<NavigateOptions, 'replace' | 'preventScrollReset'> & {
  /** Nothing else stays in the address. */
  isAlone?: boolean;
};

/** The state that a page keeps in its address, and a function to change it; a change is an entry in the history unless it replaces one. */
export function useAddress<State extends object>(
  schema: AddressSchema<State>,
): readonly [State, (change: Partial<State>, how?: How) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (part: Partial<State>, { isAlone = false, ...how }: How = {}) => {
      // From the address itself: the router knows the address that it has drawn, not a choice of a moment ago.
      const before = new URLSearchParams(isAlone ? '' : window.location.search);
      setParams(writeAddress(schema, before, part), how);
    },
    [schema, setParams],
  );
  return [readAddress(schema, params), change];
}
