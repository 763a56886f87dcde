/** A Markdown table with aligned columns; the first one to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, 3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Milliseconds with three significant digits: 0.123, 12.3, 1,230. */
export function inMilliseconds(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3, minimumSignificantDigits: value < 100 ? 3 : 1 });
}

/** A ratio: 0.94×, 12×, 3,400×. */
export function times(ratio: number): string {
  return `${ratio.toLocaleString('en-US', ratio < 10 ? { maximumFractionDigits: 2, minimumFractionDigits: 2 } : { maximumSignificantDigits: 3 })}×`;
}
