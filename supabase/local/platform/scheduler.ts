import type { CronJob } from './cron-jobs.ts';

const MINUTE_MS = 60_000;

interface SchedulerParts {
  jobs: readonly CronJob[];
  call: (functionName: string) => Promise<Response>;
  log: (line: string) => void;
}

/** Calls functions at their minutes (UTC), each at most once at a time. @returns what stops it. */
export function startScheduler({ jobs, call, log }: SchedulerParts): () => void {
  const running = new Set<string>();
  const runDue = (now: Date) => {
    for (const { functionName, schedule } of jobs) {
      if (!isDue(schedule, now) || running.has(functionName)) continue;
      running.add(functionName);
      call(functionName)
        .then((response) => {
          if (!response.ok) log(`Cron ${functionName}: HTTP ${String(response.status)}`);
        })
        .catch((error: unknown) => log(`Cron ${functionName}: ${String(error)}`))
        .finally(() => running.delete(functionName));
    }
  };
  let timer: NodeJS.Timeout;
  const waitForMinute = () => {
    timer = setTimeout(
      () => {
        runDue(new Date());
        waitForMinute();
      },
      MINUTE_MS - (Date.now() % MINUTE_MS) + 10,
    );
    timer.unref();
  };
  if (jobs.length > 0) waitForMinute();
  return () => clearTimeout(timer);
}

/** Whether a crontab line names this minute (UTC). @throws when the line is not one. */
export function isDue(schedule: string, at: Date): boolean {
  const fields = schedule.trim().split(/\s+/);
  const values = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCDay()];
  if (fields.length !== values.length) throw new Error(`"${schedule}" is not a crontab line`);
  return values.every((value, index) => fields[index]?.split(',').some((part) => matches(part, value, schedule)));
}

function matches(part: string, value: number, schedule: string): boolean {
  const [, from, to, step] = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? [];
  if (!/^(\*|\d+(-\d+)?)(\/[1-9]\d*)?$/.test(part)) throw new Error(`"${schedule}" is not a crontab line`);
  const start = from === undefined ? 0 : Number(from);
  let end = start;
  if (to !== undefined) end = Number(to);
  else if (from === undefined || step !== undefined) end = 59;
  return value >= start && value <= end && (value - start) % Number(step ?? 1) === 0;
}
