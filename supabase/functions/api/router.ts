import { Hono } from 'hono';
import { z } from 'zod';
import { callerClient, type Client } from '../_shared/clients.ts';
import type { ErrorStatus } from '../_shared/http/api-error.ts';
import { idOfPath, limitTo, readFiles, readForm, readJson, readOptionalJson, readQuery } from '../_shared/http/body.ts';
import { clientAddress } from '../_shared/http/client-address.ts';
import type { ApiContext, ApiEnv } from '../_shared/http/context.ts';
import { consumeRateLimit, type LimitedAction } from '../_shared/http/rate-limit.ts';
import { requireSession } from '../_shared/http/session.ts';
import { requireAdmin } from './current-user.ts';
import { answerOnce } from './idempotency.ts';

/** The required caller: `user` is any signed-in user. Row-level security does not rely on it. */
type Access = 'anyone' | 'user' | 'admin';
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An operation as documented. */
export type Operation = {
  tag: string;
  method: Method;
  /** Relative to /api, with parameters in braces: `/posts/{id}`. */
  path: string;
  /** A short summary of the operation. */
  summary: string;
  description?: string;
  access: Access;
  /** Numeric parameters of the path, each with the entity that it identifies: `{ id: 'Post' }` answers "Post not found" for invalid ids. */
  ids?: Record<string, string>;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Whether the body is optional. */
  isBodyOptional?: boolean;
  /**
   * The multipart field for files, and the maximum size of the whole body. With a `body`, they are optional parts of one
   * form, which can then be JSON as well.
   */
  files?: { field: string; maxBytes: number };
  /**
   * The rate limit of the call, per caller's address; it is checked before the body is parsed. A repeat with an
   * Idempotency-Key does not count.
   */
  counts?: LimitedAction;
  answer: z.ZodType;
  status?: 200 | 201;
  /** Path of the created object, in which `{id}` is the id of the answer: the `Location` of the answer. */
  creates?: `/${string}/{id}`;
  /** For calls that redirect (302): the description of the target. The handler returns the address. */
  leadsTo?: string;
  /** For calls that start or end a session: repeating them is harmless, and their answer must not be stored. */
  keepsNoAnswer?: boolean;
  /** Refusals that the definition does not imply, each with its reason. */
  refusals?: Partial<Record<ErrorStatus, string>>;
};

/** Whether an Idempotency-Key is supported: by all writes, unless their answer must not be stored. */
export const takesKey = ({ method, keepsNoAnswer }: Pick<Operation, 'method' | 'keepsNoAnswer'>) =>
  method !== 'get' && !keepsNoAnswer;

/** The answer of a call without data. */
export const doneSchema = z.object({ message: z.string() });

/** Shape of the answers of calls with `creates`. */
const createdSchema = z.object({ id: z.number() });

/** The target of a redirect. */
const addressSchema = z.url();

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type Definition<
  Path extends string,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Who extends Access,
> = Omit<Operation, 'tag' | 'path' | 'access' | 'ids' | 'query' | 'body' | 'answer' | 'leadsTo'> & {
  path: Path;
  access: Who;
  query?: Query;
  body?: Body;
} & ({ answer: Answer; leadsTo?: undefined } | { answer?: undefined; leadsTo: string }) &
  ([NamesIn<Path>] extends [never] ? { ids?: undefined } : { ids: Record<NamesIn<Path>, string> });

type MaybePromise<T> = T | Promise<T>;

/** The client with the caller's own rights; handlers of public calls create it where they need it. */
type ClientOf<Who extends Access> = Who extends 'anyone' ? undefined : Client;

/** The parameters of a handler: everything that its definition names, parsed. */
type Call<Names extends string, Query, Body, Who extends Access> = {
  c: ApiContext;
  client: ClientOf<Who>;
  ids: Record<Names, number>;
  query: Query;
  body: Body;
  files: File[];
};

/**
 * Routes that describe themselves: the parameters and the answer of a call are defined once, in zod, and validated,
 * documented (`/api/openapi.json`, `/api/docs`) and fuzzed from there. How to add a route:
 *
 * 1. `export const newsRoutes = new ApiRoutes('News');` in `routes/<resource>.ts`, listed in `index.ts`.
 * 2. `newsRoutes.operation({ method: 'get', path: '/news/{id}', summary: 'One news item', access: 'anyone',
 *    ids: { id: 'News item' }, answer: newsSchema }, async ({ c, ids }) => fetchNews(await callerClient(c), ids.id));`
 *    The handler of a call for users or admins gets `client`, which has the rights of its caller.
 * 3. `query` and `body` are schemas of `_shared/domain`, `files` a multipart field; the handler gets them parsed and
 *    returns exactly what `answer` describes. Answer lists as `z.array(…)`, without a wrapper object.
 * 4. `access` answers 401 and 403 before anything is read. Report errors by throwing an ApiError.
 * 5. The definition implies 400, 401, 403, 404, 413, 415, 422 and 429; list further statuses in `refusals`.
 */
export class ApiRoutes extends Hono<ApiEnv> {
  readonly operations: Operation[] = [];
  readonly #tag: string;

  constructor(tag: string) {
    super();
    this.#tag = tag;
  }

  operation<
    const Path extends string,
    Answer extends z.ZodType = typeof addressSchema,
    Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
    Body extends z.ZodType = z.ZodUndefined,
    Who extends Access = Access,
  >(
    definition: Definition<Path, Query, Body, Answer, Who>,
    handler: (call: Call<NamesIn<Path>, z.output<Query>, z.output<Body>, Who>) => MaybePromise<z.input<Answer>>,
  ): void {
    const { method, path, access, files, counts, leadsTo, creates, status = 200 } = definition;
    this.operations.push({ ...definition, answer: definition.answer ?? addressSchema, tag: this.#tag });
    this.on(method.toUpperCase(), [path.replace(/\{(\w+)\}/g, ':$1{[0-9]+}')], limitTo(files?.maxBytes), async (c) => {
      if (access === 'user') await requireSession(c);
      if (access === 'admin') await requireAdmin(c);
      const run = async () => {
        if (counts !== undefined) await consumeRateLimit(counts, clientAddress(c));
        const answer = await handler({
          c,
          client: await clientOf(c, access),
          ids: readIds<NamesIn<Path>>(c, definition.ids),
          query: parseQuery(c, definition.query),
          ...(await parseContent(c, definition)),
        });
        if (leadsTo !== undefined) return c.redirect(addressSchema.parse(answer));
        // Public answers can be cached, but the cache must revalidate each time.
        if (method === 'get' && access === 'anyone') {
          c.header('Cache-Control', 'private, no-cache');
          c.header('Vary', 'Authorization, Cookie', { append: true });
        }
        return c.body(JSON.stringify(answer), status, { 'Content-Type': 'application/json' });
      };
      const answer = await (takesKey(definition) ? answerOnce(c, run) : run());
      // A stored refusal names no object.
      if (creates !== undefined && answer.ok) {
        const { id } = createdSchema.parse(await answer.clone().json());
        answer.headers.set('Location', `/api${creates.replace('{id}', String(id))}`);
      }
      return answer;
    });
  }
}

function clientOf<Who extends Access>(c: ApiContext, access: Who): Promise<ClientOf<Who>>;
async function clientOf(c: ApiContext, access: Access): Promise<Client | undefined> {
  return access === 'anyone' ? undefined : callerClient(c);
}

// Parts that a definition omits are an empty object or undefined, matching its default types.
function readIds<Names extends string>(c: ApiContext, ids?: Record<Names, string>): Record<Names, number>;
function readIds(c: ApiContext, ids: Record<string, string> = {}): Record<string, number> {
  return Object.fromEntries(Object.entries(ids).map(([name, what]) => [name, idOfPath(c, what, name)]));
}

function parseQuery<S extends z.ZodObject>(c: ApiContext, schema?: S): z.output<S>;
function parseQuery(c: ApiContext, schema?: z.ZodObject): unknown {
  return schema ? readQuery(c, schema) : {};
}

type Content<S extends z.ZodType> = Pick<Operation, 'isBodyOptional' | 'files'> & { body?: S };

function parseContent<S extends z.ZodType>(
  c: ApiContext,
  content: Content<S>,
): Promise<{ body: z.output<S>; files: File[] }>;
async function parseContent(
  c: ApiContext,
  { body, isBodyOptional, files }: Content<z.ZodType>,
): Promise<{ body: unknown; files: File[] }> {
  if (files && body) return readForm(c, body, files.field);
  if (files) return { body: undefined, files: await readFiles(c, files.field) };
  if (!body) return { body: undefined, files: [] };
  return { body: await (isBodyOptional ? readOptionalJson(c, body) : readJson(c, body)), files: [] };
}
