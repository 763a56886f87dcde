import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import {
  failedIn,
  judge,
  passedIn,
  resultsFolder,
  runSuites,
  suites,
  testsOfPlaywright,
  testsOfVitest,
  vitest,
  type TestResult,
} from './suites.ts';

describe('the result of a suite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'suites-'));
  const path = join(folder, 'report.json');
  afterEach(() => rmSync(path, { force: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  const entry = (status: 'passed' | 'failed'): TestResult => ({
    title: 'a',
    file: 'a.test.ts',
    status,
  });
  const judged = (code: number | null, tests?: TestResult[], canBeEmpty = false) => {
    if (tests) writeFileSync(path, JSON.stringify(tests));
    const report = { path, read: (json: TestResult[]) => json };
    return judge({ name: 'unit', kind: 'T', canBeEmpty, report }, code, `exit code ${code}`);
  };

  test('the result of a suite is green when its tests passed', () => {
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
  ])('the result of a suite is red when %s', (_, code, tests) => {
    expect(failedIn(judged(code, tests))).toBe(1);
  });

  test('a suite that can be empty is green without tests, and red without a report or when it crashed', () => {
    expect([0, 1].map((code) => failedIn(judged(code, undefined, true)))).toEqual([1, 1]);
    expect([0, 1].map((code) => failedIn(judged(code, [], true)))).toEqual([0, 1]);
  });

  test('the result of a check is its exit code', () => {
    const ends = [0, 2, null].map((code) => failedIn(judge({ name: 'types', kind: 'check' }, code, '')));
    expect(ends).toEqual([0, 1, 1]);
  });
});

describe('reports', () => {
  test('the Vitest report counts files that do not load and skipped tests as failed', () => {
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
        { name: 'b.test.ts', status: 'failed', assertionResults: [] },
      ],
    });
    expect(tests.map(({ title, status }) => [title, status])).toEqual([
      ['a works', 'passed'],
      ['b works', 'failed'],
      ['the file loads', 'failed'],
    ]);
  });

  test('the Playwright report counts skipped and flaky tests and errors outside of tests as failed', () => {
    const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
    const tests = testsOfPlaywright({
      suites: [
        { suites: [{ title: 'home', specs: [spec('a', 'expected'), spec('b', 'skipped'), spec('c', 'flaky')] }] },
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

describe('the list of suites', () => {
  const projectsOfVitest = async () => {
    const { default: config } = await import('../../vitest.config.ts');
    return (config.test?.projects ?? []).flatMap((project) =>
      typeof project === 'object' && 'test' in project && project.test ? [project.test] : [],
    );
  };

  test('every suite is either a check or has a report', () => {
    for (const suite of suites) expect(suite.kind === 'check' || suite.report, suite.name).toBeTruthy();
  });

  test('the list of suites has every project of vitest.config.ts', async () => {
    const projects = (await projectsOfVitest()).map(({ name }) => name);
    const listed = suites.filter(({ command }) => command.includes('--project')).map(({ name }) => name);
    expect(listed.sort()).toEqual(projects.sort());
  });

  test('the list of suites covers every test file of the repository', async () => {
    const patterns = (await projectsOfVitest()).flatMap(({ include = [] }) => include);
    const files = ['web', 'supabase', 'scripts', 'deploy'].flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .map((path) => posix.join(folder, path.toString()))
        .filter((path) => /\.test\.(?:ts|tsx|mjs)$/.test(path)),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => !patterns.some((pattern) => posix.matchesGlob(file, pattern)))).toEqual([]);
  });
});

test('a suite that finds no file fails with its name, even if an earlier run left a report', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  // Whether it ends well or not, it leaves no report.
  const suite = vitest('nowhere', 'T');
  const path = suite.report?.path ?? '';
  mkdirSync(resultsFolder, { recursive: true });
  const green = { name: 'a', status: 'passed', assertionResults: [{ fullName: 'a', status: 'passed' }] };
  writeFileSync(path, JSON.stringify({ testResults: [green] }));
  const results = await runSuites([{ ...suite, command: [process.execPath, '--version'] }]);
  expect(results.map(({ name, tests }) => [name, tests])).toEqual([['nowhere', []]]);
  expect(results.map(failedIn)).toEqual([1]);
  expect(log.mock.calls.flat().join('\n')).toContain('nowhere: left no report');
  log.mockRestore();
});
