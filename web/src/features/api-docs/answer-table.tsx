import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import type { ApiAnswer } from './get-api-document.ts';
import { Prose } from './prose.tsx';
import { SchemaText } from './schema-text.tsx';

/** `id` makes the row the target of a link. */
export type AnswerRow = { status: string; answer: ApiAnswer; id?: string };

/** Answers with their status, when they come, and the shape of their body. */
export function AnswerTable({ answers }: { answers: readonly AnswerRow[] }) {
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Status</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th>Body</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {answers.map(({ status, answer, id }) => {
            const schema = answer.content?.['application/json']?.schema;
            return (
              <Table.Tr key={status} {...(id !== undefined && { id, tabIndex: -1, style: { scrollMarginTop: 80 } })}>
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
  );
}
