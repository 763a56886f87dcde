import { Fragment, type ReactNode } from 'react';
import { PlaceLink } from '@/shared/ui/place-link.tsx';
import { nameOf, type JsonSchema } from './get-api-document.ts';

type Row = { name: string; isRequired: boolean; schema: JsonSchema };

/** The fields of an object; empty for anything else. */
export function fieldsOf(schema: JsonSchema): Row[] {
  if (schema.$ref !== undefined) return [];
  if (schema.allOf) return schema.allOf.flatMap(fieldsOf);
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    isRequired: schema.required?.includes(name) ?? false,
    schema: field,
  }));
}

/** The limits of a value in words. */
export function limitsOf({
  minLength,
  maxLength,
  minimum,
  maximum,
  exclusiveMinimum,
  format,
  pattern,
}: JsonSchema): string[] {
  const found: string[] = [];
  if (format) found.push(format);
  if (minLength === 1) found.push('not empty');
  if (minLength !== undefined && minLength > 1) found.push(`at least ${minLength} characters`);
  if (maxLength !== undefined) found.push(`at most ${maxLength} characters`);
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) found.push(`at least ${minimum}`);
  if (exclusiveMinimum !== undefined) found.push(`more than ${exclusiveMinimum}`);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) found.push(`at most ${maximum}`);
  if (pattern && !format) found.push(`like ${pattern}`);
  return found;
}

const separated = (parts: readonly ReactNode[], separator: string) =>
  // The list is static, so indexes are stable keys.
  parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && separator}
      {part}
    </Fragment>
  ));

/** The possible values in words; named shapes are links. Shown inside of a Typography. */
export function SchemaText({ schema }: { schema: JsonSchema }): ReactNode {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return (
      <PlaceLink place={name} style={{ textDecoration: 'underline' }}>
        {name}
      </PlaceLink>
    );
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return separated(
      choices.map((choice, index) => <SchemaText key={index} schema={choice} />),
      ' or ',
    );
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.type === 'array') {
    return (
      <>
        list of {schema.items ? <SchemaText schema={schema.items} /> : 'values'}
        {schema.maxItems !== undefined && ` (at most ${schema.maxItems})`}
      </>
    );
  }
  if (schema.properties) {
    return (
      <>
        {'{ '}
        {separated(
          fieldsOf(schema).map(({ name, isRequired, schema: field }) => (
            <Fragment key={name}>
              <code>{name}</code>
              {isRequired ? '' : '?'}: <SchemaText schema={field} />
            </Fragment>
          )),
          ', ',
        )}
        {' }'}
      </>
    );
  }
  return [[schema.type ?? 'any value'].flat().join(' or '), ...limitsOf(schema)].join(', ');
}
