import { z } from 'zod';

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

/** Every failure the page shows: `message` is the sentence for people, `kind` is what components switch on. */
export class AppError extends Error {
  readonly kind: AppErrorKind;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code?: string;
  /** Machine-readable facts: the body of `/api`, parsed if it is JSON, or the JSON detail of a database rule. */
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

const failureBody = z.object({
  message: z.string().optional().catch(undefined),
  msg: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  error_code: z.string().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
  statusCode: z.union([z.string(), z.number()]).optional().catch(undefined),
  details: z.unknown().optional(),
  name: z.string().optional().catch(undefined),
});
type FailureBody = z.infer<typeof failureBody>;

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
const networkFailure = /failed to fetch|fetch failed|networkerror|load failed|network request failed/i;

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

function statusOf(body: FailureBody, code: string | undefined, given: number | undefined): number {
  const raised = /^PT(\d{3})$/.exec(code ?? '')?.[1];
  if (raised) return Number(raised);
  if (given) return given;
  if (body.status) return body.status;
  const storageStatus = Number(body.statusCode);
  if (storageStatus) return storageStatus;
  const kind = kindByCode[code ?? ''];
  return (kind && statusByKind[kind]) ?? 0;
}

function detailsOf(details: unknown): unknown {
  return typeof details === 'string' ? (parseJson(details) ?? details) : details;
}

type Answer = { status: number | undefined; statusText: string; fallback: string; cause?: unknown };

/** What supabase-js makes of an answer of Auth that says nothing: its JSON as a text, or why it could not be parsed. */
function isNoSentence({ name, message = '' }: FailureBody): boolean {
  const parsed = parseJson(message);
  return name === 'AuthUnknownError' || (typeof parsed === 'object' && parsed !== null);
}

function fromObject(value: object, { status, statusText, fallback, cause }: Answer): AppError {
  const body = failureBody.parse(value);
  const code = body.error_code ?? (body.code === undefined ? undefined : String(body.code));
  const saysNothing = (body.name ?? '').startsWith('Auth') && isNoSentence(body);
  const message = (saysNothing ? '' : body.message) || body.msg || body.error_description || statusText || fallback;
  const isNetworkFailure =
    body.name === 'AuthRetryableFetchError' ? !body.status : !status && networkFailure.test(message);
  const answered = isNetworkFailure ? 0 : statusOf(body, code, status) || 500;
  const kind = kindByCode[code ?? ''] ?? kindOfStatus(answered);
  const details = body.details === undefined || body.details === null ? value : detailsOf(body.details);
  return new AppError(message, { kind, status: answered, code, details, cause });
}

function fromText(text: string, answer: Answer): AppError {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null) return fromObject({ message: text.trim(), details: text }, answer);
  const { message, msg, error_description } = failureBody.parse(parsed);
  // A JSON body without a sentence is shown as it came, like any other text.
  return fromObject(message || msg || error_description ? parsed : { ...parsed, message: text, details: parsed }, answer);
}

/**
 * Translates any failure into an AppError (§8): the JSON `message` if there is one, else the raw body text, else the
 * status text, else `fallback`. Takes what PostgREST, Auth, Storage, `/api` or fetch itself give: an error object, a
 * body text or an Error.
 */
export function toAppError(error: unknown, status?: number, statusText = '', fallback = 'Something went wrong'): AppError {
  if (error instanceof AppError) return error;
  const answer = { status, statusText, fallback };
  if (typeof error === 'string') return fromText(error, answer);
  if (typeof error !== 'object' || error === null) return fromObject({}, { ...answer, cause: error });
  const plain = error instanceof Error ? { ...error, name: error.name, message: error.message } : error;
  return fromObject(plain, { ...answer, cause: error });
}
