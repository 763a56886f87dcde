import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { FairQueue } from '../fair-queue.ts';
import { askingClient } from '../database/asking-client.ts';
import { NO_TURN, TURN_MS } from '../database/turns.ts';
import { UNDEFINED_FILE } from '../database/database-error.ts';
import { answerMalformed, answerUnknown } from './answer-malformed.ts';
import type { CutOffs } from '../database/cut-offs.ts';
import { postgrestStatus, withDatabaseError, type DatabaseError } from '../database/request-errors.ts';
import { limitAddress, refusalOfQuery } from './addresses.ts';
import { answerOutages } from './answer-outages.ts';
import { authError } from './auth-error.ts';
import type { Front } from './front.ts';
import { limitJson, type JsonLimits } from './json-limits.ts';
import { keepSession } from './keep-session.ts';
import { fewLargeBodies, fewLargeBodiesOfOne } from './large-bodies.ts';
import { limitRequests } from './limit-requests.ts';
import { noteClient, type ClientParts } from './note-client.ts';
import { tooManyRequests } from './too-many-requests.ts';
import { createStorageFront, FORM_OVERHEAD, refuseStorage, tooLargeForStorage } from './storage-front.ts';
import { bearerToken, sessionOf, tokenState } from '../platform/token-state.ts';

interface GatewayParts extends ClientParts {
  /** Forwards a request to `@supabase/lite`. */
  forward: (request: Request) => Promise<Response>;
  /** Clients that are refused for a while. */
  cutOffs: CutOffs;
  /** Whether a session has not ended; a token outlives its session. */
  hasSession: (sessionId: string) => Promise<boolean>;
  /** Whether clients of REST are limited (limit-requests.ts). */
  limitsRequests: boolean;
  /** Keeps answers for guests (shared-answers.ts). */
  shareAnswers: MiddlewareHandler;
  auth: Front;
  functions: Front;
  /** Maximum bytes of an upload; a bucket can have a lower limit. */
  uploadLimit: number;
  /** Returns the bytes to store for an uploaded file. */
  fileToStore: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  /** Removes a file that no object names. */
  dropUnnamed: (bucket: string, key: string) => Promise<void>;
  /** Runs a request that removes objects, so that a file goes after its row. */
  removing: <R>(work: () => Promise<R>) => Promise<R>;
}

const EXPOSED_HEADERS = ['Content-Range', 'Content-Location', 'Preference-Applied', 'X-Supabase-Api-Version'];
/** An exception without a database error came from parsing the query. */
const UNREADABLE: DatabaseError = { code: 'PGRST100', message: 'The request could not be read' };

/** Characters of a path. For a table or function that is not there, similar names are looked for. */
const REST_PATH_MAX = 200;
const PATH_MAX = 2_000;
/** Maximum nesting of JSON in a body: the database parses each level recursively. */
const DEEPEST_VALUE = 100;
/** Bytes of a body. */
const BODY_MAX = { rest: 1024 * 1024, auth: 64 * 1024 };
/** The most that a client sends are the rules of an imported file. */
const REST_JSON: JsonLimits = { values: 20_000, depth: DEEPEST_VALUE, name: 200 };
const AUTH_JSON: JsonLimits = { values: 500, depth: DEEPEST_VALUE, name: 200 };

/**
 * Other bodies would pass the limits of JSON uncounted. Half a megabyte of commas and half a megabyte of line breaks are, as
 * CSV, as many columns as rows: hours of the only thread.
 */
const JSON_TYPE = /^application\/json\s*(;[^,]*)?$/i;
const NO_JSON: DatabaseError = { code: 'PGRST102', message: 'A body is accepted as JSON only' };

/**
 * Parallel REST requests, in total and per client. Parsing a query and serialising its answer block the only thread of
 * this server, so many at once delay others even if the database does not.
 */
const REST_REQUESTS = { all: 16, perClient: 2 };
/**
 * An answer of a megabyte, which no page asks for, blocks the thread for 20 ms. Its client keeps the place longer, so that
 * most of the time is left to others.
 */
const LONG_ANSWER = { bytes: 128 * 1024, bytesPerMs: 4 * 1024 };

const restError = ({ code, message, detail, hint }: DatabaseError, headers?: HeadersInit) =>
  Response.json(
    { code, message, details: detail ?? null, hint: hint ?? null },
    { status: postgrestStatus(code), ...(headers && { headers }) },
  );

const refuseRest = (message: string) => restError({ code: 'PGRST100', message });
const refuseAuth = (message: string) => authError(400, 'validation_failed', message);

const tooLarge = (facts: Record<string, unknown>) =>
  Response.json({ ...facts, message: 'The request is too large' }, { status: 413 });

/** The answer to a failure of this server, with the property names that the clients of REST, Auth and Storage read. */
const FAILED = {
  code: 'XX000',
  error: 'InternalError',
  error_code: 'unexpected_failure',
  message: 'Internal Server Error',
  msg: 'Internal Server Error',
  statusCode: '500',
};

/** The server on the Supabase port, with the paths of a hosted project. */
export function createGateway(parts: GatewayParts): Front {
  const { jwtSecret, secretKey, uploadLimit, fileToStore, dropUnnamed, removing, forward } = parts;
  const gateway: Front = new Hono();

  gateway.use(async (c, next) => {
    await next();
    await readRest(c.req.raw);
  });
  // Outside of everything that refuses, whatever its reason is.
  gateway.use('/auth/v1/token', keepSession);
  gateway.use(answerOutages());
  gateway.get('/', (c) => c.json({ name: 'Embedded Supabase' }));
  const largeBodies = fewLargeBodies();
  for (const [path, longestPath, refuse] of [
    ['/rest/v1/*', REST_PATH_MAX, refuseRest],
    ['/auth/v1/*', PATH_MAX, refuseAuth],
    ['/storage/v1/*', PATH_MAX, refuseStorage],
  ] as const) {
    gateway.use(path, cors({ origin: '*', exposeHeaders: EXPOSED_HEADERS, maxAge: 86_400 }));
    gateway.use(path, limitAddress(longestPath, refuse), noteClient(parts, parts.cutOffs), largeBodies);
  }
  if (parts.limitsRequests) {
    gateway.use('/rest/v1/*', limitRequests());
    // Not those of the images that a page shows.
    gateway.on(['POST', 'PUT', 'DELETE'], '/storage/v1/*', limitRequests());
  }
  gateway.use(
    '/rest/v1/*',
    async (c, next) =>
      c.req.raw.body === null || JSON_TYPE.test(c.req.header('content-type') ?? 'application/json')
        ? next()
        : restError(NO_JSON),
    bodyLimit({
      maxSize: BODY_MAX.rest,
      onError: () => tooLarge({ code: 'PGRST102', details: null, hint: null }),
    }),
    limitJson(REST_JSON, refuseRest),
    // Behind what reads the body: while a write runs, nothing is kept.
    parts.shareAnswers,
  );
  gateway.use(
    '/auth/v1/*',
    bodyLimit({ maxSize: BODY_MAX.auth, onError: () => tooLarge({ error_code: 'request_too_large' }) }),
    limitJson(AUTH_JSON, refuseAuth),
  );

  gateway.use('/storage/v1/*', bodyLimit({ maxSize: uploadLimit + FORM_OVERHEAD, onError: tooLargeForStorage }));

  gateway.use(
    '/auth/v1/*',
    answerMalformed((msg) => ({ code: 400, error_code: 'validation_failed', msg })),
    answerUnknown,
  );
  gateway.use(
    '/storage/v1/*',
    answerMalformed((message, code) =>
      code === UNDEFINED_FILE
        ? { statusCode: '404', error: 'not_found', message }
        : { statusCode: '400', error: 'InvalidRequest', message },
    ),
  );
  gateway.route('/auth/v1', parts.auth);

  const requests = new FairQueue(REST_REQUESTS);
  gateway.all('/rest/v1/*', async (c) => {
    const refused = await refuseToken(c, parts);
    if (refused) return refused;
    const request = c.req.raw;
    const client = askingClient();
    const leave = await requests.enter(client, TURN_MS).catch(() => undefined);
    if (!leave) return restError(NO_TURN, { 'Retry-After': '1' });
    let bytes = 0;
    try {
      // The client can have been cut off while it waited.
      const seconds = parts.cutOffs.secondsLeft(client);
      if (seconds > 0) return tooManyRequests(seconds);
      const refusal = refusalOfQuery(request.url);
      if (refusal !== undefined) return refuseRest(refusal);
      const { response, error } = await withDatabaseError(() => forward(request));
      if (response.status === 500 && !error?.code.startsWith('PT')) return restError(error ?? UNREADABLE);
      if (response.body === null) return response;
      const body = await response.arrayBuffer();
      bytes = body.byteLength;
      return new Response(body, response);
    } finally {
      // Read the waiting requests of other clients before the next one of this client starts.
      if (bytes < LONG_ANSWER.bytes || client === 'service') setImmediate(leave);
      else setTimeout(leave, bytes / LONG_ANSWER.bytesPerMs);
    }
  });

  gateway.route(
    '/storage/v1',
    createStorageFront({ jwtSecret, uploadLimit, fileToStore, dropUnnamed, removing, secretKey, forward }),
  );
  gateway.use('/functions/v1/*', compress());
  gateway.use('/functions/v1/*', fewLargeBodiesOfOne(parts.proxies));
  gateway.route('/functions/v1', parts.functions);
  gateway.onError((error, c) => {
    console.error(error);
    return c.json(FAILED, 500);
  });
  gateway.notFound((c) => c.json({ message: 'no Route matched with those values' }, 404));
  return gateway;
}

/**
 * Drains the body of a refused request. An answer that overtakes its request closes the connection, and a client that is
 * still sending, or sends its next request on it, can miss the answer.
 */
async function readRest(request: Request): Promise<void> {
  if (['GET', 'HEAD'].includes(request.method) || request.bodyUsed || !request.body || request.body.locked) return;
  try {
    for await (const _chunk of request.body);
  } catch {
    // The client has disconnected.
  }
}

/**
 * PostgREST refuses an invalid bearer token, and checks its session in the database (`pgrst.db_pre_request`);
 * `@supabase/lite` would treat the caller as a guest, whose lists are empty.
 */
async function refuseToken(
  c: Context,
  { jwtSecret, hasSession }: Pick<GatewayParts, 'jwtSecret' | 'hasSession'>,
): Promise<Response | undefined> {
  const token = bearerToken(c.req.header('authorization'));
  if (token === undefined || token.startsWith('sb_')) return undefined;
  const state = await tokenState(token, jwtSecret);
  if (state === 'expired') return refusal('PGRST303', 'JWT expired');
  if (state === 'invalid') return refusal('PGRST301', 'No suitable key or wrong key type');
  const session = sessionOf(token);
  return session && !(await hasSession(session.session_id)) ? refusal('PT401', 'Authentication required') : undefined;
}

const refusal = (code: string, message: string) =>
  Response.json(
    { code, message, details: null, hint: null },
    { status: 401, headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` } },
  );
