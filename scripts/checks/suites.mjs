/**
 * Runs suites for `npm run check` and `npm test`. A suite is either one check (a command that passes or fails as a
 * whole) or a test run with a JSON report. The output of a suite is only shown if it fails; all output is kept in
 * .test-results.
 */
import '../machine/quiet-tools.mjs';
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project-files.mjs';

export const resultsFolder = join(root, '.test-results');

/**
 * @typedef {{ title: string, file: string, status: 'passed' | 'failed' }} TestResult
 * @typedef {{ name: string, kind: string, seconds: number, tests: TestResult[], failure?: string | undefined }} SuiteResult
 * @typedef {{ path: string, read: (json: any) => TestResult[] }} Report where a test run writes its JSON, and what it says
 * @typedef {{ name: string, kind: string, report?: Report, canBeEmpty?: boolean }} Judged
 * @typedef {Judged & { command: [program: string, ...args: string[]], env?: Record<string, string>, minutes?: number,
 *   isQuick?: boolean, isBrowser?: boolean }} Suite
 * @typedef {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }} VitestFile
 * @typedef {{ title?: string, suites?: PlaywrightSuite[],
 *   specs?: { title: string, file: string, tests: { status: string }[] }[] }} PlaywrightSuite
 */

/** @param {string} name */
export const bin = (name) => join(root, 'node_modules', '.bin', name);
/** @param {string[]} args @returns {Suite['command']} */
const node = (...args) => [process.execPath, ...args];

/** A command that is one check. @param {string} name @param {Suite['command']} command @returns {Suite} */
export const check = (name, command) => ({ name, kind: 'check', command });

/**
 * Tests of projects of vitest.config.ts: by default all of the project with the suite's name.
 * @param {string} name @param {string} kind as in docs/acceptance.md @param {string[]} projects @param {string[]} args
 * @returns {Suite}
 */
export const vitest = (name, kind, projects = [name], args = ['run']) => ({
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

/**
 * Browser tests: all, or those selected by the options.
 * @param {string} name @param {string[]} options @param {Record<string, string>} [env]
 * @returns {Suite}
 */
export const stories = (name, options, env = {}) => ({
  name,
  kind: 'U',
  command: [bin('playwright'), 'test', ...options],
  env: { ...env, STORIES_SUITE: name },
  report: { path: reportOf(name), read: testsOfPlaywright },
  // On two cores, of which each browser takes one: what hangs ends by its own limit long before.
  minutes: 60,
  isBrowser: true,
});

/** A suite that is also part of `npm run check`. @param {Suite} suite */
const quick = (suite) => ({ ...suite, isQuick: true });

/** @param {string} name */
const reportOf = (name) => join(resultsFolder, `${name}.report.json`);

/** @param {string} title @param {string} file @param {boolean} isPassed @returns {TestResult} */
const tested = (title, file, isPassed) => ({ title, file, status: isPassed ? 'passed' : 'failed' });

/** @param {{ testResults: VitestFile[] }} report */
export const testsOfVitest = ({ testResults }) =>
  testResults.flatMap(({ name, status, assertionResults: tests }) =>
    // A file that fails to load has no tests of its own.
    tests.length === 0 && status === 'failed'
      ? [tested('the file loads', name, false)]
      : tests.map((test) => tested(test.fullName, name, test.status === 'passed')),
  );

/** @param {{ suites: PlaywrightSuite[], errors?: unknown[] }} report */
export function testsOfPlaywright(report) {
  /** @param {PlaywrightSuite} suite @param {(string | undefined)[]} titles @returns {TestResult[]} */
  const walk = (suite, titles) => [
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map(({ status }) => tested([...titles, title].join(' '), file, status === 'expected')),
    ),
  ];
  const failedToLoad = (report.errors ?? []).map(() => tested('the tests load', '', false));
  return [...report.suites.flatMap((suite) => walk(suite, [])), ...failedToLoad];
}

/**
 * All suites, in the order of `npm test`: the longest first, in parallel with the cheap ones that find most.
 * @type {Suite[]}
 */
export const suites = [
  vitest('api', 'H'),
  vitest('on-postgres', 'H'),
  // Two projects at a time, one checker each: further checkers compute the same types again, which doubles the CPU
  // time.
  quick(check('types', [bin('tsc'), '-b', '--checkers', '1'])),
  quick(vitest('unit', 'T')),
  quick(check('format', [bin('oxfmt'), '--check'])),
  quick(check('lint', [bin('oxlint'), '--deny-warnings', '--type-aware'])),
  quick(check('source', node('scripts/checks/check-source.mjs'))),
  quick(check('texts', node('scripts/commands/texts.mjs'))),
  quick(check('unused', [bin('knip')])),
  check('build', node('scripts/commands/first-load.mjs')),
  vitest('components', 'T'),
  check('deno', node('scripts/checks/check-functions.mjs')),
  vitest('postgres', 'D'),
  vitest('local', 'H'),
  vitest('races', 'D'),
  vitest('embedded', 'H'),
  vitest('database', 'D'),
  check('database types', node('scripts/commands/types.mjs', '--check')),
  check('database lint', node('scripts/checks/lint-database.mjs')),
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

/** Terminates a suite with all its processes. @param {import('node:child_process').ChildProcess} child */
function kill(child) {
  try {
    process.kill(-Number(child.pid), 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) kill(child);
    process.exit(130);
  });
}

/** Runs one suite. @param {Suite} suite @returns {Promise<SuiteResult & { output: string }>} */
async function runSuite(suite) {
  const { name, report, minutes = 20, env } = suite;
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
  /** @type {[number | null, string | null]} */
  const [code, signal] = await new Promise((resolve) => {
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
 * @param {Judged} suite @param {number | null} code @param {string} ending @returns {SuiteResult}
 */
export function judge({ name, kind, report, canBeEmpty }, code, ending) {
  const result = { name, kind, seconds: 0 };
  if (!report) return { ...result, tests: [tested(name, '', code === 0)] };
  /** @type {TestResult[]} */
  let tests = [];
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

/** @param {Pick<SuiteResult, 'tests'>} result */
export const passedIn = ({ tests }) => tests.filter(({ status }) => status === 'passed').length;
/** A suite that failed as a whole counts as one more failure. @param {Pick<SuiteResult, 'tests' | 'failure'>} result */
export const failedIn = ({ tests, failure }) => tests.length - passedIn({ tests }) + (failure ? 1 : 0);

/** @param {SuiteResult} result @param {string} output */
function print({ name, kind, tests, seconds, failure }, output) {
  const failed = failedIn({ tests, failure });
  const counts = kind === 'check' ? '' : ` ${passedIn({ tests })} passed${failed > 0 ? `, ${failed} failed` : ''}`;
  console.log(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(16)}${counts} (${seconds.toFixed(1)} s)`);
  if (failed === 0) return;
  console.log(output.trimEnd().split('\n').slice(-400).join('\n'));
  if (failure) console.log(`${name}: ${failure}`);
}

/**
 * Runs suites in the given order, `lanes` at a time, and prints each result.
 * @param {Suite[]} list @returns {Promise<SuiteResult[]>}
 */
export async function runSuites(list, lanes = 2) {
  mkdirSync(resultsFolder, { recursive: true });
  const waiting = list.values();
  /** @type {SuiteResult[]} */
  const results = [];
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

/** Prints the last line, `N passed, N failed`, and sets the exit code. @param {SuiteResult[]} results */
export function conclude(results) {
  /** @param {(result: SuiteResult) => number} count */
  const sum = (count) => results.reduce((total, result) => total + count(result), 0);
  const failed = sum(failedIn);
  console.log(`\n${sum(passedIn)} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
