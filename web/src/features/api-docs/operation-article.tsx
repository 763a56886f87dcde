import { Code, Paper, Stack, Table, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Code.css';
import '@mantine/core/styles/Table.css';
import type { ApiOperation } from './get-api-document.ts';
import { Prose } from './prose.tsx';
import { SchemaText } from './schema-text.tsx';
import { ShapeTable } from './shape-table.tsx';

const ACCESS: Readonly<Record<string, string>> = { anyone: 'Anybody', user: 'Signed-in users', admin: 'Admins' };

type Props = { method: string; path: string; operation: ApiOperation };

/** One operation: who can call it, its parameters and its answers. */
export function OperationArticle({ method, path, operation }: Props) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return (
    <Paper component="article" id={operationId} tabIndex={-1} withBorder p="md" style={{ scrollMarginTop: 80 }}>
      <Stack gap="sm">
        <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
          <Code fz="sm">
            <b>{method.toUpperCase()}</b> {path}
          </Code>
        </Title>
        <Text>
          <Prose text={summary} />.{' '}
          <Text span c="dimmed">
            {ACCESS[operation['x-access'] ?? '']}.
          </Text>
        </Text>
        {description !== undefined && (
          <Text>
            <Prose text={description} />
          </Text>
        )}
        {parameters.length > 0 && (
          <Table.ScrollContainer minWidth={320}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Parameter</Table.Th>
                  <Table.Th>In</Table.Th>
                  <Table.Th>What</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {parameters.map(({ name, in: place, required, description: text, schema }) => (
                  <Table.Tr key={name}>
                    <Table.Td>
                      <Code>{name}</Code>
                      {required === true && ' *'}
                    </Table.Td>
                    <Table.Td>{place}</Table.Td>
                    <Table.Td>
                      {text !== undefined && `${text}: `}
                      {schema && <SchemaText schema={schema} />}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
          <div key={type}>
            <Text fw={600} size="sm">
              Body <Code>{type}</Code>
            </Text>
            {schema && <ShapeTable schema={schema} />}
          </div>
        ))}
        <Table.ScrollContainer minWidth={320}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Status</Table.Th>
                <Table.Th>When</Table.Th>
                <Table.Th>Body</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {Object.entries(responses).map(([status, answer]) => {
                const schema = answer.content?.['application/json']?.schema;
                return (
                  <Table.Tr key={status}>
                    <Table.Td>{status}</Table.Td>
                    <Table.Td>
                      <Prose text={answer.description} />
                    </Table.Td>
                    <Table.Td>{schema && <SchemaText schema={schema} />}</Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Paper>
  );
}
