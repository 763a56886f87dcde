import type { ApiAnswer } from './get-api-document.ts';
import { Prose } from './prose.tsx';
import { SchemaText } from './schema-text.tsx';
import { SpecTable } from './spec-table.tsx';

/** `id` makes the row the target of a link. */
export type AnswerRow = { status: string; answer: ApiAnswer; id?: string };

/** Answers with their status, when they come, and the shape of their body. */
export function AnswerTable({ answers }: { answers: readonly AnswerRow[] }) {
  return (
    <SpecTable columns={['Status', 'When', 'Body']}>
      {answers.map(({ status, answer, id }) => {
        const schema = answer.content?.['application/json']?.schema;
        return (
          <tr key={status} {...(id !== undefined && { id, tabIndex: -1 })}>
            <td>{status}</td>
            <td>
              <Prose text={answer.description} />
            </td>
            <td>{schema && <SchemaText schema={schema} />}</td>
          </tr>
        );
      })}
    </SpecTable>
  );
}
