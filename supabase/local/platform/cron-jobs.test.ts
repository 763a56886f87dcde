import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cronJobs } from './cron-jobs.ts';

const source = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('pg_cron on hosted Supabase runs what is run here, at the same times', () => {
  const hosted = [
    ...source('migrations/20261120001900_housekeeping.sql').matchAll(
      /\('((?:mail|housekeeping\/[a-z-]+))', '([^']+)'\)/g,
    ),
  ];
  const inOrder = (jobs: (string | undefined)[][]) => jobs.map((job) => job.join(' at ')).sort();
  expect(inOrder(hosted.map(([, name, schedule]) => [name, schedule]))).toEqual(
    inOrder(cronJobs.map(({ functionName, schedule }) => [functionName, schedule])),
  );
});
