/** What Ctrl-C does, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { z } from 'zod';

const MODULE = new URL('../../local/signals.ts', import.meta.url).href;

/** A program that says each line of what happens to it. */
function start(onStop: string) {
  const code = `import { writeSync } from 'node:fs';
import { stopOnSignal } from '${MODULE}';
const say = (line) => writeSync(1, line + '\\n');
let presses = 0;
process.on('SIGWINCH', () => say('alive'));
stopOnSignal((signal) => { presses += 1; say(signal + ' ' + presses); ${onStop} });
setInterval(() => undefined, 1000);
say('ready');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = once(child, 'exit');
  return {
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
