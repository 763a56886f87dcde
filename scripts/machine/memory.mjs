/** The memory of this machine, and what the product needs of it. Plain Node without dependencies. */
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const MB = 2 ** 20;
const number = new Intl.NumberFormat('en-US');

/**
 * Memory of each part, in MB. supabase/tests/local/memory.test.ts measures the server; building the page next to it is the
 * most that a start ever takes.
 */
export const NEEDED_MB = { build: 1_500, embedded: 800, postgres: 450 };

const WAYS_OUT = {
  build: (/** @type {string} */ needed) =>
    `Building the page needs ${needed}. Take a release, which brings the page, or copy dist from a machine that has built it.`,
  embedded: (/** @type {string} */ needed) =>
    `The embedded database needs ${needed}. With a Postgres of your own (DATABASE_URL), ${number.format(NEEDED_MB.postgres)} MB suffice.`,
  postgres: (/** @type {string} */ needed) => `The server needs ${needed}.`,
};

/** Memory with swap that this process can use, in MB: that of the machine, or the limit of its container. */
function memoryMb() {
  const limit = process.constrainedMemory() || Infinity;
  let swap = 0;
  try {
    swap = Number(/^SwapTotal:\s*(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    // Another system than Linux.
  }
  return Math.floor(Math.min(limit, totalmem() + swap) / MB);
}

/**
 * Refuses what would be killed halfway for lack of memory.
 * @param {keyof typeof NEEDED_MB} part
 * @throws with what to do instead
 */
export function requireMemory(part, memory = memoryMb()) {
  if (memory >= NEEDED_MB[part]) return;
  const way = WAYS_OUT[part](`about ${number.format(NEEDED_MB[part])} MB of memory`);
  throw new Error(`${way} This machine has ${number.format(memory)} MB.`);
}
