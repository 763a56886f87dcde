import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Sent } from './http-caller.ts';

/** Parameters of a thread of visitors. */
export interface Visitors {
  /** Steps of each visitor, in order; the reads of one visit are sent at once. */
  visits: Sent[][];
  /** One for each visitor. */
  addresses: string[];
  /** Time between the beginnings of two visits of one visitor. */
  everyMs: number;
  /** Whether a visitor waits for the end of a visit before the next one. */
  waits: boolean;
}

const toldSchema = z.object({ times: z.array(z.number()), answers: z.record(z.string(), z.number()) });

/** Sends visitors during `work`. @returns the milliseconds of each visit, and the number of answers by status */
export async function during(visitors: Visitors, work: () => Promise<unknown>): Promise<z.output<typeof toldSchema>> {
  const worker = new Worker(new URL('./visitors.mjs', import.meta.url), { workerData: visitors, execArgv: [] });
  try {
    await work();
    const told = once(worker, 'message');
    worker.postMessage('stop');
    return toldSchema.parse((await told)[0]);
  } finally {
    await worker.terminate();
  }
}
