/**
 * `npm run housekeeping -- <job> [<job> ...]`: starts scheduled work by hand and prints what it did. `mail` sends the queue; without
 * a name the jobs are listed. The server has to run: the local one is found through DATA_DIR and SUPABASE_PORT, any other through
 * SUPABASE_URL and CRON_SECRET.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { env } = process;
const url = env.SUPABASE_URL || `http://127.0.0.1:${env.SUPABASE_PORT || '54321'}`;

function secret() {
  if (env.CRON_SECRET) return env.CRON_SECRET;
  const file = join(resolve(root, env.DATA_DIR || 'supabase/.temp/data'), 'keys.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')).cronSecret;
  } catch {
    throw new Error(`${file} cannot be read. Start the server first ("npm start"), or set SUPABASE_URL and CRON_SECRET.`);
  }
}

async function call(path) {
  const response = await fetch(`${url}/functions/v1/${path}`, { method: 'POST', headers: { Authorization: `Bearer ${secret()}` } }).catch(() => {
    throw new Error(`Nothing answers at ${url}. Start the server first ("npm start").`);
  });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(`${path}: ${body.message ?? `HTTP ${response.status}`}`);
  return body;
}

try {
  const jobs = process.argv.slice(2);
  if (jobs.length === 0) {
    const known = await call('housekeeping');
    console.log(`Jobs: mail, ${known.jobs.join(', ')}\nRun one with: npm run housekeeping -- <job>`);
  }
  for (const job of jobs) {
    const report = job === 'mail' ? await call('mail') : await call(`housekeeping/${job}`);
    console.log(report.message ?? `Mail: ${report.sent} sent, ${report.bounced} bounced, ${report.retry} to be tried again, ${report.failed} failed.`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
