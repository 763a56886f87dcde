import type { z } from 'zod';
import { AppError, NO_CONNECTION, toAppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { askAsUser } from './auth-session.ts';
import type { SignedIn } from './kept-session.ts';

type ApiRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON, except FormData. */
  body?: unknown;
  /** Message of a failure whose answer has none; default: the status text. */
  fallback?: string;
  signal?: AbortSignal;
  /** Omits the session: a 401 is then about the password in the body. */
  withoutSession?: boolean;
};

type ApiCall<Schema extends z.ZodType> = ApiRequest & {
  /** Schema of a successful answer; a mismatch is a server failure. */
  schema: Schema;
};

async function answerOf(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new AppError(NO_CONNECTION, { kind: 'offline', status: 0, cause: error });
  }
}

/**
 * Calls a path of the product's own `/api` with cookies and the session token. Returns the answer as text. Throws an
 * AppError with the parsed body in `details`.
 */
export async function requestApi(
  path: `/api/${string}`,
  { method = 'GET', body, fallback, signal, withoutSession = false }: ApiRequest,
): Promise<{ status: number; text: string }> {
  const isForm = body instanceof FormData;
  const ask = (session: SignedIn | null) =>
    answerOf(path, {
      method,
      credentials: 'include',
      signal,
      headers: {
        Accept: 'application/json',
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...(session && { Authorization: `Bearer ${session.access_token}` }),
      },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    });
  const response = await (withoutSession ? ask(null) : askAsUser(ask));
  const text = await response.text();
  if (!response.ok) throw failureOf(response, text, fallback);
  return { status: response.status, text };
}

/** Like `requestApi`, but returns the answer parsed with the schema. */
export async function callApi<Schema extends z.ZodType>(
  path: `/api/${string}`,
  { schema, ...request }: ApiCall<Schema>,
): Promise<z.infer<Schema>> {
  const { status, text } = await requestApi(path, request);
  const parsed = schema.safeParse(text === '' ? undefined : parseBody(text));
  if (parsed.success) return parsed.data;
  throw new AppError(msg('The server gave an unexpected answer'), { kind: 'server', status, details: text });
}

/** The caller's fallback applies unless the server sent a message for people. */
function failureOf({ status, statusText }: Response, text: string, fallback: string | undefined): AppError {
  return fallback === undefined
    ? toAppError(text, status, statusText)
    : toAppError(parseBody(text), status, '', fallback);
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
