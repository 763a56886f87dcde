import { destinationAfterSignIn } from '@/shared/session/sign-in-origin.ts';

const KEY = 'authOrigin';

/** Stores the page that the user left for the provider. */
export function storeProviderOrigin(from: string | null): void {
  if (from) sessionStorage.setItem(KEY, from);
  else sessionStorage.removeItem(KEY);
}

/** Reads and forgets the page to return to after the provider: a path on this site. */
export function takeProviderOrigin(): string {
  const from = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return destinationAfterSignIn({ from });
}
