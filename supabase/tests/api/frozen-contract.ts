/**
 * Version 1 of the `/api` contract (frozen-contract.json), for which clients were built, and the allowed changes of
 * later documents: new operations, descriptions, examples, headers, further refusals. Any other difference breaks
 * clients unless it is declared.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { withAnswers } from './openapi-document.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(json), z.record(z.string(), json)]),
);
const jsonObject = z.record(z.string(), json);

const contractSchema = z.object({
  operations: z.record(z.string(), jsonObject),
  schemas: z.record(z.string(), jsonObject),
});

/** Operations by "METHOD path", and the schemas that they refer to. */
export type Contract = z.output<typeof contractSchema>;

export const frozenFile = new URL('frozen-contract.json', import.meta.url);

/** The frozen contract. */
export const readFrozenContract = (): Contract => contractSchema.parse(JSON.parse(readFileSync(frozenFile, 'utf8')));

/** Texts for people, which can change. */
const WORDS = ['description', 'summary', 'title', 'example', 'examples', 'tags', 'deprecated'];

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectAt = (value: JsonObject, key: string): JsonObject => {
  const inner = value[key];
  return isObject(inner) ? inner : {};
};

function withoutWords(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isObject(value)) return value;
  // A property can be called "title": only keywords of a schema are removed.
  const entries = Object.entries(value).filter(([key, inner]) => !WORDS.includes(key) || isObject(inner));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutWords(inner)]));
}

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), jsonObject)),
  components: z.object({ schemas: z.record(z.string(), jsonObject) }),
});

/** The contract that an OpenAPI document states. */
export function contractOf(document: unknown): Contract {
  const { paths, components } = documentSchema.parse(withAnswers(document));
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, stateOf(operation)] as const),
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => [name, jsonObject.parse(withoutWords(schema))] as const,
  );
  return { operations: Object.fromEntries(operations), schemas: Object.fromEntries(schemas) };
}

/** The contract of an operation: its name, its access, its parameters, and one answer per status. */
function stateOf(operation: JsonObject): JsonObject {
  const parameters = z.array(jsonObject).parse(operation['parameters'] ?? []);
  return {
    operationId: operation['operationId'] ?? null,
    access: operation['x-access'] ?? null,
    parameters: Object.fromEntries(
      parameters.map(({ in: place, name, required, schema }) => [
        `${String(place)} ${String(name)}`,
        { required: required ?? false, schema: withoutWords(schema ?? {}) },
      ]),
    ),
    body: withoutWords(operation['requestBody'] ?? null),
    answers: Object.fromEntries(
      Object.entries(objectAt(operation, 'responses')).map(([status, answer]) => [
        status,
        withoutWords(isObject(answer) ? (answer['content'] ?? null) : null),
      ]),
    ),
  };
}

/**
 * The violations of `frozen` in `now`, one line each; empty if every client of the former can use the latter. `declared`
 * lists intended additions, by the line that they would produce.
 */
export function breaksOf(frozen: Contract, now: Contract, declared: readonly string[] = []): string[] {
  const lines = Object.entries(frozen.operations).flatMap(([name, before]) => {
    const after = now.operations[name];
    return after
      ? breaksOfOperation(name, before, after, { before: frozen.schemas, after: now.schemas })
      : [`${name} is gone`];
  });
  return [...new Set(lines)].filter((line) => !declared.includes(line));
}

type Schemas = { before: Contract['schemas']; after: Contract['schemas'] };

function breaksOfOperation(name: string, before: JsonObject, after: JsonObject, schemas: Schemas): string[] {
  const named = ['operationId', 'access']
    .filter((key) => before[key] !== after[key])
    .map((key) => `${name} has another ${key}`);
  const parameters = objectAt(after, 'parameters');
  const old = objectAt(before, 'parameters');
  const added = Object.keys(parameters)
    .filter((key) => !(key in old))
    .map((key) => `${name} takes ${key} as well`);
  const answers = objectAt(after, 'answers');
  return [
    ...named,
    ...added,
    ...Object.keys(old).flatMap((key) => compare(`${name} ${key}`, old[key], parameters[key], schemas, 'request')),
    ...compare(`${name} body`, before['body'], after['body'], schemas, 'request'),
    ...Object.entries(objectAt(before, 'answers')).flatMap(([status, answer]) =>
      compare(`${name} ${status}`, answer, answers[status], schemas, 'answer'),
    ),
  ];
}

function resolve(value: Json | undefined, schemas: Contract['schemas']): Json | undefined {
  if (!isObject(value) || typeof value['$ref'] !== 'string') return value;
  return schemas[value['$ref'].replace('#/components/schemas/', '')];
}

function compare(
  place: string,
  from: Json | undefined,
  to: Json | undefined,
  schemas: Schemas,
  side: 'request' | 'answer',
): string[] {
  const before = resolve(from, schemas.before);
  const after = resolve(to, schemas.after);
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((each, index) => compare(`${place}[${index}]`, each, after[index], schemas, side));
  }
  if (!isObject(before) || !isObject(after))
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [`${place} changed`];
  const added = Object.keys(after)
    .filter((key) => !(key in before) && !saysMoreOf(before, key, side))
    .map((key) => `${place}.${key} is new`);
  return [
    ...added,
    ...Object.keys(before).flatMap((key) => compare(`${place}.${key}`, before[key], after[key], schemas, side)),
  ];
}

const isText = ({ type }: JsonObject) => type === 'string' || (Array.isArray(type) && type.includes('string'));

/** Whether a keyword only narrows the contract: the format of a text or, in an answer, its possible values. */
const saysMoreOf = (schema: JsonObject, key: string, side: 'request' | 'answer') =>
  isText(schema) && (key === 'format' || (key === 'enum' && side === 'answer'));
