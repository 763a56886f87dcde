import type { MiddlewareHandler } from 'hono';

export interface JsonLimits {
  /** Values, counted by the signs between them: a list of a thousand numbers has a thousand. */
  values: number;
  /** Levels of nesting. */
  depth: number;
  /** Bytes of a name. */
  name: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Brackets and commas of one text. Postgres reads a text as JSON or as a list where an argument is one, before it asks
 * for rights: 40,000 levels crash the embedded database, and no text of a person has as many.
 */
const TEXT_SIGNS = 10_000;
/** A bracket or a comma, written as an escape. */
const ESCAPED_SIGN = /^u00(?:[57]b|2c)$/i;

/**
 * Why a body is not parsed; undefined if it can be. One look at each byte: what parsing costs, and what the libraries
 * behind do with many values or long names before anybody asks for rights, is bounded. Invalid JSON is left to the parser.
 */
export function refusalOfJson(body: Uint8Array, limits: JsonLimits): string | undefined {
  let values = 1;
  let depth = 0;
  let text = 0;
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at] ?? 0;
    if (sign === QUOTE) {
      const { end, signs } = readText(body, at);
      if (signs > TEXT_SIGNS) return `More than ${String(TEXT_SIGNS)} brackets and commas in a text are not accepted`;
      text = end - at - 1;
      at = end;
    } else if (sign === COMMA) values += 1;
    else if (OPENING.has(sign)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.has(sign)) depth -= 1;
    else if (sign === COLON && text > limits.name)
      return `Names of more than ${String(limits.name)} bytes are not accepted`;
    if (depth > limits.depth) return `More than ${String(limits.depth)} levels of JSON are not accepted`;
    if (values > limits.values) return `More than ${String(limits.values)} values are not accepted`;
  }
  return undefined;
}

/** The place of the quotation mark that ends a text, or the end of the body, and the brackets and commas before. */
function readText(body: Uint8Array, start: number): { end: number; signs: number } {
  let signs = 0;
  let end = start + 1;
  for (; end < body.length && body[end] !== QUOTE; end += 1) {
    const sign = body[end] ?? 0;
    if (sign === BACKSLASH) {
      if (ESCAPED_SIGN.test(String.fromCharCode(...body.subarray(end + 1, end + 6)))) signs += 1;
      end += 1;
    } else if (sign === COMMA || OPENING.has(sign)) signs += 1;
  }
  return { end, signs };
}

/**
 * Refuses JSON beyond the limits before anything parses it. It reads the whole body, so that a client that stalls within
 * its request holds no place behind.
 */
export function limitJson(limits: JsonLimits, refuse: (message: string) => Response): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    if (raw.body === null) return next();
    const body = await raw.arrayBuffer().catch(() => undefined);
    if (!body) return refuse('The request was not complete');
    const refusal = refusalOfJson(new Uint8Array(body), limits);
    if (refusal !== undefined) return refuse(refusal);
    const { url, method, headers, signal } = raw;
    c.req.raw = new Request(url, { method, headers, signal, body });
    return next();
  };
}
