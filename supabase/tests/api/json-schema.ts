/** Values of a JSON schema, valid or nearly so, for fast-check: the input of a fuzz test. */
import fc from 'fast-check';
import { z } from 'zod';

const node = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().default(0),
  maxLength: z.number().optional(),
  minimum: z.number().default(0),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().default(1_000),
  items: z.unknown().optional(),
  minItems: z.number().default(0),
  maxItems: z.number().default(3),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** Texts that are known to break software. */
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  '😀'.repeat(40),
  "'; drop table public.posts; --",
  '<img src=x onerror=alert(1)>',
  '%00%ff',
  '../../etc/passwd',
  '{{7*7}}',
  'null',
  '-1',
  '1e999',
  '9223372036854775808',
  '*',
  '(,)',
  '\\',
  'x'.repeat(6_000),
];

const FORMATS: Record<string, fc.Arbitrary<unknown>> = {
  uuid: fc.uuid(),
  email: fc.integer({ min: 1, max: 1_000_000 }).map((n) => `person${n}@example.com`),
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z') })
    .map((date) => date.toISOString()),
  date: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((date) => date.toISOString().slice(0, 10)),
  uri: fc.webUrl(),
};

type Known = (name: string) => fc.Arbitrary<unknown> | undefined;

/** Values that match a schema. `known` can provide real values for a property by its name. */
export function valuesOf(schema: unknown, known: Known): fc.Arbitrary<unknown> {
  const it = node.parse(schema);
  const choices = it.anyOf ?? it.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, known)));
  if (it.const !== undefined) return fc.constant(it.const);
  if (it.enum) return fc.constantFrom(...it.enum);
  if (Array.isArray(it.type)) return fc.oneof(...it.type.map((type) => valuesOf({ ...it, type }, known)));
  switch (it.type) {
    case 'string':
      return textOf(it);
    case 'integer':
      return fc.integer({
        min: Math.max(it.minimum, it.exclusiveMinimum === undefined ? -1e9 : it.exclusiveMinimum + 1),
        max: Math.min(it.maximum, 1e9),
      });
    case 'number':
      return fc.double({ min: it.minimum, max: it.maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(it.items ?? {}, known), { minLength: it.minItems, maxLength: Math.min(it.maxItems, 6) });
    case 'object': {
      const fields = Object.entries(it.properties).map(
        ([name, field]) => [name, known(name) ?? valuesOf(field, known)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: it.required });
    }
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function textOf({ format, pattern, minLength, maxLength = 200 }: z.output<typeof node>): fc.Arbitrary<unknown> {
  const formatted = format === undefined ? undefined : FORMATS[format];
  if (formatted) return formatted;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  const max = Math.min(maxLength, 200);
  const words = fc.string({ minLength, maxLength: max, unit: fc.constantFrom(...'abcdefgh ÄÖđễ0123456789') });
  // Not only white space, because most texts are required.
  return words.map((text) => (text.trim() === '' && minLength > 0 ? 'x'.repeat(minLength) : text));
}

const anything = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(-1, 0, 1.5, 2 ** 53, 1e308),
);

/** An object that almost fits: one field has another value, is missing, or is unexpected. */
export function nearly(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const broken = fc
    .tuple(values, fc.nat(), anything, fc.constantFrom('other value', 'missing', 'extra'))
    .map(([value, at, other, how]) => {
      const fields = z.record(z.string(), z.unknown()).safeParse(value);
      if (!fields.success) return other;
      const entries = Object.entries(fields.data);
      const index = entries.length === 0 ? 0 : at % entries.length;
      if (how === 'extra')
        return { ...fields.data, role: 'main_admin', isAdmin: true, userId: 1, ['__proto__']: other };
      if (how === 'missing') return Object.fromEntries(entries.filter((_, each) => each !== index));
      return Object.fromEntries(entries.map(([name, field], each) => [name, each === index ? other : field]));
    });
  return fc.oneof({ arbitrary: broken, weight: 6 }, { arbitrary: anything, weight: 1 });
}

/** Values for places that only accept text: query and path. */
export const hostileText = fc.constantFrom(...HOSTILE);
