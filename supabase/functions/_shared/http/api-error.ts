import type { AuthError, PostgrestError } from '@supabase/supabase-js';
import { z } from 'zod';
import { INVALID_INPUT, type FieldError } from '../domain/input.ts';
import { type ErrorCode, errorCodeSchema } from './error-code.ts';

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

/** The default code of a refusal. */
const CODE_OF_STATUS: Readonly<Record<ErrorStatus, ErrorCode>> = {
  400: 'invalid_input',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'idempotency_key_reused',
  429: 'rate_limit',
  500: 'server_error',
  503: 'unavailable',
};

type ErrorDetails = {
  /** The kind of refusal, if the status does not identify it. */
  code?: ErrorCode;
  errors?: FieldError[];
  daysToWait?: number;
  /** Seconds; sent as the Retry-After header. */
  retryAfter?: number;
  /** The exhausted limit: its name, and the maximum per number of seconds. Answered as the RateLimit headers. */
  limit?: { name: string; max: number; seconds: number };
  /** Sealed note of the content filter, which counts the refusal; not sent to the client. */
  refusal?: string;
  /** Further parts of the body, such as `requiresVerification`. */
  body?: Record<string, unknown>;
  cause?: unknown;
};

/** The body of every error; a login adds the user who has to verify their address. */
export const errorAnswerSchema = z.object({
  message: z.string(),
  code: errorCodeSchema.optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  daysToWait: z.number().int().min(1).optional(),
  storedId: z.number().optional(),
  requiresVerification: z.literal(true).optional(),
  user: z.object({ id: z.number(), email: z.string() }).optional(),
});

/** An error answer: `message` is for people, the code for programs. */
export class ApiError extends Error {
  constructor(
    readonly status: ErrorStatus,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
  }

  /** The error as an HTTP response. */
  toResponse(): Response {
    const { code = CODE_OF_STATUS[this.status], errors, daysToWait, retryAfter, limit, body } = this.details;
    const headers = new Headers();
    if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
    if (limit) headers.set('RateLimit-Policy', `"${limit.name}";q=${limit.max};w=${limit.seconds}`);
    if (limit) headers.set('RateLimit', `"${limit.name}";r=0;t=${retryAfter ?? limit.seconds}`);
    return Response.json(
      { message: this.message, code, errors, daysToWait, ...body },
      { status: this.status, headers },
    );
  }
}

export const unauthorized = (cause?: unknown) => new ApiError(401, 'Authentication required', { cause });
export const forbidden = (message = 'You are not allowed to do this') => new ApiError(403, message);
export const notFound = (what: string) => new ApiError(404, `${what} not found`);
export const changedMeanwhile = () =>
  new ApiError(409, 'Somebody else has just changed this. Please look again.', { code: 'changed_meanwhile' });
export const unavailable = (cause?: unknown) =>
  new ApiError(503, 'The service is busy. Please try again.', { retryAfter: 5, cause });

/** A refusal of single fields: the first text is the message. */
export function invalidInput(errors: FieldError[]): ApiError {
  return new ApiError(400, errors[0]?.message ?? INVALID_INPUT, { errors });
}

const ruleDetail = z.object({
  daysToWait: z.number().optional(),
  storedId: z.number().optional(),
  retryAfter: z.number().optional(),
  path: z.string().optional(),
  paths: z.array(z.string()).optional(),
  refusal: z.string().optional(),
  code: errorCodeSchema.optional(),
  limit: z.object({ name: z.string(), max: z.number(), seconds: z.number() }).optional(),
});

function parseRuleDetail(detail: string | null): z.infer<typeof ruleDetail> {
  try {
    return ruleDetail.parse(JSON.parse(detail ?? '{}'));
  } catch {
    return {};
  }
}

const ruleStatus = z.union([
  z.literal(400),
  z.literal(401),
  z.literal(403),
  z.literal(404),
  z.literal(409),
  z.literal(429),
]);

const SECONDS_PER_DAY = 86_400;

/** A rule of the database with a message for users: the status is in sqlstate PTxyz, the detail is JSON. */
function fromRule(error: PostgrestError): ApiError | null {
  const status = ruleStatus.safeParse(Number(/^PT(\d{3})$/.exec(error.code)?.[1]));
  if (!status.success) return null;
  const {
    daysToWait,
    storedId,
    retryAfter,
    path,
    paths = path === undefined ? undefined : [path],
    refusal,
    limit,
    code,
  } = parseRuleDetail(error.details);
  return new ApiError(status.data, error.message, {
    code,
    daysToWait,
    retryAfter: retryAfter ?? (daysToWait === undefined ? undefined : daysToWait * SECONDS_PER_DAY),
    errors: paths?.map((each) => ({ path: each, message: error.message })),
    refusal,
    limit,
    ...(storedId !== undefined && { body: { storedId } }),
  });
}

// Constraint names and values are not answered: they would reveal rows that the caller cannot read.
const INVALID_VALUE = /^(22|23502$|23503$|23514$)/;
/** Errors that a retry can fix: a statement timeout, a deadlock, a database that is full. */
const BUSY = /^(57014|40001|40P01|53\d{3}|PGRST00[0-3])$/;

/** Converts a PostgREST error, for all routes. `status` is 0 if there was no answer. */
export function fromDatabase(error: PostgrestError, status: number): ApiError {
  const rule = fromRule(error);
  if (rule) return rule;
  if (error.code === '42501') return status === 401 ? unauthorized(error) : forbidden();
  if (status === 401 || /^PGRST30[1-3]$/.test(error.code)) return unauthorized(error);
  if (error.code === 'PGRST116') return notFound('Item');
  if (error.code === '23505') return new ApiError(409, 'This already exists');
  if (INVALID_VALUE.test(error.code)) return new ApiError(400, INVALID_INPUT);
  if (status === 0 || status === 503 || BUSY.test(error.code)) return unavailable(error);
  return new ApiError(500, 'Something went wrong. Please try again.', { cause: error });
}

/** Converts an Auth error for which a route has no message of its own. */
export function fromAuth(error: AuthError): ApiError {
  if (error.status === 429) {
    return new ApiError(429, 'Too many requests. Please try again in 1 minute.', {
      retryAfter: 60,
    });
  }
  if (error.code === 'same_password') return invalidInput([{ path: 'newPassword', message: error.message }]);
  if (error.code === 'weak_password') return invalidInput([{ path: 'password', message: error.message }]);
  if (error.status === 401 || error.status === 403) return unauthorized(error);
  return unavailable(error);
}

/** Converts anything thrown to an answer. Unexpected errors are logged, and their details are not answered. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(500, 'Something went wrong. Please try again.', { cause: error });
}
