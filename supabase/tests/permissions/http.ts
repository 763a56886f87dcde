import type { Person } from '../support/world.ts';
import { world } from './open-world.ts';

/** Sender of a request: a guest, a signed-in person or an edge function. */
export type Sender = Person | 'guest' | 'edge function';

export interface RestAnswer {
  status: number;
  /** Parsed JSON of the body, the text itself when it is none, undefined when it is empty. */
  body: unknown;
  headers: Headers;
}

/** Sends one request to PostgREST exactly as written, past the client library. */
export async function rest(
  sender: Sender,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<RestAnswer> {
  const key = sender === 'edge function' ? world.secretKey : world.publishableKey;
  const response = await fetch(`${world.supabaseUrl}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: key,
      Authorization: `Bearer ${typeof sender === 'object' ? sender.accessToken : key}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: parsed(text), headers: response.headers };
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether the answer says that the role may not do this at all: no right, or a column that only the database writes. */
export function isDenied({ status, body }: RestAnswer): boolean {
  const text = JSON.stringify(body) ?? '';
  return (
    ((status === 401 || status === 403) && text.includes('permission denied')) ||
    (status === 400 && text.includes('428C9'))
  );
}
