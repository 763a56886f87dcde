import { Typography } from '@mantine/core';
import '@mantine/core/styles/Typography.css';
import type { JsonSchema } from './get-api-document.ts';
import { Prose } from './prose.tsx';
import { fieldsOf, SchemaText } from './schema-text.tsx';
import { SpecTable } from './spec-table.tsx';

/** The fields of a shape as a table, or the shape in words. */
export function ShapeTable({ schema }: { schema: JsonSchema }) {
  const fields = fieldsOf(schema);
  if (fields.length === 0) {
    return (
      <Typography fz="sm">
        <SchemaText schema={schema} />
      </Typography>
    );
  }
  return (
    <SpecTable columns={['Field', 'What']}>
      {fields.map(({ name, isRequired, schema: field }) => (
        <tr key={name}>
          <td>
            <code>{name}</code>
            {isRequired && ' *'}
          </td>
          <td>
            {field.description !== undefined && <Prose text={`${field.description}: `} />}
            <SchemaText schema={field} />
          </td>
        </tr>
      ))}
    </SpecTable>
  );
}
