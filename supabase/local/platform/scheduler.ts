import { Cron } from 'croner';

/** A function that is called at fixed times with the header `Authorization: Bearer {CRON_SECRET}`. */
export interface CronJob {
  /** A crontab line, in UTC: minute, hour, day of the month, month, day of the week. */
  schedule: string;
  /** Name of the function, with a path behind it where it has one: `housekeeping/guest-visits`. */
  path: string;
}

interface SchedulerParts {
  jobs: readonly CronJob[];
  call: (path: string) => Promise<Response>;
  log: (line: string) => void;
}

/**
 * Calls functions at their minutes (UTC), each at most once at a time: what comes due while it runs is left out.
 * @returns what stops it.
 * @throws when a schedule is not a line of a crontab.
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
