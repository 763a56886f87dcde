/** What a link of an auth mail or a provider brought along in the address. */
export type AuthRedirect = {
  /** `signup`, `recovery`, `email_change`, …; empty when the address carries no session. */
  type: string;
  hasSession: boolean;
  /** The sentence of a refused link; empty when none was refused. */
  error: string;
};

/** Reads the fragment and the query string that the auth server appends when it sends somebody back to the page. */
export function readAuthRedirect(href: string): AuthRedirect {
  const url = new URL(href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const pick = (name: string) => fragment.get(name) ?? url.searchParams.get(name) ?? '';
  return {
    type: fragment.get('type') ?? '',
    hasSession: fragment.has('access_token'),
    error: pick('error_description') || pick('error'),
  };
}

/** What this page load was given. Read here once, because the Supabase client takes the fragment out of the address. */
export const authRedirect: AuthRedirect = readAuthRedirect(globalThis.location?.href ?? 'http://localhost/');
