/**
 * Survivors of `npm run mutants` that are known, each with its reason: docs/mutants.md. They are recognised by their
 * code, so that moved lines need no change there.
 */

export type Survivor = { area: string; file: string; line: number; from: string; to: string };
export type Outcome = { killed: number; survivors: Survivor[] };

/** Code as it stands between backticks in a table. */
const inTable = (code: string) =>
  code
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .replaceAll('`', "'")
    .slice(0, 100);

/** The row of a survivor, without its reason. */
export const rowOf = ({ file, from, to }: Survivor) => `| ${file} | \`${inTable(from)}\` | \`${inTable(to)}\` |`;

/**
 * Divides survivors into those that a document explains and the others.
 * @param document a table with the columns file, code, mutant, reason
 */
export function sortSurvivors(survivors: readonly Survivor[], document: string) {
  const rows = document.split('\n').map((row) => row.replaceAll(/ +/g, ' '));
  const isKnown = (survivor: Survivor) => {
    const start = `${rowOf(survivor)} `;
    return rows.some((row) => row.startsWith(start) && /^\w.*\|$/.test(row.slice(start.length)));
  };
  return {
    known: survivors.filter(isKnown),
    unknown: survivors.filter((survivor) => !isKnown(survivor)),
  };
}
