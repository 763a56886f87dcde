// Tells spreadsheet programs that the file is UTF-8.
const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet would run, also behind apostrophes of its own: each escaped text can be read back. */
const FORMULA = /^'*(\s*[=+\-@＝＋－＠]|[\t\r\n])/;
/**
 * The same within a text, where a cell begins for spreadsheets that separate by something else than commas: those of
 * countries with a decimal comma. They see no quotation mark but at the beginning of what is a cell to them.
 */
const INNER_FORMULA = /([;\t\r\n]["'\s]*)([=+\-@＝＋－＠]?)/g;

const escaped = (text: string) =>
  (FORMULA.test(text) ? `'${text}` : text).replaceAll(
    INNER_FORMULA,
    (_, before: string, sign: string) => before + (sign && `'${sign}`),
  );
function unescaped(cell: string): string {
  const text = cell.replaceAll(INNER_FORMULA, (whole: string, before: string, sign: string) =>
    sign && before.endsWith("'") ? before.slice(0, -1) + sign : whole,
  );
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

/**
 * One cell of a CSV file. A text that a spreadsheet would run as a formula (it starts with = + - @, also after spaces,
 * or with a tab or line break) is escaped with an apostrophe, and so is what follows a semicolon, tab or line break.
 */
export function csvCell(text: string): string {
  return `"${escaped(text).replaceAll('"', '""')}"`;
}

/** A number as spreadsheets calculate with it: without quotation marks, groups and exponent. */
const csvNumber = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 12 });

/** Rows as CSV with RFC 4180 line ends; the first row has the column names. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) => (typeof value === 'number' ? csvNumber(value) : csvCell(value));
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A row of a CSV file and the number of its first line. */
export type CsvRow = { line: number; cells: string[] };

// A cell, quoted or not, and its end: the next cell, the next line or the end of the file.
const CELL = /(?:"((?:[^"]|"")*)"(?:[^",\r\n][^,\r\n]*)?|([^,\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Parses a CSV file. Skips blank lines and removes the apostrophes that `csvCell` added. */
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
    row.cells.push(unescaped(cell));
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === ',') continue;
    if (row.cells.some((each) => each.trim() !== '')) rows.push(row);
    row = { line, cells: [] };
    if (end === '') break;
  }
  return rows;
}
