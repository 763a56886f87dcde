/**
 * Survivors of `npm run mutants` that are known, each with its reason: docs/mutants.md. They are recognised by their
 * code, so that moved lines need no change there.
 */

/**
 * @typedef {{ area: string, file: string, line: number, from: string, to: string }} Survivor
 * @typedef {{ known: Survivor[], unknown: Survivor[] }} Sorted
 */

/** @param {string} code as it stands between backticks in a table */
const inTable = (code) =>
  code
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .replaceAll('`', "'")
    .slice(0, 100);

/** The row of a survivor, without its reason. @param {Survivor} survivor */
export const rowOf = ({ file, from, to }) => `| ${file} | \`${inTable(from)}\` | \`${inTable(to)}\` |`;

/**
 * Divides survivors into those that a document explains and the others.
 * @param {readonly Survivor[]} survivors @param {string} document a table with the columns file, code, mutant, reason
 * @returns {Sorted}
 */
export function sortSurvivors(survivors, document) {
  const rows = document.split('\n').map((row) => row.replaceAll(/ +/g, ' '));
  /** @param {Survivor} survivor */
  const isKnown = (survivor) => {
    const start = `${rowOf(survivor)} `;
    return rows.some((row) => row.startsWith(start) && /^\w.*\|$/.test(row.slice(start.length)));
  };
  return {
    known: survivors.filter(isKnown),
    unknown: survivors.filter((survivor) => !isKnown(survivor)),
  };
}
