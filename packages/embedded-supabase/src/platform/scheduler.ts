import { setTimeout as delay } from 'node:timers/promises';
import { Cron } from 'croner';

/** A function that is called at fixed times with the header `Authorization: Bearer {CRON_SECRET}`. */
export interface CronJob {
  /** A crontab line, in UTC: minute, hour, day of the month, month, day of the week. */
  schedule: string;
  /** Name of the function, optionally with a path: `housekeeping/guest-visits`. */
  path: string;
}

/** Time for which running jobs can end after the server has begun to stop. */
const STOP_MS = 10_000;

interface SchedulerParts {
  jobs: readonly CronJob[];
  call: (path: string) => Promise<unknown>;
  log: (line: string) => void;
}

/**
 * Calls functions on schedule (UTC), each at most once at a time: calls that are due while it runs are skipped.
 * @returns stops it, and waits for the running ones for at most ten seconds
 * @throws if a schedule is not a valid crontab line
 */
export function startScheduler({ jobs, call, log }: SchedulerParts): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const run = (path: string) => {
    const calling = call(path)
      .then(() => undefined)
      .finally(() => running.delete(calling));
    running.add(calling);
    return calling;
  };
  const crons = jobs.map(({ schedule, path }) => {
    const failed = (error: unknown) => log(`Cron ${path}: ${String(error)}`);
    const options = { mode: '5-part', timezone: 'UTC', protect: true, unref: true, catch: failed } as const;
    return new Cron(schedule, options, () => run(path));
  });
  return async () => {
    for (const cron of crons) cron.stop();
    await Promise.race([Promise.allSettled(running), delay(STOP_MS, undefined, { ref: false })]);
  };
}
