/** What Ctrl-C does, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { z } from 'zod';

const MODULE = new URL('../../local/signals.ts', import.meta.url).href;

/** A program that says each line of what happens to it. @param byNpm as npm starts it: in a shell that gets the signals */
function start(onStop: string, byNpm = false) {
  const code = `import { writeSync } from 'node:fs';
import { stopOnSignal } from '${MODULE}';
const say = (line) => writeSync(1, line + '\\n');
let presses = 0;
process.on('SIGWINCH', () => say('alive'));
stopOnSignal((signal) => { presses += 1; say(signal + ' ' + presses); ${onStop} });
setInterval(() => undefined, 1000);
say('ready');`;
  const program = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', code];
  const [command = '', ...given] = byNpm ? ['sh', '-c', '"$@"; exit', 'sh', ...program] : program;
  const child = spawn(command, given, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(byNpm && { npm_lifecycle_event: 'start' }) },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = once(child, 'exit');
  return {
    endParent: () => child.kill('SIGTERM'),
    press: () => child.kill('SIGINT'),
    look: () => child.kill('SIGWINCH'),
    line: async () => String((await lines.next()).value),
    end: async () => z.tuple([z.number().nullable(), z.string().nullable()]).parse(await exit),
  };
}

test('the first Ctrl-C begins to stop, the second ends the process at once, even while it computes', async () => {
  const program = start(`setTimeout(() => { say('busy'); for (;;); }, 500);`);
  expect(await program.line()).toBe('ready');
  program.press();
  expect(await program.line()).toBe('SIGINT 1');
  expect(await program.line()).toBe('busy');
  program.press();
  expect(await program.end()).toEqual([null, 'SIGINT']);
});

test('one Ctrl-C that arrives twice, from the terminal and from npm, is one', async () => {
  const program = start(`setTimeout(() => process.exit(7), 600);`);
  expect(await program.line()).toBe('ready');
  program.press();
  program.press();
  expect(await program.line()).toBe('SIGINT 1');
  program.press();
  program.look();
  expect(await program.line()).toBe('alive');
  expect(await program.end()).toEqual([7, null]);
});

test('a signal to npm reaches the program, although npm passes it to a shell only', async () => {
  const program = start(`setTimeout(() => { say('saved'); process.exit(0); }, 10);`, true);
  expect(await program.line()).toBe('ready');
  program.endParent();
  expect(await program.end()).toEqual([null, 'SIGTERM']);
  expect([await program.line(), await program.line()]).toEqual(['SIGTERM 1', 'saved']);
});
