import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { except } from 'hono/combine';
import { z } from 'zod';
import { serveAs } from '../database/asking-client.ts';
import { FairQueue } from '../fair-queue.ts';
import { limitJson, type JsonLimits } from './json-limits.ts';
import { readJson } from './read-json.ts';
import { readSmallForm } from './small-form.ts';
import { tokenState } from '../platform/token-state.ts';

interface StorageFrontParts {
  jwtSecret: string;
  /** Maximum bytes of an upload; a bucket can have a lower limit. */
  uploadLimit: number;
  /** Returns the bytes to store for an uploaded file; metadata that it strips cannot be downloaded. */
  fileToStore: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  /** Its holders, functions and jobs, upload files that are already clean. */
  secretKey: string;
  /** Forwards to the storage server. */
  forward: (request: Request) => Promise<Response>;
  /** Removes a file that no object names. */
  dropUnnamed: (bucket: string, key: string) => Promise<void>;
  /** Runs a request that removes objects, so that a file goes after its row. */
  removing: <R>(work: () => Promise<R>) => Promise<R>;
}

/** Bytes for the fields and boundaries of a form in addition to its file. */
export const FORM_OVERHEAD = 16 * 1024;
const PREFIX = '/storage/v1';
/** Where files arrive; elsewhere a body is JSON, which is parsed and copied several times before anybody asks for rights. */
const UPLOAD = /^\/storage\/v1\/object\/(?!(?:list|sign|move|copy)(?:\/|$))[^/]+\/./;
/** Requests a signed upload link; not an upload itself. */
const UPLOAD_LINK = /^\/storage\/v1\/object\/upload\/sign\//;
/** Files that everybody may read. */
const PUBLIC = /^\/storage\/v1\/object\/public\//;
/** Bytes of JSON: enough for the names of all files that one request removes. */
const JSON_MAX = 64 * 1024;
const JSON_LIMITS: JsonLimits = { values: 500, depth: 10, name: 200 };

const signedSchema = z.object({ signedUrl: z.string() });
const signOneSchema = z.object({ expiresIn: z.int().min(1) });
/** Links that one request signs: each is a request to the storage server. */
const LINKS_MAX = 50;
const signManySchema = signOneSchema.extend({ paths: z.array(z.string()).max(LINKS_MAX) });
/** Files that one list names; hosted Supabase names at most as many. */
const LISTED_MAX = 1500;
const listRequestSchema = z.object({
  prefix: z.string().default(''),
  limit: z
    .int()
    .min(1)
    .default(100)
    .transform((limit) => Math.min(limit, LISTED_MAX)),
  offset: z.int().min(0).optional(),
  search: z.string().optional(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).optional(),
      order: z.enum(['asc', 'desc']).optional(),
    })
    .optional(),
});
const copySchema = z.object({
  bucketId: z.string(),
  destinationBucket: z.string().optional(),
  destinationKey: z.string(),
});
/** Files that one request removes: each is looked up by itself. */
const REMOVED_MAX = 100;
const removeManySchema = z.object({ prefixes: z.array(z.string()).max(REMOVED_MAX) });
/** The storage server refuses a body with a list of errors and without a code. */
const refusedBodySchema = z.object({ valid: z.literal(false), errors: z.array(z.object({ error: z.string() })) });
const listedSchema = z.array(z.looseObject({ name: z.string() }));

/**
 * A front for the storage server of `@supabase/lite` that implements the differences to hosted Supabase: form uploads,
 * limits, the shape of signed links and listings, and no execution of files in a browser.
 */
export function createStorageFront({
  jwtSecret,
  uploadLimit,
  fileToStore,
  secretKey,
  forward: ask,
  dropUnnamed,
  removing,
}: StorageFrontParts): Hono {
  const app = new Hono();
  const writes = new FairQueue({ all: Infinity, perClient: 1 });
  /**
   * Forwards a write of one object after the other. The storage server looks for an object, stores the bytes, then makes its
   * row: of two uploads at once, the bytes of the one would stay with the row, and the counted size, of the other. A refused
   * file is removed with the patience of this server; a client that was refused because the database is busy does not wait.
   */
  const storing = async (bucket: string, key: string, request: Request): Promise<Response> => {
    const leave = await writes.enter(`${bucket}/${key}`);
    let removal: Promise<void> | undefined;
    try {
      const answer = await forward(request);
      if (answer.ok) return answer;
      removal = serveAs('server', () => dropUnnamed(bucket, key));
      if (answer.status < 500) await removal;
      return answer;
    } finally {
      void (removal ?? Promise.resolve()).catch(() => undefined).finally(leave);
    }
  };
  const forward = async (request: Request): Promise<Response> => {
    // The type of a file is judged by its first bytes, which HEAD would not get.
    const answer = await ask(
      request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request,
    );
    const refused = answer.status === 400 ? refusedBodySchema.safeParse(await readJson(answer)) : undefined;
    return refused?.success ? refuseStorage(refused.data.errors.map(({ error }) => error).join('; ')) : answer;
  };

  const isUpload = ({ method, path }: { method: string; path: string }) =>
    UPLOAD.test(path) && (method === 'PUT' || (method === 'POST' && !UPLOAD_LINK.test(path)));
  app.use(
    except(
      (c) => isUpload(c.req),
      bodyLimit({ maxSize: JSON_MAX, onError: tooLargeForStorage }),
      limitJson(JSON_LIMITS, refuseStorage),
    ),
  );

  // Buckets come from migrations. The storage server checks their types, fifty in a millisecond, before it asks for rights.
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '/bucket/*', async (c, next) =>
    c.req.header('apikey') === secretKey
      ? next()
      : storageError('403', 'Unauthorized', 'new row violates row-level security policy'),
  );

  app.get('/object/sign/:bucket/*', async (c) => {
    const state = await tokenState(c.req.query('token') ?? '', jwtSecret);
    if (state === 'expired') return storageError('400', 'InvalidJWT', '"exp" claim timestamp check failed');
    if (state === 'invalid') return storageError('400', 'InvalidJWT', 'Invalid Compact JWS');
    const answer = await forward(c.req.raw);
    return answer.ok
      ? harmless(answer, c)
      : storageError('400', 'InvalidSignature', 'The link does not fit this object');
  });

  // Before the next route, whose `/*` also matches an empty rest: the storage server mistakes many paths for one.
  app.post('/object/sign/:bucket', async (c) => {
    const wanted = signManySchema.safeParse(await readJson(c.req.raw));
    if (!wanted.success) return refuseStorage(`expiresIn and paths, at most ${String(LINKS_MAX)}, are required`);
    const { paths, expiresIn } = wanted.data;
    const links: { path: string; error: string | null; signedURL: string | null }[] = [];
    // One after the other: in parallel they would delay all other requests.
    for (const path of paths) {
      // A client that has disconnected needs no more of them.
      if (c.req.raw.signal.aborted) break;
      const url = `${new URL(c.req.url).origin}${PREFIX}/object/sign/${c.req.param('bucket')}/${path.split('/').map(encodeURIComponent).join('/')}`;
      const answer = await forward(
        new Request(url, { ...asJson(c.req.raw.headers), body: JSON.stringify({ expiresIn }) }),
      );
      // The object can be there.
      if (answer.status >= 500) return answer;
      const link = signedSchema.safeParse(await readJson(answer));
      links.push(
        link.success
          ? { path, error: null, signedURL: withoutPrefix(link.data.signedUrl) }
          : { path, error: 'Either the object does not exist or you do not have access to it', signedURL: null },
      );
    }
    return c.json(links);
  });
  app.post('/object/sign/:bucket/*', async (c) => {
    if (!signOneSchema.safeParse(await readJson(c.req.raw)).success) return refuseStorage('expiresIn is required');
    const answer = await forward(c.req.raw);
    const link = signedSchema.safeParse(await readJson(answer));
    return answer.ok && link.success ? c.json({ signedURL: withoutPrefix(link.data.signedUrl) }) : answer;
  });
  app.post('/object/upload/sign/:bucket/*', async (c) => {
    // Files have no versions here: the link would overwrite an existing one before the database can refuse the new object.
    if (c.req.header('x-upsert') === 'true')
      return storageError('403', 'Unauthorized', 'new row violates row-level security policy');
    const answer = await forward(c.req.raw);
    const link = signedSchema.safeParse(await readJson(answer));
    return answer.ok && link.success ? c.json({ url: withoutPrefix(link.data.signedUrl) }) : answer;
  });

  /** The upload with clean bytes, or a refusal. Not in `storing`: a client that stalls would keep everybody from the object. */
  const received = (request: Request) =>
    asRawUpload(request, uploadLimit, request.headers.get('apikey') === secretKey ? (bytes) => bytes : fileToStore);

  // The storage server checks the policies when it creates the link.
  app.put('/object/upload/sign/:bucket/:key{.+}', async (c) => {
    const { bucket, key } = c.req.param();
    const request = await received(c.req.raw);
    return request instanceof Response ? request : storing(bucket, key, request);
  });

  app.post('/object/list/:bucket', async (c) => {
    const query = listRequestSchema.safeParse(await readJson(c.req.raw));
    if (!query.success) return refuseStorage(z.prettifyError(query.error));
    const asked = { ...asJson(c.req.raw.headers), body: JSON.stringify(query.data) };
    const answer = await forward(new Request(c.req.url, asked));
    const objects = listedSchema.safeParse(await readJson(answer));
    return answer.ok && objects.success ? c.json(asFolder(objects.data, query.data.prefix)) : answer;
  });

  app.delete('/object/:bucket', async (c, next) => {
    const wanted = removeManySchema.safeParse(await readJson(c.req.raw));
    return wanted.success ? next() : refuseStorage(z.prettifyError(wanted.error));
  });
  app.delete('/object/*', (c) => removing(() => forward(c.req.raw)));

  for (const path of ['/object/move', '/object/copy'])
    app.post(path, async (c) => {
      const wanted = copySchema.safeParse(await readJson(c.req.raw));
      if (!wanted.success) return refuseStorage(z.prettifyError(wanted.error));
      const { bucketId, destinationBucket = bucketId, destinationKey } = wanted.data;
      return storing(destinationBucket, destinationKey, c.req.raw);
    });

  app.on(['POST', 'PUT'], '/object/:bucket/:key{.+}', async (c) => {
    const request = await received(c.req.raw);
    const { bucket, key } = c.req.param();
    return request instanceof Response ? request : storing(bucket, key, request);
  });

  app.all('*', async (c) => harmless(await forward(c.req.raw), c));
  return app;
}

/**
 * Converts a form upload, as sent by supabase-js, to a plain one: `@supabase/lite` expects another field name. The
 * length is required, because without it the size limit of a bucket is not checked.
 */
async function asRawUpload(
  request: Request,
  limit: number,
  fileToStore: StorageFrontParts['fileToStore'],
): Promise<Request | Response> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!Number.isFinite(length))
    return storageError('411', 'MissingContentLength', 'A Content-Length header is required');
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false;
  if (length > limit + (isForm ? FORM_OVERHEAD : 0)) return tooLargeForStorage();
  // Read completely before anything is stored: a broken connection would look like the end of the file.
  const bytes = await request.arrayBuffer().catch(() => undefined);
  if (bytes?.byteLength !== length) return refuseStorage('The upload was not complete');
  const headers = new Headers(request.headers);
  const asRaw = (content: ArrayBuffer) => {
    const body = fileToStore(new Uint8Array(content));
    headers.set('content-length', String(body.length));
    return new Request(request.url, { method: request.method, headers, body });
  };
  if (!isForm) return asRaw(bytes);
  const fields = await readSmallForm(bytes, request.headers.get('content-type') ?? '');
  if (fields === null) return refuseStorage('The form has too many parts');
  const file = fields && [...fields.values()].find((value) => value instanceof File);
  if (!file) return refuseStorage('Missing file in multipart upload');
  headers.set('content-type', file.type || 'application/octet-stream');
  const cacheControl = fields.get('cacheControl');
  if (typeof cacheControl === 'string' && /^\d+$/.test(cacheControl))
    headers.set('cache-control', `max-age=${cacheControl}`);
  return asRaw(await file.arrayBuffer());
}

/** Lists names relative to the folder, with deeper objects as one entry for their folder, as hosted Supabase does. */
function asFolder(objects: z.infer<typeof listedSchema>, prefix: string): Record<string, unknown>[] {
  const start = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const entries = new Map<string, Record<string, unknown>>();
  for (const object of objects) {
    if (!object.name.startsWith(start)) continue;
    const [name = '', ...deeper] = object.name.slice(start.length).split('/');
    if (deeper.length === 0) entries.set(name, { ...object, name });
    else if (!entries.has(name)) {
      entries.set(name, { name, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null });
    }
  }
  return [...entries.values()];
}

/** Content types that a browser may show, with the first bytes of such a file. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  'image/png': /^\u0089PNG\r\n/,
  'image/jpeg': /^\u00ff\u00d8\u00ff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[^]{4}WEBP/,
  'application/pdf': /^%PDF-/,
};

/** The first bytes of a body, and the body as it was. */
async function startOf(body: ReadableStream<Uint8Array>): Promise<[start: string, body: ReadableStream<Uint8Array>]> {
  const [looked, rest] = body.tee();
  const reader = looked.getReader();
  const { value } = await reader.read();
  void reader.cancel();
  return [String.fromCharCode(...(value?.subarray(0, 16) ?? [])), rest];
}

/**
 * Stored files are data: a browser must not guess their type or run them, and only shows images and PDFs that are what
 * they claim. With `download` it saves them, optionally under that name. What the sender wished of caches is true of public
 * files only: a shared cache would serve a private one long after its link or the right to it has ended.
 */
async function harmless(response: Response, { req }: Context): Promise<Response> {
  const download = req.query('download');
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  const [start, body] = response.body && response.ok ? await startOf(response.body) : ['', response.body];
  const isShown = download === undefined && (type === 'application/json' || SHOWN[type]?.test(start) === true);
  const headers = new Headers(response.headers);
  headers.set('X-Content-Type-Options', 'nosniff');
  if (headers.has('Cache-Control') && !PUBLIC.test(req.path)) headers.set('Cache-Control', 'private, max-age=60');
  // A sandbox keeps browsers from starting their viewer of PDFs, which runs apart from the site.
  if (!isShown || type !== 'application/pdf') headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
  // encodeURIComponent does not escape ' ( ) *, which are not allowed in this encoding of a name.
  const encoded = encodeURIComponent(download ?? '').replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (response.ok && !isShown)
    headers.set('Content-Disposition', encoded === '' ? 'attachment' : `attachment; filename*=UTF-8''${encoded}`);
  if (req.raw.method === 'HEAD') void body?.cancel();
  return new Response(req.raw.method === 'HEAD' ? null : body, { status: response.status, headers });
}

/** Storage answers nearly every refusal with 400 and the real status in the body, as hosted Supabase does. */
function storageError(status: string, error: string, message: string): Response {
  return Response.json({ statusCode: status, error, message }, { status: 400 });
}

export const refuseStorage = (message: string): Response => storageError('400', 'InvalidRequest', message);

export const tooLargeForStorage = (): Response =>
  storageError('413', 'Payload too large', 'The object exceeded the maximum allowed size');

function withoutPrefix(path: string): string {
  return path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path;
}

function asJson(headers: Headers): { method: 'POST'; headers: Headers } {
  const changed = new Headers(headers);
  changed.delete('content-length');
  changed.set('content-type', 'application/json');
  return { method: 'POST', headers: changed };
}
