import { msg } from '@/shared/i18n/msg.ts';
import { textAt, valueAt } from '@/shared/text/text-at.ts';

export type AppErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'rule'
  | 'rate-limit'
  | 'offline'
  | 'server';

type AppErrorFacts = { kind: AppErrorKind; status: number; code?: string; details?: unknown; cause?: unknown };

/** Any failure that the page shows: `message` is for people, `kind` for code. */
export class AppError extends Error {
  readonly kind: AppErrorKind;
  /** HTTP status; 0 if no answer came. */
  readonly status: number;
  readonly code?: string;
  /** Machine-readable facts: the body of an `/api` answer (parsed if JSON), or the JSON detail of a database rule. */
  readonly details?: unknown;

  constructor(message: string, facts: AppErrorFacts) {
    super(message, { cause: facts.cause });
    this.name = 'AppError';
    this.kind = facts.kind;
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details;
  }
}

/** Whether the server processed the request and refused it, so that a retry would be refused again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status >= 400 && error.status < 500;
}

/** Reads the facts of a failure from any source. Without zod, which the first page would load for this alone. */
function readFailure(value: object) {
  const status = valueAt(value, 'status');
  return {
    name: textAt(value, 'name') ?? '',
    message: textAt(value, 'message') ?? '',
    /** Auth's message, in its old and new format. */
    authMessage: textAt(value, 'msg') || textAt(value, 'error_description') || '',
    code: textAt(value, 'error_code') ?? codeAt(value, 'code'),
    /** Storage sends it as a string. */
    status: (typeof status === 'number' && status) || Number(codeAt(value, 'statusCode')) || 0,
    details: valueAt(value, 'details'),
  };
}
type Failure = ReturnType<typeof readFailure>;

function codeAt(value: object, key: string): string | undefined {
  const code = valueAt(value, key);
  return typeof code === 'number' ? String(code) : textAt(value, key);
}

const kindByCode: Record<string, AppErrorKind> = {
  '42501': 'forbidden',
  '23505': 'conflict',
  P0001: 'rule',
  PGRST116: 'not-found',
  PGRST301: 'unauthorized',
};
const statusByKind: Partial<Record<AppErrorKind, number>> = {
  forbidden: 403,
  conflict: 409,
  rule: 400,
  'not-found': 404,
  unauthorized: 401,
};
/**
 * Browsers' messages for a failed or aborted request; the last line covers scripts (Firefox, Safari) and style sheets
 * (Vite).
 */
const networkFailure = new RegExp(
  [
    'failed to fetch|fetch failed|networkerror|network error|load failed|network request failed|network connection was lost',
    'internet connection appears to be offline|error in input stream',
    'error loading dynamically imported module|importing a module script failed|unable to preload css',
  ].join('|'),
  'i',
);

/** Shown when no answer came. Forms keep their input after any failure. */
export const NO_CONNECTION = msg('No connection. What you typed is kept.');

/** Whether a browser error means that a fetch failed. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof Error && networkFailure.test(error.message);
}

function kindOfStatus(status: number): AppErrorKind {
  if (status === 0) return 'offline';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate-limit';
  if (status >= 400 && status < 500) return 'rule';
  return 'server';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function statusOf({ status, code }: Failure, given: number | undefined): number {
  const raised = /^PT(\d{3})$/.exec(code ?? '')?.[1];
  if (raised) return Number(raised);
  if (given) return given;
  if (status) return status;
  const kind = kindByCode[code ?? ''];
  return (kind && statusByKind[kind]) ?? 0;
}

function detailsOf(details: unknown): unknown {
  return typeof details === 'string' ? (parseJson(details) ?? details) : details;
}

type Answer = { status: number | undefined; statusText: string; fallback: string; cause?: unknown };

/**
 * Whether the message is an artefact of supabase-js for an Auth answer without one: its JSON as text, or a parse error.
 */
function isNoSentence({ name, message }: Failure): boolean {
  const parsed = parseJson(message);
  return name === 'AuthUnknownError' || (typeof parsed === 'object' && parsed !== null);
}

function fromObject(value: object, { status, statusText, fallback, cause }: Answer): AppError {
  const failure = readFailure(value);
  const { name, code } = failure;
  const saysNothing = name.startsWith('Auth') && isNoSentence(failure);
  const sentence = (saysNothing ? '' : failure.message) || failure.authMessage || statusText || fallback;
  const isUnanswered =
    name === 'AuthRetryableFetchError' ? !failure.status : !status && !failure.status && networkFailure.test(sentence);
  const message = isUnanswered ? NO_CONNECTION : sentence;
  const answered = isUnanswered ? 0 : statusOf(failure, status) || 500;
  const kind = kindByCode[code ?? ''] ?? kindOfStatus(answered);
  const details = failure.details === undefined || failure.details === null ? value : detailsOf(failure.details);
  return new AppError(message, { kind, status: answered, code, details, cause });
}

function fromText(text: string, answer: Answer): AppError {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null) return fromObject({ message: text.trim(), details: text }, answer);
  const { message, authMessage } = readFailure(parsed);
  // A JSON body without a message is shown verbatim, like any other text.
  return fromObject(message || authMessage ? parsed : { ...parsed, message: text, details: parsed }, answer);
}

/**
 * Converts any failure to an AppError. Its message is the JSON `message`, else the raw body, else the status text, else
 * `fallback`; without an answer it reports the lost connection. Accepts failures of PostgREST, Auth, Storage, `/api`
 * and fetch: error object, body text or Error.
 */
export function toAppError(
  error: unknown,
  status?: number,
  statusText = '',
  fallback: string = msg('Something went wrong'),
): AppError {
  if (error instanceof AppError) return error;
  const answer = { status, statusText, fallback };
  if (typeof error === 'string') return fromText(error, answer);
  if (typeof error !== 'object' || error === null) return fromObject({}, { ...answer, cause: error });
  const plain = error instanceof Error ? { ...error, name: error.name, message: error.message } : error;
  return fromObject(plain, { ...answer, cause: error });
}
