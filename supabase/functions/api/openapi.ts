import { z } from 'zod';
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { idSchema } from '../_shared/domain/input.ts';
import { messageSchema } from '../_shared/domain/message.ts';
import { newsItemSchema } from '../_shared/domain/news.ts';
import { notificationSchema } from '../_shared/domain/notification.ts';
import { postSchema } from '../_shared/domain/post.ts';
import { quoteSchema } from '../_shared/domain/quote.ts';
import { userSchema } from '../_shared/domain/user.ts';
import { errorAnswerSchema } from '../_shared/http/api-error.ts';
import { JSON_BODY_MAX } from '../_shared/http/body.ts';
import { SESSION_COOKIE } from '../_shared/http/session.ts';
import { describeFields } from './field-words.ts';
import { idempotencyKeySchema } from './idempotency.ts';
import { takesKey, type Operation } from './router.ts';

/** Schemas that several calls share; the document contains each once. */
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

type Refusal = {
  status: `4${string}` | `5${string}`;
  /** The name of the answer in the document. */
  id: string;
  comes: (operation: Operation) => boolean;
  text: string;
};

/** Refusals implied by the parameters of an operation. */
const REFUSALS: readonly Refusal[] = [
  {
    status: '400',
    id: 'BadRequest',
    comes: (operation) => isWrite(operation) || operation.query !== undefined,
    text: 'The request has invalid values; `errors` names the fields',
  },
  {
    status: '401',
    id: 'Unauthorized',
    comes: () => true,
    text: 'The caller is not signed in, or the session has ended',
  },
  {
    status: '403',
    id: 'Forbidden',
    comes: (operation) => isWrite(operation) || operation.access === 'admin',
    text: 'The caller may not do this, or the call comes from a page of another site',
  },
  {
    status: '404',
    id: 'NotFound',
    comes: ({ ids }) => ids !== undefined,
    text: 'It does not exist, or the caller may not see it',
  },
  {
    status: '409',
    id: 'Conflict',
    comes: takesKey,
    text: 'The request conflicts with the current state, or the first request with this Idempotency-Key is still running',
  },
  { status: '413', id: 'ContentTooLarge', comes: isWrite, text: 'The request is too large' },
  {
    status: '415',
    id: 'UnsupportedMediaType',
    comes: ({ body, files }) => body !== undefined || files !== undefined,
    text: 'The Content-Type is not the one that the call takes',
  },
  {
    status: '422',
    id: 'UnprocessableContent',
    comes: takesKey,
    text: 'The Idempotency-Key was used for another request',
  },
  {
    status: '429',
    id: 'TooManyRequests',
    comes: () => true,
    text: 'Too many requests; wait for as long as Retry-After says',
  },
  { status: '500', id: 'InternalServerError', comes: () => true, text: 'Something failed on the server' },
  {
    status: '503',
    id: 'ServiceUnavailable',
    comes: () => true,
    text: 'The service is temporarily unavailable; try again after Retry-After',
  },
];

const INTRODUCTION = `Everything that the page can do, for apps, integrations and scripts. \`docs/api.md\` is a tour with curl.

Sign in with \`POST /api/login\`, which sets HttpOnly cookies, or with \`POST /api/session\`, whose token is sent as \`Authorization: Bearer\`. Bodies are JSON; unknown fields are ignored. Times are ISO 8601 in UTC. Lists are plain arrays; the headers \`X-Total-Count\` and \`Link\` tell the total and where the next page is. With \`ETag\` and \`If-None-Match\`, an unchanged answer is not sent again. \`GET /api/files\` turns the path of an image or attachment into the file.

Every error is \`{message, code?, errors?, daysToWait?}\`: \`message\` is for people, \`code\` for programs. A method that a path does not have is answered with 405, and \`Allow\` lists those that it has. Writes take an \`Idempotency-Key\`: for 24 hours, a repeat of the same request with the same key returns the first answer and changes nothing. A refusal with 403, 404 or 409 is such an answer, also when its reason is gone: another try takes another key. Any other refusal leaves the key free.`;

const KEY = 'A unique value, such as a UUID, for this one write; a repeat returns the first answer';
const keyHeader = z.object({ 'Idempotency-Key': idempotencyKeySchema.optional().meta({ description: KEY }) });

/** The OpenAPI 3.1 document of the operations, generated from the schemas that validate them. */
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
    ...(isWrite(operation) && { 'x-max-bytes': operation.files?.maxBytes ?? JSON_BODY_MAX }),
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
      .meta({ description: 'The limit that is used up, and the seconds until it is reset: `"post";r=0;t=3600`' }),
    'RateLimit-Policy': z
      .string()
      .optional()
      .meta({ description: 'The size of the limit: `"post";q=100;w=86400` means 100 a day' }),
  }),
  503: z.object({ 'Retry-After': retryAfter.optional() }),
};

const describeRefusal = (status: string, text: string): ZodOpenApiResponseObject => ({
  description: text,
  ...(headers[status] && { headers: headers[status] }),
  content: { 'application/json': { schema: errorAnswerSchema } },
});

/** The refusals that many operations share; the document contains each once. */
const sharedRefusals = REFUSALS.map(({ status, id, comes, text }) => ({
  status,
  comes,
  answer: { id, ...describeRefusal(status, text) },
}));

function describeAnswers(operation: Operation): ZodOpenApiResponsesObject {
  const { status = 200, answer, leadsTo, creates, refusals = {} } = operation;
  const answers: ZodOpenApiResponsesObject =
    leadsTo === undefined
      ? {
          [`${status}`]: {
            description: 'Done',
            ...(creates && { headers: z.object({ Location: z.string().meta({ description: `\`/api${creates}\`` }) }) }),
            content: { 'application/json': { schema: answer } },
          },
        }
      : { 302: { description: leadsTo, headers: z.object({ Location: answer }) } };
  for (const shared of sharedRefusals) if (shared.comes(operation)) answers[shared.status] = shared.answer;
  for (const [code, text] of Object.entries(refusals)) answers[`4${code.slice(1)}`] = describeRefusal(code, text);
  return answers;
}
