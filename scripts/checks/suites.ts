/**
 * Runs suites for `npm run check` and `npm test`. A suite is either one check (a command that passes or fails as a
 * whole) or a test run with a JSON report. The output of a suite is only shown if it fails; all output is kept in
 * .test-results.
 */
import '../machine/quiet-tools.mjs';
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project-files.mjs';

export const resultsFolder = join(root, '.test-results');

export type TestResult = { title: string; file: string; status: 'passed' | 'failed' };
export type SuiteResult = {
  name: string;
  kind: string;
  seconds: number;
  tests: TestResult[];
  failure?: string | undefined;
};
/** Where a test run writes its JSON, and what it says. */
export type Report = { path: string; read(json: unknown): TestResult[] };
export type Judged = { name: string; kind: string; report?: Report; canBeEmpty?: boolean };
export type Suite = Judged & {
  command: [program: string, ...args: string[]];
  env?: Record<string, string>;
  minutes?: number;
  isQuick?: boolean;
  isBrowser?: boolean;
};
export type VitestFile = { name: string; status: string; assertionResults: { fullName: string; status: string }[] };
export type PlaywrightSuite = {
  title?: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; tests: { status: string }[] }[];
};

export const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const node = (...args: string[]): Suite['command'] => [process.execPath, ...args];
const command = (...args: string[]) => node('scripts/machine/run.mjs', ...args);

/** A command that is one check. */
export const check = (name: string, command: Suite['command']): Suite => ({ name, kind: 'check', command });

/**
 * Tests of projects of vitest.config.ts: by default all of the project with the suite's name.
 * @param kind as in docs/acceptance.md
 */
export const vitest = (name: string, kind: string, projects: string[] = [name], args: string[] = ['run']): Suite => ({
  name,
  kind,
  command: [
    bin('vitest'),
    ...args,
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
  ],
  report: { path: reportOf(name), read: testsOfVitest },
});

/** Browser tests: all, or those selected by the options. */
export const stories = (name: string, options: string[], env: Record<string, string> = {}): Suite => ({
  name,
  kind: 'U',
  command: [bin('playwright'), 'test', ...options],
  env: { ...env, STORIES_SUITE: name },
  report: { path: reportOf(name), read: testsOfPlaywright },
  // On two cores, of which each browser takes one: what hangs ends by its own limit long before.
  minutes: 60,
  isBrowser: true,
});

/** A suite that is also part of `npm run check`. */
const quick = (suite: Suite) => ({ ...suite, isQuick: true });

const reportOf = (name: string) => join(resultsFolder, `${name}.report.json`);

const tested = (title: string, file: string, isPassed: boolean): TestResult => ({
  title,
  file,
  status: isPassed ? 'passed' : 'failed',
});

export const testsOfVitest = ({ testResults }: { testResults: VitestFile[] }) =>
  testResults.flatMap(({ name, status, assertionResults: tests }) =>
    // A file that fails to load has no tests of its own.
    tests.length === 0 && status === 'failed'
      ? [tested('the file loads', name, false)]
      : tests.map((test) => tested(test.fullName, name, test.status === 'passed')),
  );

export function testsOfPlaywright(report: { suites: PlaywrightSuite[]; errors?: unknown[] }) {
  const walk = (suite: PlaywrightSuite, titles: (string | undefined)[]): TestResult[] => [
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map(({ status }) => tested([...titles, title].join(' '), file, status === 'expected')),
    ),
  ];
  const failedToLoad = (report.errors ?? []).map(() => tested('the tests load', '', false));
  return [...report.suites.flatMap((suite) => walk(suite, [])), ...failedToLoad];
}

/** All suites, in the order of `npm test`: the longest first, in parallel with the cheap ones that find most. */
export const suites: Suite[] = [
  vitest('api', 'H'),
  vitest('on-postgres', 'H'),
  // Two projects at a time, one checker each: further checkers compute the same types again, which doubles the CPU
  // time.
  quick(check('types', [bin('tsc'), '-b', '--checkers', '1'])),
  quick(vitest('unit', 'T')),
  quick(check('format', [bin('oxfmt'), '--check'])),
  quick(check('lint', [bin('oxlint'), '--deny-warnings', '--type-aware'])),
  quick(check('source', node('--import', 'tsx', 'scripts/checks/check-source.ts'))),
  quick(check('texts', command('texts'))),
  quick(check('unused', [bin('knip')])),
  check('build', node('scripts/commands/first-load.mjs')),
  vitest('components', 'T'),
  check('deno', node('scripts/checks/check-functions.mjs')),
  vitest('postgres', 'D'),
  vitest('local', 'H'),
  vitest('races', 'D'),
  vitest('embedded', 'H'),
  vitest('database', 'D'),
  check('database types', command('types', '--check')),
  check('database lint', command('lint-database')),
  vitest('deploy', 'H'),
  stories('browser', []),
  // A short story (register, verify, post, quote with a document, message) on a real Postgres, and the differences of
  // an older browser, in the one from npm.
  stories('browser-elsewhere', ['--grep', '@elsewhere'], { TEST_DATABASE: 'postgres', BROWSER_FROM: 'npm' }),
  // A short day in other engines, where the machine has them; `npm test` does not install them. One Firefox at a time,
  // since three starting at once keep two processors busy for a minute.
  stories('firefox', ['--grep', '@firefox', '--workers', '1'], { BROWSER_NAME: 'firefox' }),
  { ...vitest('webkit', 'U'), env: { BROWSER_NAME: 'webkit' }, isBrowser: true },
];

/** Terminates a suite with all its processes. */
function kill(child: ChildProcess) {
  try {
    process.kill(-Number(child.pid), 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) kill(child);
    process.exit(130);
  });
}

/** Runs one suite. */
async function runSuite(suite: Suite): Promise<SuiteResult & { output: string }> {
  const { name, report, minutes = 30, env } = suite;
  const started = Date.now();
  const [command, ...args] = suite.command;
  const log = createWriteStream(join(resultsFolder, `${name.replaceAll(' ', '-')}.log`));
  if (report) rmSync(report.path, { force: true });
  // A separate process group, so that a termination leaves no processes behind.
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, CI: '1', NO_COLOR: '1', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      log.write(chunk);
    });
  child.once('error', (error) => {
    output += error.message;
  });
  let late = '';
  const timer = setTimeout(() => {
    late = `no end after ${minutes} minutes`;
    kill(child);
  }, minutes * 60_000);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...ending) => resolve(ending));
  });
  clearTimeout(timer);
  running.delete(child);
  log.end();
  const result = judge(suite, code, late || (signal ?? `exit code ${code}`));
  return { ...result, seconds: (Date.now() - started) / 1000, output };
}

/**
 * Interprets the end of a suite. A run that crashed or ran no tests has failed, whatever its report says; a suite that
 * can be empty ran well without tests.
 */
export function judge({ name, kind, report, canBeEmpty }: Judged, code: number | null, ending: string): SuiteResult {
  const result = { name, kind, seconds: 0 };
  if (!report) return { ...result, tests: [tested(name, '', code === 0)] };
  let tests: TestResult[] = [];
  try {
    tests = report.read(JSON.parse(readFileSync(report.path, 'utf8')));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...result, tests, failure: `left no report (${ending}; ${reason})` };
  }
  if (tests.length === 0 && !(canBeEmpty && code === 0)) return { ...result, tests, failure: 'ran no test' };
  const isRed = tests.some(({ status }) => status === 'failed');
  if (code === 0 || isRed) return { ...result, tests };
  return { ...result, tests, failure: `ended with ${ending} although its tests passed` };
}

export const passedIn = ({ tests }: Pick<SuiteResult, 'tests'>) =>
  tests.filter(({ status }) => status === 'passed').length;
/** A suite that failed as a whole counts as one more failure. */
export const failedIn = ({ tests, failure }: Pick<SuiteResult, 'tests' | 'failure'>) =>
  tests.length - passedIn({ tests }) + (failure ? 1 : 0);

function print({ name, kind, tests, seconds, failure }: SuiteResult, output: string) {
  const failed = failedIn({ tests, failure });
  const counts = kind === 'check' ? '' : ` ${passedIn({ tests })} passed${failed > 0 ? `, ${failed} failed` : ''}`;
  console.log(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(16)}${counts} (${seconds.toFixed(1)} s)`);
  if (failed === 0) return;
  console.log(output.trimEnd().split('\n').slice(-400).join('\n'));
  if (failure) console.log(`${name}: ${failure}`);
}

/** Runs suites in the given order, `lanes` at a time, and prints each result. */
export async function runSuites(list: Suite[], lanes = 2): Promise<SuiteResult[]> {
  mkdirSync(resultsFolder, { recursive: true });
  const waiting = list.values();
  const results: SuiteResult[] = [];
  const lane = async () => {
    for (const suite of waiting) {
      const { output, ...result } = await runSuite(suite);
      print(result, output);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Prints the last line, `N passed, N failed`, and sets the exit code. */
export function conclude(results: SuiteResult[]) {
  const sum = (count: (result: SuiteResult) => number) => results.reduce((total, result) => total + count(result), 0);
  const failed = sum(failedIn);
  console.log(`\n${sum(passedIn)} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
