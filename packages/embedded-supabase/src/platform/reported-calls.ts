import { z } from 'zod';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

interface CallParts {
  call: (path: string) => Promise<Response>;
  log: Log;
  metrics: Metrics;
}

const reportSchema = z.record(z.string(), z.unknown()).catch({});
const outcomeSchema = z.object({ outcome: z.enum(['sent', 'bounced', 'retry', 'failed']) });

/**
 * Calls functions for the server itself. Each call is counted and logged with the numbers of its report; the texts of a
 * report can be about people.
 * @throws like `call`
 */
export function reportedCalls({ call, log, metrics }: CallParts): CallParts['call'] {
  return async (path) => {
    const began = performance.now();
    // One mail is sent by its id.
    const [, collection = path, id] = /^(.+)\/(\d+)$/.exec(path) ?? [];
    const job = id === undefined ? path : `${collection}/:id`;
    let answer: Response;
    try {
      answer = await call(path);
    } catch (error) {
      metrics.job(job, false);
      throw error;
    }
    metrics.job(job, answer.ok);
    const body: unknown = await answer
      .clone()
      .json()
      .catch(() => undefined);
    const report = reportSchema.parse(body);
    const numbers = Object.entries(report).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    );
    const facts = {
      ...Object.fromEntries(numbers),
      ...outcomeSchema.safeParse(report).data,
      job,
      ...(id === undefined ? {} : { id: Number(id) }),
      status: answer.status,
      ms: Math.round(performance.now() - began),
    };
    const isIdle = id === undefined && numbers.every(([, value]) => value === 0);
    if (!answer.ok) log.fault(`Job ${job} answered ${String(answer.status)}`, facts);
    else if (isIdle) log.debug('job', facts);
    else log.info('job', facts);
    return answer;
  };
}
