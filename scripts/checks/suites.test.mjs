import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failedIn, judge, passedIn, suites, testsOfPlaywright, testsOfVitest } from './suites.mjs';

describe('the result of a suite', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'suites-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const entry = (status) => ({ title: 'a', file: 'a.test.ts', status });
  const judged = (code, tests) => {
    const report = join(folder, 'report.json');
    mkdirSync(folder, { recursive: true });
    if (tests) writeFileSync(report, JSON.stringify(tests));
    return judge({ name: 'unit', kind: 'T', report, reads: (json) => json }, code, `exit code ${code}`);
  };

  test('is green when its tests passed', () => {
    const result = judged(0, [entry('passed'), entry('passed')]);
    expect([passedIn(result), failedIn(result)]).toEqual([2, 0]);
  });

  test.each([
    ['a test failed', 1, [entry('passed'), entry('failed')]],
    ['no test ran', 0, []],
    ['it left no report', 1, undefined],
    ['it left no report although it ended well', 0, undefined],
    ['it crashed after its tests passed', 1, [entry('passed')]],
    ['it was killed', null, [entry('passed')]],
  ])('is red when %s', (_, code, tests) => {
    expect(failedIn(judged(code, tests))).toBe(1);
  });

  test('is that of the exit code for a check', () => {
    const end = (code) => failedIn(judge({ name: 'types', kind: 'check' }, code, ''));
    expect([end(0), end(2), end(null)]).toEqual([0, 1, 1]);
  });
});

describe('reports', () => {
  test('of Vitest: files that do not load and skipped tests count as failed', () => {
    const tests = testsOfVitest({
      testResults: [
        {
          name: 'a.test.ts',
          status: 'passed',
          assertionResults: [
            { fullName: 'a works', status: 'passed' },
            { fullName: 'b works', status: 'skipped' },
          ],
        },
        { name: 'b.test.ts', status: 'failed', message: 'syntax error', assertionResults: [] },
      ],
    });
    expect(tests.map(({ title, status }) => [title, status])).toEqual([
      ['a works', 'passed'],
      ['b works', 'failed'],
      ['the file loads', 'failed'],
    ]);
  });

  test('of Playwright: skipped and flaky tests and errors outside of tests count as failed', () => {
    const spec = (title, status) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
    const tests = testsOfPlaywright({
      suites: [
        {
          title: 'a.spec.ts',
          specs: [],
          suites: [{ title: 'home', specs: [spec('a', 'expected'), spec('b', 'skipped'), spec('c', 'flaky')] }],
        },
      ],
      errors: [{ message: 'the build failed' }],
    });
    expect(tests.map(({ title, status }) => [title, status])).toEqual([
      ['home a', 'passed'],
      ['home b', 'failed'],
      ['home c', 'failed'],
      ['the tests load', 'failed'],
    ]);
  });
});

test('every suite is either a check or has a report', () => {
  for (const suite of Object.values(suites))
    expect(suite.kind === 'check' || (suite.reads && suite.report), suite.name).toBeTruthy();
});
