/** Texts as long as a body can be, against every schema: one that takes quadratic time keeps the function busy for all callers. */
import { expect, test } from 'vitest';
import { z } from 'zod';

const LENGTH = 20_000;
/** Linear reading takes a few milliseconds, a quadratic one takes seconds. */
const TIME_MS = 400;

const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], { eager: true });
const schemas = Object.entries(modules).flatMap(([path, exported]) =>
  Object.entries(exported).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [{ name: `${path} ${name}`, schema: value }] : [],
  ),
);

const REPEATED = [
  ...'1aA_ \t\n-.,/\\"([<@:%&*`#é\u200b',
  '1,',
  '1 ',
  'a ',
  'a.',
  'a@',
  'a-',
  '\\"',
  ' \n',
  'a/b',
  '](',
  '1.',
];
const BEGINNINGS = ['', 'https://a@'];
const ENDS = ['', '!'];

const TEXTS = REPEATED.flatMap((unit) =>
  BEGINNINGS.flatMap((beginning) => ENDS.map((end) => beginning + unit.repeat(Math.ceil(LENGTH / unit.length)) + end)),
);

/** The names of the fields of a schema, as far as it is an object or a choice of objects. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf);
  return schema instanceof z.ZodPipe ? fieldsOf(schema.in) : [];
}

function timeOf(schema: z.ZodType, text: string): number {
  const fields = Object.fromEntries(fieldsOf(schema).map((field) => [field, text]));
  const began = performance.now();
  for (const value of [text, [text], fields]) schema.safeParse(value);
  return performance.now() - began;
}

test.each(schemas)('the schema $name reads texts of any length in linear time', ({ schema }) => {
  const slow = TEXTS.filter((text) => timeOf(schema, text) > TIME_MS && timeOf(schema, text) > TIME_MS);
  expect(slow.map((text) => `${text.slice(0, 12)}…${text.slice(-3)}`)).toEqual([]);
});

test('more than 80 schemas are found for the time check', () => {
  expect(schemas.length).toBeGreaterThan(80);
});
