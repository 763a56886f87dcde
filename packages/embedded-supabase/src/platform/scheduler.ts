import { Cron } from 'croner';

/** A function that is called at fixed times with the header `Authorization: Bearer {CRON_SECRET}`. */
export interface CronJob {
  /** A crontab line, in UTC: minute, hour, day of the month, month, day of the week. */
  schedule: string;
  /** Name of the function, optionally with a path: `housekeeping/guest-visits`. */
  path: string;
}

interface SchedulerParts {
  jobs: readonly CronJob[];
  call: (path: string) => Promise<Response>;
  log: (line: string) => void;
}

/**
 * Calls functions on schedule (UTC), each at most once at a time: calls that are due while it runs are skipped.
 * @returns stops it
 * @throws if a schedule is not a valid crontab line
 */
export function startScheduler({ jobs, call, log }: SchedulerParts): () => void {
  const run = async (path: string) => {
    const response = await call(path);
    if (!response.ok) log(`Cron ${path}: HTTP ${String(response.status)}`);
  };
  const crons = jobs.map(({ schedule, path }) => {
    const failed = (error: unknown) => log(`Cron ${path}: ${String(error)}`);
    const options = { mode: '5-part', timezone: 'UTC', protect: true, unref: true, catch: failed } as const;
    return new Cron(schedule, options, () => run(path));
  });
  return () => {
    for (const cron of crons) cron.stop();
  };
}
