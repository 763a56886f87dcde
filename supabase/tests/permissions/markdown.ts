/** Markdown table of the given rows; the first one is its head. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Names of the database roles in the matrices. */
export const ROLE_NAMES = { anon: 'guest', authenticated: 'user', service_role: 'edge function' } as const;
export type Role = keyof typeof ROLE_NAMES;
export const ROLES: readonly Role[] = ['anon', 'authenticated', 'service_role'];

/** The rights of a role on one column (or, for `delete`, with whole rows). */
export interface ColumnCell {
  table: string;
  column: string;
  role: Role;
  verbs: readonly string[];
}

/** The matrix of column rights as text; tables, columns and verbs in the order given. */
export function renderColumns(cells: readonly ColumnCell[]): string {
  const tables = [...new Set(cells.map((cell) => cell.table))].sort();
  const sections = tables.map((name) => {
    const own = cells.filter((cell) => cell.table === name);
    const columns = [...new Set(own.map((cell) => cell.column))];
    const rows = columns.map((column) => [
      column,
      ...ROLES.map((role) => own.find((cell) => cell.column === column && cell.role === role)?.verbs.join(' ') || '–'),
    ]);
    return `## ${name}\n\n${table(['column', ...ROLES.map((role) => ROLE_NAMES[role])], rows)}\n`;
  });
  return `# What each role may do with each column\n\n${sections.join('\n')}`;
}

/** A list for one cell: its values, `all` when there are as many as there could be, a dash when there are none. */
export function listOf(labels: readonly string[], all: number): string {
  if (labels.length === 0) return '–';
  return labels.length === all ? 'all' : [...new Set(labels)].sort().join(', ');
}
