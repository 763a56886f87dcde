import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** A request. */
export interface Sent {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

/** A message to the thread of the caller. */
export interface Call {
  /** Sent in parallel; a call ends with the last answer. */
  requests: readonly Sent[];
  /** Parallel callers, each with one call after the other. */
  connections: number;
  /** No call starts after this many milliseconds; 0 sends one call and returns its answers. */
  until: number;
  /** Maximum number of calls. */
  calls: number;
}

const headerSchema = z.union([z.string(), z.array(z.string())]).optional();
const toldSchema = z.union([
  z.object({ error: z.string() }),
  z.object({ times: z.array(z.number()), milliseconds: z.number() }),
  z.object({
    answers: z.array(z.object({ status: z.number(), headers: z.record(z.string(), headerSchema), text: z.string() })),
  }),
]);
export type Told = z.input<typeof toldSchema>;

export interface HttpAnswer {
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends HTTP requests from a separate thread. */
export class HttpCaller {
  readonly #worker = new Worker(new URL('./http-caller.mjs', import.meta.url), { execArgv: [] });

  /** The answers to requests sent in parallel. @throws an error for any answer but 200 */
  async ask(requests: readonly Sent[]): Promise<HttpAnswer[]> {
    const told = await this.#run({ requests, connections: 1, until: 0, calls: 1 });
    return 'answers' in told ? told.answers : [];
  }

  /** The milliseconds of each call of several parallel callers, and of all together. @throws an error for any answer but 200 */
  async load(
    requests: readonly Sent[],
    { connections, until, calls = Infinity }: { connections: number; until: number; calls?: number },
  ): Promise<{ times: number[]; milliseconds: number }> {
    const told = await this.#run({ requests, connections, until, calls });
    return 'times' in told ? told : { times: [], milliseconds: 0 };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #run(call: Call) {
    const answer = once(this.#worker, 'message');
    this.#worker.postMessage(call);
    const [message] = await answer;
    const told = toldSchema.parse(message);
    if ('error' in told) throw new Error(told.error);
    return told;
  }
}
