import { Cron } from 'croner';
import type { CronJob } from './cron-jobs.ts';

interface SchedulerParts {
  jobs: readonly CronJob[];
  call: (functionName: string) => Promise<Response>;
  log: (line: string) => void;
}

/**
 * Calls functions at their minutes (UTC), each at most once at a time: what comes due while it runs is left out.
 * @returns what stops it.
 * @throws when a schedule is not a line of a crontab.
 */
export function startScheduler({ jobs, call, log }: SchedulerParts): () => void {
  const run = async (functionName: string) => {
    const response = await call(functionName);
    if (!response.ok) log(`Cron ${functionName}: HTTP ${String(response.status)}`);
  };
  const crons = jobs.map(({ schedule, functionName }) => {
    const failed = (error: unknown) => log(`Cron ${functionName}: ${String(error)}`);
    const options = { mode: '5-part', timezone: 'UTC', protect: true, unref: true, catch: failed } as const;
    return new Cron(schedule, options, () => run(functionName));
  });
  return () => {
    for (const cron of crons) cron.stop();
  };
}
