import { useCallback } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router-dom';
import { readAddress, writeAddress, type AddressSchema } from './address.ts';

type How = Pick<NavigateOptions, 'replace' | 'preventScrollReset'> & {
  /** Drops all other parameters. */
  isAlone?: boolean;
};

/**
 * The state in the query string, and a function to change it. A change adds a history entry unless it replaces the
 * current one.
 */
export function useAddress<State extends object>(
  schema: AddressSchema<State>,
): readonly [State, (change: Partial<State>, how?: How) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (part: Partial<State>, { isAlone = false, ...how }: How = {}) => {
      // Reads `window.location`: the router's location lags behind until its transition has rendered.
      const before = new URLSearchParams(isAlone ? '' : window.location.search);
      setParams(writeAddress(schema, before, part), how);
    },
    [schema, setParams],
  );
  return [readAddress(schema, params), change];
}
