// Tells spreadsheet programs that the file is UTF-8.
const BYTE_ORDER_MARK = '\uFEFF';
const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/**
 * One cell of a CSV file. A text that a spreadsheet would run as a formula (it starts with = + - @, also behind blanks, or
 * with a tab or line break) is made a plain text by an apostrophe.
 */
export function csvCell(text: string): string {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Rows as the text of a CSV file, lines ended as RFC 4180 wants; the first row names the columns. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** A row of a CSV file and the line that it begins in. */
export type CsvRow = { line: number; cells: string[] };

// A cell with or without quotes, and what ends it: the next cell, the next line or the end.
const CELL = /(?:"((?:[^"]|"")*)"[^,\r\n]*|([^,\r\n]*))(,|\r\n|\n|\r|$)/y;

/** The rows of a CSV file; blank lines are left out, and apostrophes that `csvCell` added are taken away. */
export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  CELL.lastIndex = 0;
  while (CELL.lastIndex <= content.length) {
    const match = CELL.exec(content);
    if (!match) break;
    const [whole, quoted, plain = '', end = ''] = match;
    const cell = quoted?.replaceAll('""', '"') ?? plain;
    row.cells.push(cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell);
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === ',') continue;
    if (row.cells.some((each) => each.trim() !== '')) rows.push(row);
    row = { line, cells: [] };
    if (end === '') break;
  }
  return rows;
}
