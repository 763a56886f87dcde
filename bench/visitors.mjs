/**
 * Visitors, each with an address and a pace of their own, in a separate thread so that they do not slow down the measured
 * server. They stop at any message and report the milliseconds of each visit and the number of answers by status.
 */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** @import { Sent } from './http-caller.ts' */
/** @import { Visitors } from './visitors.ts' */

/** @type {Visitors} */
const { visits, addresses, everyMs, waits } = workerData;
/** @type {number[]} */
const times = [];
/** @type {Record<string, number>} */
const answers = {};

/**
 * @param {Agent} agent
 * @param {string} localAddress
 * @param {Sent} sent
 * @returns {Promise<void>}
 */
const ask = (agent, localAddress, { url, method, headers, body }) =>
  new Promise((resolve) => {
    const asked = request(url, { agent, method, headers, localAddress }, (answer) => {
      const status = answer.statusCode ?? 0;
      answers[status] = (answers[status] ?? 0) + 1;
      answer.resume().on('close', resolve);
    });
    asked.on('error', resolve).end(body);
  });

/**
 * @param {string} localAddress
 * @param {number} first
 */
function begin(localAddress, first) {
  const agent = new Agent({ keepAlive: true, timeout: 3_000 });
  let turn = first;
  let isBusy = false;
  return setInterval(async () => {
    // A person reads one page at a time; a crawler waits for nobody.
    if (waits && isBusy) return;
    isBusy = true;
    const started = performance.now();
    await Promise.all((visits[turn++ % visits.length] ?? []).map((sent) => ask(agent, localAddress, sent)));
    times.push(performance.now() - started);
    isBusy = false;
  }, everyMs);
}

/** @type {NodeJS.Timeout[]} */
const clocks = [];
// Not all in the same moment.
addresses.forEach((address, n) => setTimeout(() => clocks.push(begin(address, n)), (everyMs * n) / addresses.length));
parentPort?.once('message', () => {
  for (const clock of clocks) clearInterval(clock);
  parentPort?.postMessage({ times, answers });
});
