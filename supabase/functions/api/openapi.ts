import { z } from 'zod';
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { idSchema } from '../_shared/domain/input.ts';
import { messageSchema } from '../_shared/domain/message.ts';
import { newsItemSchema } from '../_shared/domain/news.ts';
import { notificationSchema } from '../_shared/domain/notification-routing.ts';
import { postSchema } from '../_shared/domain/post.ts';
import { quoteSchema } from '../_shared/domain/quote.ts';
import { userSchema } from '../_shared/domain/user.ts';
import { errorAnswerSchema } from '../_shared/http/api-error.ts';
import { SESSION_COOKIE } from '../_shared/http/session.ts';
import { describeFields } from './field-words.ts';
import { idempotencyKeySchema } from './idempotency.ts';
import { takesKey, type Operation } from './router.ts';

/** Shapes that several calls share; each stands once in the document. */
const schemas = {
  User: userSchema,
  Post: postSchema,
  Quote: quoteSchema,
  Message: messageSchema,
  NewsItem: newsItemSchema,
  Notification: notificationSchema,
  Error: errorAnswerSchema,
};

const isWrite = ({ method }: Operation) => method !== 'get';

type Refusal = { status: `4${string}` | `5${string}`; comes: (operation: Operation) => boolean; text: string };

/** The refusals that follow from what an operation takes. */
const REFUSALS: readonly Refusal[] = [
  {
    status: '400',
    comes: (operation) => isWrite(operation) || operation.query !== undefined,
    text: 'Something in the request does not fit; `errors` names the fields',
  },
  { status: '401', comes: () => true, text: 'Nobody is signed in, or the session has ended' },
  {
    status: '403',
    comes: (operation) => isWrite(operation) || operation.access === 'admin',
    text: 'The caller may not do this, or a page of another site makes the call',
  },
  {
    status: '404',
    comes: ({ ids }) => ids !== undefined,
    text: 'There is no such thing, or the caller may not see it',
  },
  {
    status: '409',
    comes: takesKey,
    text: 'It contradicts what is there, or the first request with this Idempotency-Key is still running',
  },
  { status: '413', comes: isWrite, text: 'The request is too large' },
  {
    status: '415',
    comes: ({ body, files }) => body !== undefined || files !== undefined,
    text: 'The Content-Type is another one than asked for',
  },
  { status: '422', comes: takesKey, text: 'The Idempotency-Key was used for another request' },
  { status: '429', comes: () => true, text: 'Too many requests; wait as long as Retry-After says' },
  { status: '500', comes: () => true, text: 'It failed on our side' },
  { status: '503', comes: () => true, text: 'It cannot be done now; try again after Retry-After' },
];

const INTRODUCTION = `Everything that the page can do, for apps, integrations and scripts. \`docs/api.md\` walks through it with curl.

A session is a set of HttpOnly cookies from \`POST /api/login\`; a token of \`POST /api/session\` as \`Authorization: Bearer\` does as well. Bodies are JSON. Unknown fields are ignored. Times are ISO 8601 in UTC. Lists are bare arrays; \`X-Total-Count\` and \`Link\` tell of what is beyond. \`ETag\` and \`If-None-Match\` save what is unchanged. Paths of pictures and documents lead to files through \`GET /api/files\`.

Every refusal is \`{message, code?, errors?, daysToWait?}\`: \`message\` is for people, \`code\` for programs. A path that has no such method answers 405, and \`Allow\` names those that it has. Writes take an \`Idempotency-Key\`: for 24 hours a repeat of the same request with the same key gets the first answer and does nothing.`;

const KEY = 'A UUID or the like, made for this one write; a repeat gets the first answer';
const keyHeader = z.object({ 'Idempotency-Key': idempotencyKeySchema.optional().meta({ description: KEY }) });

/** The OpenAPI 3.1 document of operations, made from the schemas that check them. */
export function createApiDocument(operations: readonly Operation[]): oas31.OpenAPIObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const path = `/api${operation.path}`;
    paths[path] = { ...paths[path], [operation.method]: describe(operation) };
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: { title: 'Marketplace API', version: '1.0.0', description: INTRODUCTION },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: `${SESSION_COOKIE}.0` },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  });
  describeFields(document);
  return document;
}

function describe(operation: Operation): ZodOpenApiOperationObject {
  const { tag, method, path, summary, description, access, ids, query } = operation;
  const whatIds = Object.entries(ids ?? {}).map(([name, what]) => [name, idSchema.meta({ description: `${what} id` })]);
  return {
    operationId: `${method}${path.replace(/[^A-Za-z]+([A-Za-z]?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary,
    description,
    'x-access': access,
    security: [...(access === 'anyone' ? [{}] : []), { cookie: [] }, { bearer: [] }],
    requestParams: {
      ...(ids && { path: z.object(Object.fromEntries(whatIds)) }),
      ...(query && { query }),
      ...(takesKey(operation) && { header: keyHeader }),
    },
    requestBody: describeBody(operation),
    responses: describeAnswers(operation),
  };
}

function describeBody({ body, isBodyOptional, files }: Operation): ZodOpenApiRequestBodyObject | undefined {
  const file = z.string().meta({ contentMediaType: 'application/octet-stream' });
  const form = files && z.object({ [files.field]: z.array(file).min(1) });
  const content: ZodOpenApiRequestBodyObject['content'] = {
    ...(body && { 'application/json': { schema: body } }),
    ...(form && { 'multipart/form-data': { schema: body ? z.intersection(body, form.partial()) : form } }),
  };
  return body || form ? { required: !isBodyOptional, content } : undefined;
}

const retryAfter = z.string().meta({ description: 'Seconds to wait' });
/** Headers of refusals. */
const headers: Readonly<Record<string, z.ZodObject>> = {
  429: z.object({
    'Retry-After': retryAfter,
    RateLimit: z
      .string()
      .optional()
      .meta({ description: 'The limit that is used up, and when it ends: `"post";r=0;t=3600`' }),
    'RateLimit-Policy': z.string().optional().meta({ description: 'Its size: `"post";q=100;w=86400` is 100 in a day' }),
  }),
  503: z.object({ 'Retry-After': retryAfter.optional() }),
};

function describeAnswers(operation: Operation): ZodOpenApiResponsesObject {
  const { status = 200, answer, leadsTo, refusals = {} } = operation;
  const answers: ZodOpenApiResponsesObject =
    leadsTo === undefined
      ? { [`${status}`]: { description: 'Done', content: { 'application/json': { schema: answer } } } }
      : { 302: { description: leadsTo, headers: z.object({ Location: answer }) } };
  const own = Object.entries(refusals).map(([code, text]) => ({ status: `4${code.slice(1)}` as const, text }));
  const following = REFUSALS.filter(({ comes }) => comes(operation));
  for (const { status: code, text } of [...following, ...own]) {
    answers[code] = {
      description: text,
      ...(headers[code] && { headers: headers[code] }),
      content: { 'application/json': { schema: errorAnswerSchema } },
    };
  }
  return answers;
}
