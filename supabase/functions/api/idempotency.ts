import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { dataOf, secretClient } from '../_shared/clients.ts';
import { parseInput } from '../_shared/domain/input.ts';
import { env } from '../_shared/env.ts';
import { ApiError, invalidInput, toApiError } from '../_shared/http/api-error.ts';
import { clientAddress } from '../_shared/http/client-address.ts';
import type { ApiContext } from '../_shared/http/context.ts';
import { readSession } from '../_shared/http/session.ts';
import { currentUserId } from './current-user.ts';

/** A client-generated key for one write, such as a UUID. */
export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** More parts than any form has; the rest of the body is compared unchanged. */
const PARTS_MAX = 100;

/** Refusals that are stored like a success, as /api documents: their reason can end, and the repeat of a lost request must not then act. Others are temporary, or their body can be corrected and sent with the same key. */
const KEPT = [403, 404, 409] as const;
const isKept = (status: number) => KEPT.some((each) => each === status);
/** How long a repeat waits for the answer of the first request. */
const WAIT_MS = 10_000;

/**
 * Runs a write with an Idempotency-Key once: a repeat within 24 hours gets the first answer, even if it arrives while
 * the first request is running. 422 for a different request with the same key; 409 if the first takes too long. Keys are
 * separate per caller. After a server error, the same key can be retried.
 */
export async function answerOnce(c: ApiContext, run: () => Promise<Response>): Promise<Response> {
  const sent = c.req.header('Idempotency-Key');
  if (sent === undefined) return run();
  const key = parseInput(z.object({ 'Idempotency-Key': idempotencyKeySchema }), { 'Idempotency-Key': sent });
  if (!key.ok) throw invalidInput(key.errors);
  const owner = { subject: await subjectOf(c), key: sent };
  const first = await begin({ ...owner, request_hash: await hashOf(c) });
  if (first.outcome === 'answered') {
    const headers = { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' };
    return c.body(first.answer, first.status, headers);
  }
  const finish = async (answer: Response | null) => {
    const kept = answer && { status: answer.status, answer: await answer.clone().text() };
    dataOf(await secretClient('idempotency').rpc('finish_idempotent_write', { ...owner, lease: first.lease, ...kept }));
  };
  let answer: Response;
  try {
    answer = await run();
  } catch (error) {
    const refusal = toApiError(error);
    await finish(isKept(refusal.status) ? refusal.toResponse() : null).catch(console.error);
    throw error;
  }
  // The write is done, even if its record cannot be stored.
  await finish(answer).catch(console.error);
  return answer;
}

const beginningSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('run'), lease: z.string() }),
  z.object({ outcome: z.literal('answered'), status: z.literal([200, 201, ...KEPT]), answer: z.string() }),
  z.object({ outcome: z.literal('running') }),
  z.object({ outcome: z.literal('other_request') }),
]);

type Write = { subject: string; key: string; request_hash: string };

/** Claims the write, or waits for the answer of the request that has. */
async function begin(write: Write) {
  const until = performance.now() + WAIT_MS;
  for (let waitMs = 25; ; waitMs = Math.min(waitMs * 2, 400)) {
    const answer = await secretClient('idempotency').rpc('begin_idempotent_write', write).single();
    const beginning = beginningSchema.parse(dataOf(answer));
    if (beginning.outcome === 'other_request') throw keyOfOtherRequest();
    if (beginning.outcome !== 'running') return beginning;
    if (performance.now() > until) throw stillRunning();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

const keyOfOtherRequest = () => new ApiError(422, 'This Idempotency-Key was used for another request');
const stillRunning = () =>
  new ApiError(409, 'The first request with this Idempotency-Key is still running. Please try again.', {
    code: 'in_progress',
    retryAfter: 1,
  });

/** The owner of the keys. The id is queried with the caller's own token, so a forged token has no owner. */
async function subjectOf(c: ApiContext): Promise<string> {
  return (await readSession(c)) ? `user ${await currentUserId(c)}` : `address ${clientAddress(c)}`.slice(0, 100);
}

/** A hash that identifies the request. It is keyed because bodies contain passwords, which must not be found by trying. */
async function hashOf(c: ApiContext): Promise<string> {
  const type = c.req.header('Content-Type') ?? '';
  const query = new URLSearchParams(new URL(c.req.url).search);
  query.sort();
  const address = query.size > 0 ? `${c.req.path}?${String(query)}` : c.req.path;
  const hash = createHmac('sha256', env.secretKey).update(`${c.req.method} ${address} ${type.split(';')[0]}\n`);
  for (const piece of comparablePieces(type, new Uint8Array(await c.req.arrayBuffer()))) hash.update(piece);
  return hash.digest('hex');
}

/**
 * The body in a form that repeats share: a multipart form without its boundary, JSON without white space and key order,
 * others unchanged. A form can have many megabytes, so its pieces are views of the body, not copies.
 */
function* comparablePieces(type: string, body: Uint8Array): Generator<Uint8Array | string> {
  const boundary = /^multipart\/.*;\s*boundary="?([^";]+)/i.exec(type)?.[1];
  if (boundary === undefined) {
    yield comparableJson(body) ?? body;
    return;
  }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // With its line break, which no boundary has: Deno compares a long one at each place where its first letter stands, and
  // a body of the same letter would take it minutes.
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const opening = delimiter.subarray(2);
  let start = bytes.subarray(0, opening.length).equals(opening) ? opening.length : 0;
  for (let part = 0; part < PARTS_MAX; part += 1) {
    const end = bytes.indexOf(delimiter, start);
    if (end < 0) break;
    yield bytes.subarray(start, end);
    start = end + delimiter.length;
  }
  yield bytes.subarray(start);
}

function comparableJson(body: Uint8Array): string | null {
  try {
    return JSON.stringify(sortKeys(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))));
  } catch {
    return null;
  }
}

/** A JSON value with the keys of all objects sorted. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
