import { env, serviceUrl } from '@/shared/backend/env.ts';
import type { SignedIn } from '@/shared/backend/kept-session.ts';

/**
 * Sends a request for rows, with the parameters in the order of the client's address; with a header for what it prefers,
 * only the headers of the answer are read.
 */
export type Ask = (path: string, query: object, prefers?: { Prefer: string }) => Promise<Response>;

/** The condition that a column has a value. */
export const equals = (value: string | number) => ['eq', value].join('.');

/** Sends requests before the page's code is there, which takes their answers (web/src/shared/backend/asked-early.ts). */
export function asker(session: SignedIn | undefined): Ask {
  const apikey = env.supabaseKey;
  const authorization = `Bearer ${session?.access_token ?? apikey}`;
  const early = (window.askedEarly ??= []);
  return (path, query, prefers) => {
    const url = new URL(serviceUrl(`rest/v1/${path}`));
    for (const [name, value] of Object.entries(query))
      if (value !== undefined)
        url.searchParams.append(name, Array.isArray(value) ? `{${value.join()}}` : String(value));
    const headers = { apikey, Authorization: authorization, 'Accept-Profile': 'public', ...prefers };
    const method = prefers ? 'HEAD' : 'GET';
    const answer = fetch(url, { method, headers, cache: 'no-cache' });
    answer.catch(() => {});
    early.push({ method, url: url.href, authorization, answer });
    return answer;
  };
}
