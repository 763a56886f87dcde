/** `npm run bench`: how fast the database answers with a million posts, against the ways that one would write first (docs/speed.md). */
import { ensureInstall } from '../machine/ensure-install.mjs';

ensureInstall();
const { register } = await import('tsx/esm/api');
register();
const { readOptions, USAGE } = await import('../../supabase/bench/options.ts');
const { bench } = await import('../../supabase/bench/bench.ts');

try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) console.log(USAGE);
  else await bench(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
