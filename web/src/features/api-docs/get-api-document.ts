import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** The subset of JSON Schema that the document uses. */
export type JsonSchema = {
  $ref?: string;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  items?: JsonSchema;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  description?: string;
};

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    allOf: z.array(jsonSchema).optional(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    items: jsonSchema.optional(),
    maxItems: z.number().optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    maximum: z.number().optional(),
    description: z.string().optional(),
  }),
);

/** The name at the end of a reference such as `#/components/schemas/Post`. */
export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

const contentSchema = z.record(z.string(), z.object({ schema: jsonSchema.optional() }));

const answerSchema = z.object({ description: z.string(), content: contentSchema.optional() });
export type ApiAnswer = z.infer<typeof answerSchema>;

const operationSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().optional(),
  'x-access': z.string().optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        description: z.string().optional(),
        schema: jsonSchema.optional(),
      }),
    )
    .optional(),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), answerSchema])),
});
export type ApiOperation = z.infer<typeof operationSchema>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const documentSchema = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().optional() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.partialRecord(z.enum(METHODS), operationSchema)),
  components: z.object({
    schemas: z.record(z.string(), jsonSchema),
    responses: z.record(z.string(), answerSchema),
  }),
});

/** The OpenAPI document of `/api`, with its operations as a flat list, and the answers that they share. */
export const apiDocumentQueryOptions = queryOptions({
  queryKey: keys.apiDocument,
  queryFn: ({ signal }) => callApi('/api/openapi.json', { schema: documentSchema, signal }),
  select: ({ info, tags, paths, components }) => {
    const calls = Object.entries(paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        return operation ? [{ method, path, operation }] : [];
      }),
    );
    const shared = new Map(
      calls.flatMap(({ operation }) =>
        Object.entries(operation.responses).flatMap(([status, answer]) => {
          const id = '$ref' in answer ? nameOf(answer.$ref) : undefined;
          const named = id !== undefined && components.responses[id];
          return named ? [[id, { id, status, answer: named }] as const] : [];
        }),
      ),
    );
    return {
      info,
      tags: tags.map(({ name }) => name),
      calls,
      answers: [...shared.values()].sort((one, other) => one.status.localeCompare(other.status)),
      schemas: components.schemas,
    };
  },
});
