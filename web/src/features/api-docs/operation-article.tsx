import { Fragment } from 'react';
import { Anchor, Code, Paper, Stack, Table, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Code.css';
import '@mantine/core/styles/Table.css';
import { PlaceLink } from '@/shared/ui/place-link.tsx';
import { AnswerTable, type AnswerRow } from './answer-table.tsx';
import { nameOf, type ApiOperation } from './get-api-document.ts';
import { PLACE_STYLE } from './place-style.ts';
import { Prose } from './prose.tsx';
import { SchemaText } from './schema-text.tsx';
import { ShapeTable } from './shape-table.tsx';

const ACCESS: Readonly<Record<string, string>> = { anyone: 'Anybody', user: 'Signed-in users', admin: 'Admins' };

type Props = { method: string; path: string; operation: ApiOperation };

/** One operation: who can call it, its parameters and its answers, with links to those that all operations share. */
export function OperationArticle({ method, path, operation }: Props) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const own: AnswerRow[] = [];
  const shared: { status: string; name: string }[] = [];
  for (const [status, answer] of Object.entries(responses)) {
    if ('$ref' in answer) shared.push({ status, name: nameOf(answer.$ref) });
    else own.push({ status, answer });
  }
  return (
    <Paper component="article" id={operationId} tabIndex={-1} withBorder p="md" style={PLACE_STYLE}>
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
          <Table.ScrollContainer minWidth={320} type="native">
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
        <AnswerTable answers={own} />
        {shared.length > 0 && (
          <Text size="sm">
            As everywhere:{' '}
            {shared.map(({ status, name }, index) => (
              <Fragment key={status}>
                {index > 0 && ', '}
                <Anchor component={PlaceLink} place={name} underline="always">
                  {status}
                </Anchor>
              </Fragment>
            ))}
            .
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
