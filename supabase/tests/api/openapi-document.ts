/** The OpenAPI document as a list of operations, validated with a schema like any answer of a server. */
import { z } from 'zod';

const jsonSchema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.object({ schema: jsonSchema }));

const answerSchema = z.object({
  description: z.string(),
  content: content.optional(),
  headers: z.record(z.string(), jsonSchema).default({}),
});

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).length(1),
  'x-access': z.enum(['anyone', 'user', 'admin']),
  /** Bytes of the largest body. */
  'x-max-bytes': z.number().optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean().default(false),
        description: z.string().optional(),
        schema: jsonSchema,
      }),
    )
    .default([]),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), answerSchema),
});

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const documentSchema = z.object({
  openapi: z.string(),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.partialRecord(z.enum(METHODS), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
});

const sharedSchema = z.object({ components: z.object({ responses: z.record(z.string(), z.unknown()).default({}) }) });
const referenceSchema = z.object({ $ref: z.templateLiteral(['#/components/responses/', z.string()]) });

/** The document with each reference to a shared answer replaced by that answer. */
export function withAnswers(body: unknown): unknown {
  const { responses } = sharedSchema.parse(body).components;
  return JSON.parse(JSON.stringify(body), (_key, value: unknown) => {
    const reference = referenceSchema.safeParse(value);
    return reference.success ? responses[reference.data.$ref.split('/').at(-1) ?? ''] : value;
  });
}

export type ApiOperation = z.output<typeof operationSchema> & { method: string; path: string };
export type ApiDocument = z.output<typeof documentSchema> & { operations: ApiOperation[] };

/** Reads the document; throws if it does not describe calls. */
export function readDocument(body: unknown): ApiDocument {
  const document = documentSchema.parse(withAnswers(body));
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ ...operation, path, method: method.toUpperCase() }] : [];
    }),
  );
  return { ...document, operations };
}
