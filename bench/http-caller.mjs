/**
 * Sends requests from a separate thread, so that the client does not slow down the measured server. Requests that one
 * caller sends at once (a page and its total) are one call, which ends with its last answer.
 */
import { Agent, request } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** @import { Call, Sent, Told } from './http-caller.ts' */

// Shorter than the server's idle timeout, so that a request does not meet a closing connection.
const agent = new Agent({ keepAlive: true, timeout: 3_000 });

/**
 * @param {Sent} sent
 * @returns {Promise<{ status: number, headers: Record<string, string | string[] | undefined>, text: string }>}
 */
const answerOf = ({ url, method, headers, body }) =>
  new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers }, (answer) => {
      /** @type {Buffer[]} */
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
      );
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });

/** @param {readonly Sent[]} requests */
async function call(requests) {
  const started = performance.now();
  const answers = await Promise.all(requests.map(answerOf));
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`Answered ${refused.status}: ${refused.text}`);
  return { milliseconds: performance.now() - started, answers };
}

parentPort?.on('message', async (/** @type {Call} */ { requests, connections, until, calls }) => {
  /** @type {Told} */
  let told;
  try {
    const started = performance.now();
    /** @type {number[]} */
    const times = [];
    let begun = 0;
    const caller = async () => {
      while (begun < calls && performance.now() - started < until) {
        begun += 1;
        times.push((await call(requests)).milliseconds);
      }
    };
    if (until === 0) told = { answers: (await call(requests)).answers };
    else {
      await Promise.all(Array.from({ length: connections }, caller));
      told = { times, milliseconds: performance.now() - started };
    }
  } catch (error) {
    told = { error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(told);
});
