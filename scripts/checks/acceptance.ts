/** Which checks of docs/acceptance.md the titles of tests prove: `[A12]` or `[A12,A13]`. */

export type Check = { number: number; section: string; text: string };
type SuiteTests = { tests: { title: string; status: string }[] };

/** Numbered checks of docs/acceptance.md. */
export function readChecks(markdown: string): Check[] {
  const checks: Check[] = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    [, section = section] = /^#{2,3} (.+)/.exec(line) ?? [];
    const [, number, text = ''] = /^(\d+)\. (.+)/.exec(line) ?? [];
    if (number) checks.push({ number: Number(number), section, text });
  }
  return checks;
}

/** Numbers in a title: `[A12,A13]` → [12, 13]. */
export const numbersIn = (title: string): number[] =>
  [...title.matchAll(/\[(A\d+(?:\s*,\s*A\d+)*)\]/g)].flatMap(([, list = '']) => (list.match(/\d+/g) ?? []).map(Number));

/** The numbers that passing tests prove; those that a failing test carries, which nothing proves; unknown ones. */
export function evaluate(checks: readonly Check[], suites: readonly SuiteTests[]) {
  const known = new Set(checks.map(({ number }) => number));
  const carried = suites.flatMap(({ tests }) =>
    tests.flatMap(({ title, status }) => numbersIn(title).map((number) => ({ number, isPassed: status === 'passed' }))),
  );
  const broken = new Set(carried.filter(({ isPassed }) => !isPassed).map(({ number }) => number));
  const proved = new Set(carried.map(({ number }) => number).filter((number) => !broken.has(number)));
  return { proved, broken, unknown: new Set([...proved, ...broken].filter((number) => !known.has(number))) };
}
