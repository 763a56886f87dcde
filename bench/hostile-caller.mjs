/**
 * One hostile client: repeats a request from a separate thread and address, many in parallel, whatever the answer is. It
 * stops at any message, and reports the number of answers by status.
 */
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

/** @import { Hostility } from './hostile.ts' */

/** @type {Hostility} */
const { url, method, headers, body, bodyBytes, connections, localAddress } = workerData;
// A hostile client works on its own machine: it must not take the processor of this one from the server.
setPriority(19);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const sent = bodyBytes === undefined ? body : Buffer.alloc(bodyBytes, 'x');
/** @type {Record<string, number>} */
const answers = {};
let stopped = false;

const send = () =>
  new Promise((resolve) => {
    const asked = request(url, { agent, method, headers, localAddress }, (answer) => {
      answers[answer.statusCode ?? 0] = (answers[answer.statusCode ?? 0] ?? 0) + 1;
      answer.resume().on('end', resolve).on('error', resolve);
    });
    asked.on('error', resolve).end(sent);
  });

async function caller() {
  while (!stopped) await send();
}

parentPort?.once('message', () => {
  stopped = true;
  parentPort?.postMessage(answers);
});
for (let n = 0; n < connections; n += 1) void caller();
