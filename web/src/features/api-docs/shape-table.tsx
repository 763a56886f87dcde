import { Code, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Code.css';
import '@mantine/core/styles/Table.css';
import type { JsonSchema } from './get-api-document.ts';
import { fieldsOf, SchemaText } from './schema-text.tsx';

/** The fields of a shape as a table, or the shape in words. */
export function ShapeTable({ schema }: { schema: JsonSchema }) {
  const fields = fieldsOf(schema);
  if (fields.length === 0) {
    return (
      <Text size="sm">
        <SchemaText schema={schema} />
      </Text>
    );
  }
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>What</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ name, isRequired, schema: field }) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Code>{name}</Code>
                {isRequired && ' *'}
              </Table.Td>
              <Table.Td>
                {field.description !== undefined && `${field.description}: `}
                <SchemaText schema={field} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
