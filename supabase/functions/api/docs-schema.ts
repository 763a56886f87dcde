import { html } from 'hono/html';
import type { oas31 } from 'zod-openapi';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Markup = ReturnType<typeof html> | string;
type Row = { name: string; isRequired: boolean; text: Markup };

/** The fields of an object, one row each; empty for anything else. */
export function schemaRows(schema: Schema): Row[] {
  if ('$ref' in schema) return [];
  if (schema.allOf) return schema.allOf.flatMap(schemaRows);
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    isRequired: schema.required?.includes(name) ?? false,
    text: schemaText(field),
  }));
}

/** What a value may be, in words. */
export function schemaText(schema: Schema): Markup {
  if ('$ref' in schema) {
    const name = (schema.$ref ?? '').split('/').at(-1) ?? '';
    return html`<a href="#${name}">${name}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice, index) => html`${index > 0 ? ' or ' : ''}${schemaText(choice)}`).reduce(join);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.type === 'array') {
    const most = schema.maxItems === undefined ? '' : html` (at most ${schema.maxItems})`;
    return html`list of ${schema.items ? schemaText(schema.items) : 'values'}${most}`;
  }
  if (schema.properties) {
    const fields = schemaRows(schema).map(
      ({ name, isRequired, text }, index) =>
        html`${index > 0 ? ', ' : ''}<code>${name}</code>${isRequired ? '' : '?'}: ${text}`,
    );
    return html`{ ${fields} }`;
  }
  return [[schema.type ?? 'any value'].flat().join(' or '), ...rules(schema)].join(', ');
}

const join = (all: Markup, next: Markup) => html`${all}${next}`;

function rules({ minLength, maxLength, minimum, maximum, exclusiveMinimum, format, pattern }: oas31.SchemaObject): string[] {
  const found: string[] = [];
  if (format) found.push(format);
  if (minLength === 1) found.push('not empty');
  if (minLength !== undefined && minLength > 1) found.push(`at least ${minLength} characters`);
  if (maxLength !== undefined) found.push(`at most ${maxLength} characters`);
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) found.push(`at least ${minimum}`);
  if (exclusiveMinimum !== undefined) found.push(`more than ${String(exclusiveMinimum)}`);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) found.push(`at most ${maximum}`);
  if (pattern && !format) found.push(`like ${pattern}`);
  return found;
}
