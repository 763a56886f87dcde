import { readFile } from 'node:fs/promises';

/** A file in this folder, as text. */
export const expectation = (name: 'columns' | 'rows' | 'functions') =>
  readFile(new URL(`${name}.md`, import.meta.url), 'utf8');

/** Cells of a row of a Markdown table. */
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The tables of a matrix by heading, without their heads. */
function sections(text: string): [heading: string, lines: string[][]][] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [
        heading.trim(),
        lines
          .filter((line) => line.startsWith('|'))
          .slice(2)
          .map(cells),
      ];
    });
}

export type Rights = Readonly<{ guest: string[]; user: string[]; 'edge function': string[] }>;

/** Rights per table and column. */
export async function expectedColumns(): Promise<Map<string, Map<string, Rights>>> {
  const words = (cell = '') => cell.split(' ').filter((word) => word !== '–');
  return new Map(
    sections(await expectation('columns')).map(([table, lines]) => [
      table,
      new Map(
        lines.map(([column = '', guest, user, edge]) => [
          column,
          { guest: words(guest), user: words(user), 'edge function': words(edge) },
        ]),
      ),
    ]),
  );
}

/** Labels of the rows that somebody may read or change by the policies, `all` resolved with the labels given. */
export async function expectedRows(labels: ReadonlyMap<string, readonly string[]>) {
  const rows = new Map(
    sections(await expectation('rows')).map(([table, lines]) => [
      table,
      new Map(lines.map(([who = '', ...rest]) => [who, rest])),
    ]),
  );
  return (table: string, who: string, verb: 'read' | 'update' | 'delete'): readonly string[] => {
    const cell = rows.get(table)?.get(who)?.[{ read: 0, update: 2, delete: 3 }[verb]];
    if (cell === undefined) throw new Error(`rows.md says nothing of ${who} in ${table}`);
    const allowed = cell.split('; an error')[0] ?? '';
    if (allowed === 'all') return labels.get(table) ?? [];
    return allowed === '–' ? [] : allowed.split(', ');
  };
}
