/** `npm run bench`: how fast the database answers with a million posts, compared with the queries that one would write first (docs/speed.md). */
import { prepareTypeScript, runCommand } from '../machine/command.mjs';

await runCommand(async () => {
  await prepareTypeScript();
  const { readOptions, USAGE } = await import('../../supabase/bench/options.ts');
  const { bench } = await import('../../supabase/bench/bench.ts');
  const options = readOptions(process.argv.slice(2));
  if (options === null) console.log(USAGE);
  else await bench(options);
});
