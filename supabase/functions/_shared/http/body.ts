import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { idSchema, INVALID_INPUT, parseInput } from '../domain/input.ts';
import { ApiError, invalidInput, notFound } from './api-error.ts';
import { ArrivingBodies } from './arriving-bodies.ts';
import { clientAddress } from './client-address.ts';
import type { ApiContext, ApiEnv } from './context.ts';
import { parseForm } from './form-data.ts';

/** Bytes of a JSON body: enough for the longest valid post with every character escaped. */
export const JSON_BODY_MAX = 128 * 1024;
/** Bytes of a multipart body in addition to its files. */
export const MULTIPART_ROOM = 64 * 1024;

const tooLarge = () => new ApiError(413, 'The request is too large');
const wrongType = (wanted: string) => new ApiError(415, `Content-Type must be ${wanted}`);

/** Multipart bodies are held in memory, and again while they are parsed, so their number is limited, in total and per caller. */
const arriving = new ArrivingBodies({ all: 4, perClient: 2 });
const FORM_TURN_MS = 15_000;
const tooManyForms = () => new ApiError(429, 'Too many requests. Please try again in 1 minute.', { retryAfter: 5 });

const atMost = (maxSize: number): MiddlewareHandler<ApiEnv> =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw tooLarge();
    },
  });
const atMostJson = atMost(JSON_BODY_MAX);

/**
 * Limits the size of bodies: 413 above the size for JSON and, for forms, above `formMax` bytes. A form larger than the
 * limit for JSON waits unread for a place; 429 after a timeout. For one that waits, the slowest body of the others is ended.
 */
export function limitTo(formMax: number = JSON_BODY_MAX): MiddlewareHandler<ApiEnv> {
  const atMostForm = atMost(formMax);
  return async (c, next) => {
    if (mediaType(c) !== 'multipart/form-data' || formMax <= JSON_BODY_MAX) return atMostJson(c, next);
    if (Number(c.req.header('Content-Length') ?? Infinity) <= JSON_BODY_MAX) return atMostForm(c, next);
    const leave = await arriving.enter(clientAddress(c), FORM_TURN_MS, tooManyForms);
    const arrived = arriving.watch(c.req.raw.body, clientAddress(c), tooManyForms);
    // Node requires `duplex`, which is missing in Deno's type.
    const replacement = { body: arrived.body, duplex: 'half' as const };
    c.req.raw = new Request(c.req.raw, replacement);
    try {
      return await atMostForm(c, next);
    } finally {
      arrived.end();
      leave();
    }
  };
}

/** The media type of the body, in lower case and without parameters. */
const mediaType = (c: ApiContext) => (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();

/** The JSON body, parsed with a schema: 415 for another type, 400 with the refused fields if it does not match. */
export async function readJson<S extends z.ZodType>(c: ApiContext, schema: S): Promise<z.output<S>> {
  if (mediaType(c) !== 'application/json') throw wrongType('application/json');
  const parsed = parseInput(schema, await parseBody(() => c.req.json<unknown>(), notJson));
  if (!parsed.ok) throw invalidInput(parsed.errors);
  return parsed.data;
}

/** Like `readJson` for an optional body: if it is missing, an empty object is parsed. */
export async function readOptionalJson<S extends z.ZodType>(c: ApiContext, schema: S): Promise<z.output<S>> {
  if ((await c.req.text()).trim() !== '') return readJson(c, schema);
  const parsed = parseInput(schema, {});
  if (!parsed.ok) throw invalidInput(parsed.errors);
  return parsed.data;
}

const readFormData = async (c: ApiContext) => parseForm(await c.req.arrayBuffer(), c.req.header('Content-Type') ?? '');

/** The files in one field of a multipart body, in order; 400 if there are none or a part is not a file. */
export async function readFiles(c: ApiContext, field: string): Promise<File[]> {
  if (mediaType(c) !== 'multipart/form-data') throw wrongType('multipart/form-data');
  const form = await parseBody(() => readFormData(c), notAForm);
  const entries = form.getAll(field);
  const files = entries.filter((entry) => entry instanceof File);
  // A part without a file name arrives as text; skipping it would shift the order of the answer.
  if (files.length === 0 || files.length < entries.length)
    throw invalidInput([{ path: field, message: INVALID_INPUT }]);
  return files;
}

/** A form of texts, parsed with a schema, with any number of files in one field; JSON counts as a form without files. */
export async function readForm<S extends z.ZodType>(
  c: ApiContext,
  schema: S,
  field: string,
): Promise<{ body: z.output<S>; files: File[] }> {
  if (mediaType(c) === 'application/json') return { body: await readJson(c, schema), files: [] };
  if (mediaType(c) !== 'multipart/form-data') throw wrongType('multipart/form-data or application/json');
  const form = await parseBody(() => readFormData(c), notAForm);
  const entries = form.getAll(field);
  const files = entries.filter((entry) => entry instanceof File);
  if (files.length < entries.length) throw invalidInput([{ path: field, message: INVALID_INPUT }]);
  form.delete(field);
  const parsed = parseInput(schema, Object.fromEntries(form));
  if (!parsed.ok) throw invalidInput(parsed.errors);
  return { body: parsed.data, files };
}

const notJson = (cause: unknown) => new ApiError(400, 'The body is not valid JSON', { code: 'invalid_json', cause });
const notAForm = (cause: unknown) => new ApiError(400, 'The body is not a valid form', { cause });

async function parseBody<T>(read: () => Promise<T>, refusal: (cause: unknown) => ApiError): Promise<T> {
  try {
    return await read();
  } catch (error) {
    // The size limit throws while the body is read.
    if (error instanceof ApiError) throw error;
    throw refusal(error);
  }
}

/** A query parameter parsed with a schema. */
export function readQuery<S extends z.ZodType>(c: ApiContext, schema: S): z.output<S> {
  const parsed = parseInput(schema, c.req.query());
  if (!parsed.ok) throw invalidInput(parsed.errors);
  return parsed.data;
}

/** The id in the path; 404 if it is invalid. */
export function idOfPath(c: ApiContext, what: string, name = 'id'): number {
  const text = c.req.param(name) ?? '';
  const id = idSchema.safeParse(/^\d+$/.test(text) ? Number(text) : NaN);
  if (!id.success) throw notFound(what);
  return id.data;
}

/** The Idempotency-Key of the caller as a UUID, or null: a repeated request finds the row of the first one. */
export async function idempotencyKey(c: ApiContext): Promise<string | null> {
  const key = c.req.header('Idempotency-Key');
  if (!key) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  const hex = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
