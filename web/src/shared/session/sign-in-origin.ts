import type { Location } from 'react-router-dom';
import { textAt } from '@/shared/text/text-at.ts';
import { paths } from '@/shared/paths.ts';

/**
 * Router state that tells the auth page where the guest came from:
 * docs/decisions.md#guests-come-back-to-where-they-were
 */
export function originOf(location: Pick<Location, 'pathname' | 'search' | 'hash'>): { from: string } {
  return { from: location.pathname + location.search + location.hash };
}

/** Target after the sign-in: the stored origin if it is a path on this site, else the home page. */
export function destinationAfterSignIn(state: unknown): string {
  const from = textAt(state, 'from');
  if (from === undefined) return paths.home;
  // "//host" and "/\host" leave the site, and so do other schemes.
  const isOwnPath = /^\/(?![/\\])/.test(from) && !from.startsWith('/auth');
  return isOwnPath ? from : paths.home;
}
