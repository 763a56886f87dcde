/**
 * `npm run housekeeping -- <job> [<job> ...]`: runs scheduled jobs manually and prints their results. `mail` sends the
 * queue; without a name the jobs are listed. The server has to run: the local one is found through DATA_DIR and
 * SUPABASE_PORT, any other through SUPABASE_URL and CRON_SECRET.
 */
import { runCommand } from '../machine/command.mjs';
import { post, secret } from './running-server.mjs';

/** @param {string} path */
const call = async (path) => {
  try {
    return await post(`/functions/v1/${path}`, { Authorization: `Bearer ${secret('CRON_SECRET', 'cronSecret')}` });
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

await runCommand(async () => {
  const jobs = process.argv.slice(2);
  if (jobs.length === 0) {
    const known = await call('housekeeping');
    console.log(`Jobs: mail, ${known.jobs.join(', ')}\nRun one with: npm run housekeeping -- <job>`);
  }
  for (const job of jobs) {
    const report = job === 'mail' ? await call('mail') : await call(`housekeeping/${job}`);
    console.log(
      report.message ??
        `Mail: ${report.sent} sent, ${report.bounced} bounced, ${report.retry} to be tried again, ${report.failed} failed.`,
    );
  }
});
