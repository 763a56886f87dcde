/**
 * Runs suites for `npm run check` and `npm test`. A suite is either one check (a command that passes or fails as a whole) or a
 * test run, whose reporter writes JSON. Output of a suite is shown only when it fails; all of it is kept in .test-results.
 */
import '../machine/quiet-tools.mjs';
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const resultsFolder = join(root, '.test-results');

/**
 * @typedef {{ title: string, file: string, status: 'passed' | 'failed', message?: string }} TestResult
 * @typedef {{ name: string, kind: string, seconds: number, tests: TestResult[], failure?: string }} SuiteResult
 * @typedef {{ name: string, kind: string, command: string[], env?: Record<string, string>, report?: string,
 *   reads?: (json: object) => TestResult[], minutes?: number, isQuick?: boolean, isBrowser?: boolean }} Suite
 */

const bin = (name) => join(root, 'node_modules', '.bin', name);
const node = (...args) => [process.execPath, ...args];

/** A command that is one check. */
const check = (name, command) => ({ name, kind: 'check', command });

/** Tests of one project of vitest.config.ts; `kind` as in docs/acceptance.md. */
export const vitest = (name, kind) => ({
  name,
  kind,
  command: [
    bin('vitest'),
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
  ],
  report: reportOf(name),
  reads: testsOfVitest,
});

/** Stories in a browser: all, or those that the options choose. */
const stories = (name, options, env = {}) => ({
  name,
  kind: 'U',
  command: [bin('playwright'), 'test', ...options],
  env: { ...env, STORIES_SUITE: name },
  report: reportOf(name),
  reads: testsOfPlaywright,
  minutes: 40,
  isBrowser: true,
});

/** A suite that `npm run check` runs as well. */
const quick = (suite) => ({ ...suite, isQuick: true });

const reportOf = (name) => join(resultsFolder, `${name}.report.json`);

export function testsOfVitest(report) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) =>
    // A file that could not be loaded has no tests of its own.
    assertionResults.length === 0 && status === 'failed'
      ? [{ title: 'the file loads', file: name, status: 'failed', message }]
      : assertionResults.map((test) => ({
          title: test.fullName,
          file: name,
          status: test.status === 'passed' ? 'passed' : 'failed',
          message:
            test.status === 'passed' ? undefined : (test.failureMessages ?? []).join('\n') || `is ${test.status}`,
        })),
  );
}

export function testsOfPlaywright(report) {
  const walk = (suite, titles) => [
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        title: [...titles, spec.title].join(' '),
        file: spec.file,
        status: test.status === 'expected' ? 'passed' : 'failed',
        message: test.status === 'expected' ? undefined : `is ${test.status}`,
      })),
    ),
  ];
  const failedToLoad = (report.errors ?? []).map(({ message }) => ({
    title: 'the tests load',
    file: '',
    status: 'failed',
    message,
  }));
  return [...report.suites.flatMap((suite) => walk(suite, [])), ...failedToLoad];
}

/**
 * All suites, in the order of `npm test`: the longest first, beside it what is cheap and telling.
 * @type {Suite[]}
 */
export const suites = [
  vitest('api', 'H'),
  vitest('on-postgres', 'H'),
  quick(check('types', [bin('tsc'), '-p', '.'])),
  quick(vitest('unit', 'T')),
  quick(check('format', [bin('oxfmt'), '--check'])),
  quick(check('lint', [bin('oxlint'), '--deny-warnings'])),
  quick(check('source', node('scripts/checks/check-source.mjs'))),
  quick(check('unused', [bin('knip')])),
  check('build', node('scripts/commands/first-load.mjs')),
  vitest('components', 'T'),
  check('deno', node('scripts/checks/check-functions.mjs')),
  vitest('postgres', 'D'),
  vitest('local', 'H'),
  vitest('database', 'D'),
  check('database types', node('scripts/commands/types.mjs', '--check')),
  check('database lint', node('scripts/checks/lint-database.mjs')),
  vitest('deploy', 'H'),
  stories('browser', []),
  // A short day: register, verify, post, quote with a document, message.
  stories('browser-on-postgres', ['--grep', '@on-postgres'], { TEST_DATABASE: 'postgres' }),
];

/** Ends a suite with everything that it started. */
function kill(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) kill(child);
    process.exit(130);
  });
}

/** Runs one suite. @returns {Promise<SuiteResult & { output: string }>} */
function runSuite(suite) {
  const minutes = suite.minutes ?? 20;
  const started = Date.now();
  const [command, ...args] = suite.command;
  const log = createWriteStream(join(resultsFolder, `${suite.name.replaceAll(' ', '-')}.log`));
  if (suite.reads) rmSync(suite.report, { force: true });
  return new Promise((resolve) => {
    let output = '';
    // A process group of its own, so that nothing is left when it has to be ended.
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, CI: '1', NO_COLOR: '1', ...suite.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        log.write(chunk);
      });
    }
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      kill(child);
    }, minutes * 60_000);
    child.once('error', (error) => {
      output += error.message;
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      log.end();
      resolve({
        ...judge(suite, code, isLate ? `no end after ${minutes} minutes` : (signal ?? `exit code ${code}`)),
        seconds: (Date.now() - started) / 1000,
        output,
      });
    });
  });
}

/** What the end of a suite means. A run that crashed or ran nothing has failed, whatever its report says. */
export function judge(suite, code, ending) {
  const result = { name: suite.name, kind: suite.kind, seconds: 0, tests: [] };
  if (!suite.reads)
    return { ...result, tests: [{ title: suite.name, file: '', status: code === 0 ? 'passed' : 'failed' }] };
  try {
    result.tests = suite.reads(JSON.parse(readFileSync(suite.report, 'utf8')));
  } catch (error) {
    return { ...result, failure: `left no report (${ending}; ${error.message})` };
  }
  if (result.tests.length === 0) return { ...result, failure: 'ran no test' };
  const isRed = result.tests.some(({ status }) => status === 'failed');
  if (code !== 0 && !isRed) return { ...result, failure: `ended with ${ending} although its tests passed` };
  return result;
}

export const passedIn = ({ tests }) => tests.filter(({ status }) => status === 'passed').length;
/** A suite that failed as a whole counts as one failure more. */
export const failedIn = ({ tests, failure }) =>
  tests.filter(({ status }) => status === 'failed').length + (failure ? 1 : 0);

function print(result) {
  const failed = failedIn(result);
  const isCheck = result.kind === 'check';
  const counts = isCheck ? '' : ` ${passedIn(result)} passed${failed > 0 ? `, ${failed} failed` : ''}`;
  console.log(`${failed > 0 ? '✗' : '✓'} ${result.name.padEnd(16)}${counts} (${result.seconds.toFixed(1)} s)`);
  if (failed === 0) return;
  console.log(result.output.trimEnd().split('\n').slice(-400).join('\n'));
  if (result.failure) console.log(`${result.name}: ${result.failure}`);
}

/** Runs suites in the order given, `lanes` at a time, and prints each one's result. @returns {Promise<SuiteResult[]>} */
export async function runSuites(list, lanes = 2) {
  mkdirSync(resultsFolder, { recursive: true });
  const waiting = [...list];
  const results = [];
  const lane = async () => {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      const { output, ...result } = await runSuite(suite);
      print({ ...result, output });
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Prints the last line, `N passed, N failed`, and sets the exit code. */
export function conclude(results) {
  const sum = (count) => results.reduce((total, result) => total + count(result), 0);
  const failed = sum(failedIn);
  console.log(`\n${sum(passedIn)} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
