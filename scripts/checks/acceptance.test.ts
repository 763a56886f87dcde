import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { evaluate, numbersIn, readChecks } from './acceptance.ts';

const checks = readChecks(
  '## One (§1)\n\n1. U H L7 Guests browse.\n2. T L24 The id is read back.\n### Two\n3. D C4 Nobody forges.\n',
);
const run = (...tests: [title: string, status?: string][]) =>
  evaluate(checks, [{ tests: tests.map(([title, status = 'passed']) => ({ title, status })) }]);

describe('acceptance', () => {
  test('the acceptance list gives number, section and text of each check', () => {
    expect(checks).toEqual([
      { number: 1, section: 'One (§1)', text: 'U H L7 Guests browse.' },
      { number: 2, section: 'One (§1)', text: 'T L24 The id is read back.' },
      { number: 3, section: 'Two', text: 'D C4 Nobody forges.' },
    ]);
  });

  test('all check numbers of a title are found', () => {
    expect(numbersIn('home [A1] shows [A2, A3] and [A10,A11]; not A4, [B5]')).toEqual([1, 2, 3, 10, 11]);
  });

  test('a check counts as proved only when no test that carries its number failed', () => {
    const { proved, broken } = run(['a [A1]'], ['b [A1,A2]', 'failed'], ['c [A3]']);
    expect([...proved]).toEqual([3]);
    expect([...broken]).toEqual([1, 2]);
  });

  test('numbers that are not in the acceptance list are reported', () => {
    expect([...run(['a [A9]']).unknown]).toEqual([9]);
  });

  test('numbers the checks of docs/acceptance.md without a gap', () => {
    const numbers = readChecks(readFileSync('docs/acceptance.md', 'utf8')).map(({ number }) => number);
    expect(numbers.slice(0, 596)).toEqual(Array.from({ length: 596 }, (_, index) => index + 1));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });
});
