import type { Location } from 'react-router-dom';
import { textAt } from '@/shared/text/text-at.ts';
import { paths } from '@/shared/paths.ts';

/** The router state that tells the auth page where the guest came from: docs/decisions.md#guests-come-back-to-where-they-were */
export function originOf(location: Pick<Location, 'pathname' | 'search' | 'hash'>): { from: string } {
  return { from: location.pathname + location.search + location.hash };
}

/** Where to go after signing in: the kept origin if it is a path of this site, else the home page. */
export function destinationAfterSignIn(state: unknown): string {
  const from = textAt(state, 'from');
  if (from === undefined) return paths.home;
  // "//host" and "/\host" leave the site, other schemes do too.
  const isOwnPath = /^\/(?![/\\])/.test(from) && !from.startsWith('/auth');
  return isOwnPath ? from : paths.home;
}
