import { destinationAfterSignIn } from '@/shared/session/sign-in-origin.ts';

const KEY = 'authOrigin';

/** Keeps where the person came from while they are away at the provider. */
export function storeProviderOrigin(from: string | null): void {
  if (from) sessionStorage.setItem(KEY, from);
  else sessionStorage.removeItem(KEY);
}

/** Where to go after the provider sent the person back, a path of this site; forgets it. */
export function takeProviderOrigin(): string {
  const from = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return destinationAfterSignIn({ from });
}
