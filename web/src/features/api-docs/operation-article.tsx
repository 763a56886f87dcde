import { Fragment } from 'react';
import { Code, Paper, Stack, Text, Title, Typography } from '@mantine/core';
import '@mantine/core/styles/Code.css';
import '@mantine/core/styles/Typography.css';
import { PlaceLink } from '@/shared/ui/place-link.tsx';
import { AnswerTable, type AnswerRow } from './answer-table.tsx';
import { nameOf, type ApiOperation } from './get-api-document.ts';
import { PLACE_STYLE } from './place-style.ts';
import { Prose } from './prose.tsx';
import { SchemaText } from './schema-text.tsx';
import { ShapeTable } from './shape-table.tsx';
import { SpecTable } from './spec-table.tsx';

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
        <Typography>
          <Prose text={summary} />.{' '}
          <Text span c="dimmed">
            {ACCESS[operation['x-access'] ?? '']}.
          </Text>
        </Typography>
        {description !== undefined && (
          <Typography>
            <Prose text={description} />
          </Typography>
        )}
        {parameters.length > 0 && (
          <SpecTable columns={['Parameter', 'In', 'What']}>
            {parameters.map(({ name, in: place, required, description: text, schema }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                  {required === true && ' *'}
                </td>
                <td>{place}</td>
                <td>
                  {text !== undefined && <Prose text={`${text}: `} />}
                  {schema && <SchemaText schema={schema} />}
                </td>
              </tr>
            ))}
          </SpecTable>
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
          <Typography fz="sm">
            As everywhere:{' '}
            {shared.map(({ status, name }, index) => (
              <Fragment key={status}>
                {index > 0 && ', '}
                <PlaceLink place={name} style={{ textDecoration: 'underline' }}>
                  {status}
                </PlaceLink>
              </Fragment>
            ))}
            .
          </Typography>
        )}
      </Stack>
    </Paper>
  );
}
