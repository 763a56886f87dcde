import { dataOf, secretClient, type Client } from '../_shared/clients.ts';
import { env } from '../_shared/env.ts';
import { drawThumbnails } from './draw-thumbnails.ts';
import { fetchRates } from './fetch-rates.ts';
import { inspectUploads } from './inspect-uploads.ts';

/** Maximum rows per batch, which the database reduces for expensive jobs; files checked at once; files per call of the storage API. */
const BATCH = 5_000;
const LOOKED = 1_000;
const FILES = 100;
/** No batch starts after this time, because hosted functions live for 150 seconds. The next run continues. */
const RUN_MS = 60_000;

/** The result of a run: the number of rows or files it handled, and a message about them. */
export type JobReport = { job: string; handled: number; message: string };

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The jobs of the database, each with the message about its result. */
const databaseJobs: Readonly<Record<string, (count: number) => string>> = {
  notifications: (count) =>
    `Removed ${plural(count, 'notification', 'notifications')} older than 90 days, or beyond 10,000 of a user.`,
  'guest-visits': (count) => `Removed ${plural(count, 'guest visit', 'guest visits')} older than 90 days.`,
  suspensions: (count) => `Ended ${plural(count, 'suspension', 'suspensions')} whose time is over.`,
  registrations: (count) =>
    `Removed ${plural(count, 'account', 'accounts')} whose address was not verified within 48 hours.`,
  'rate-limits': (count) => `Removed ${plural(count, 'used-up window', 'used-up windows')} of rate limits.`,
  'content-hits': (count) =>
    `Removed ${plural(count, 'finding', 'findings')} of the content filter older than 30 days.`,
  masks: (count) => `Worked on masked texts: ${count}.`,
  names: (count) => `Copied new names of owners to ${plural(count, 'post', 'posts')}.`,
  'bulk-actions': (count) =>
    `Removed ${plural(count, 'change', 'changes')} by bulk actions of admins older than 30 days.`,
  'sign-in-places': (count) => `Removed ${plural(count, 'place', 'places')} of sign-ins older than 90 days.`,
  'empty-searches': (count) => `Removed ${plural(count, 'search', 'searches')} without results older than 90 days.`,
  'mail-log': (count) => `Removed ${plural(count, 'mail', 'mails')} older than 30 days from the delivery log.`,
  'audit-log': (count) => `Removed ${plural(count, 'entry', 'entries')} of the audit log older than 2 years.`,
  'repeated-writes': (count) => `Removed ${plural(count, 'kept answer', 'kept answers')} older than 24 hours.`,
  vocabulary: (count) =>
    `Looked for posts with ${plural(count, 'word', 'words')}; those that no visible post has are forgotten.`,
  'flag-rules': () => 'Switched off flag rules that find more than 1 % of the last texts.',
  watches: (count) => `Told ${plural(count, 'watcher', 'watchers')} what became of their requests.`,
  'saved-searches': (count) => `Compared posts with saved searches, or told users of hits: ${count}.`,
  'unquoted-posts': (count) => `Looked at ${plural(count, 'post', 'posts')} that might have no quote for 48 hours.`,
  broadcasts: (count) =>
    count === 0 ? 'No broadcast was due.' : `Worked on broadcasts: ${plural(count, 'copy', 'copies')}.`,
};

/** The names of all jobs. */
export const jobNames: readonly string[] = [
  ...Object.keys(databaseJobs),
  'quote-deadlines',
  'uploads',
  'inspection',
  'thumbnails',
  'exchange-rates',
];

/**
 * Repeats a batch until it finds no more work or its time is over.
 * @returns the number of handled rows
 */
async function untilNothingIsLeft(batch: () => Promise<number>, end: number): Promise<number> {
  let handled = 0;
  for (;;) {
    const count = await batch();
    handled += count;
    if (count === 0 || Date.now() > end) return handled;
  }
}

/**
 * Searches for unused files, continuing where the last run stopped, for at most half of the time. They are deleted
 * through the storage API, which removes row and file together; failed deletions are retried by the next run.
 */
async function removeUnusedUploads(client: Client, end: number): Promise<number> {
  const endOfLooking = (Date.now() + end) / 2;
  for (let looked = LOOKED; looked === LOOKED && Date.now() < endOfLooking;) {
    looked = dataOf(await client.rpc('doom_unused_uploads', { batch: LOOKED }));
  }
  let handled = 0;
  let last = { bucket_id: '', name: '' };
  for (;;) {
    const files = dataOf(
      await client.rpc('doomed_uploads', { after_bucket: last.bucket_id, after_name: last.name, batch: FILES }),
    );
    for (const [bucket, ofBucket] of Map.groupBy(files, ({ bucket_id }) => bucket_id)) {
      const { data, error } = await client.storage.from(bucket).remove(ofBucket.map(({ name }) => name));
      if (error) throw error;
      handled += data.length;
    }
    const next = files.at(-1);
    if (!next || Date.now() > end) return handled;
    last = next;
  }
}

/**
 * Stores the exchange rates of the operator's address; without one it does nothing.
 * @throws if the answer is invalid
 */
async function storeExchangeRates(client: Client): Promise<Omit<JobReport, 'job'>> {
  if (env.exchangeRatesUrl === null) return { handled: 0, message: 'No address of exchange rates is set.' };
  const { usdPerUnit, day, source } = await fetchRates(env.exchangeRatesUrl);
  const handled = dataOf(await client.rpc('store_exchange_rates', { rates: usdPerUnit, day, source }));
  return { handled, message: `Stored ${plural(handled, 'exchange rate', 'exchange rates')} of ${day}.` };
}

/** Runs a job until it is done or its time is over; undefined for an unknown job. */
export async function runJob(job: string): Promise<JobReport | undefined> {
  const client = secretClient('housekeeping');
  const end = Date.now() + RUN_MS;
  if (job === 'uploads') {
    const handled = await removeUnusedUploads(client, end);
    return { job, handled, message: `Removed ${plural(handled, 'unused file', 'unused files')} older than 24 hours.` };
  }
  if (job === 'quote-deadlines') {
    const handled = await untilNothingIsLeft(
      async () => dataOf(await client.rpc('tell_deadlines', { batch: BATCH })),
      end,
    );
    return { job, handled, message: `Looked at ${plural(handled, 'deadline', 'deadlines')} that passed.` };
  }
  if (job === 'inspection') {
    const handled = await inspectUploads(client, end);
    return { job, handled, message: `Removed ${plural(handled, 'file', 'files')} that nobody should open.` };
  }
  if (job === 'thumbnails') {
    const handled = await drawThumbnails(client, end);
    return { job, handled, message: `Drew ${plural(handled, 'thumbnail', 'thumbnails')}.` };
  }
  if (job === 'exchange-rates') return { job, ...(await storeExchangeRates(client)) };
  const say = databaseJobs[job];
  if (!say) return undefined;
  const handled = await untilNothingIsLeft(
    async () => dataOf(await client.rpc('housekeep', { job, batch: BATCH })),
    end,
  );
  return { job, handled, message: say(handled) };
}
