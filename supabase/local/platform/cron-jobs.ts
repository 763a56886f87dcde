/** A function called at fixed times with the header `Authorization: Bearer {CRON_SECRET}`. */
export interface CronJob {
  /** As in a crontab, in UTC: minute, hour, day of the month, month, day of the week. */
  schedule: string;
  /** Name of the function, with a path behind it where it has one: `housekeeping/guest-visits`. */
  functionName: string;
}

/** What runs at which time; on hosted Supabase pg_cron does the same. */
export const cronJobs: readonly CronJob[] = [
  { schedule: '* * * * *', functionName: 'mail' },
  { schedule: '* * * * *', functionName: 'housekeeping/broadcasts' },
  { schedule: '* * * * *', functionName: 'housekeeping/inspection' },
  { schedule: '* * * * *', functionName: 'housekeeping/thumbnails' },
  { schedule: '*/15 * * * *', functionName: 'housekeeping/suspensions' },
  { schedule: '*/15 * * * *', functionName: 'housekeeping/quote-deadlines' },
  { schedule: '20 * * * *', functionName: 'housekeeping/uploads' },
  { schedule: '5 3 * * *', functionName: 'housekeeping/notifications' },
  { schedule: '10 3 * * *', functionName: 'housekeeping/guest-visits' },
  { schedule: '15 3 * * *', functionName: 'housekeeping/rate-limits' },
  { schedule: '25 3 * * *', functionName: 'housekeeping/mail-log' },
  { schedule: '35 3 * * *', functionName: 'housekeeping/content-hits' },
  { schedule: '40 3 * * *', functionName: 'housekeeping/empty-searches' },
  { schedule: '45 3 * * *', functionName: 'housekeeping/audit-log' },
  { schedule: '30 * * * *', functionName: 'housekeeping/repeated-writes' },
  { schedule: '50 * * * *', functionName: 'housekeeping/vocabulary' },
  { schedule: '30 16 * * *', functionName: 'housekeeping/exchange-rates' },
];
