/**
 * `npm run bench`: how fast the database answers with a million posts, compared with the queries that one would write first.
 * `npm run bench -- api`: how long `GET /api/posts` takes, compared with the same request at PostgREST.
 * `npm run bench -- page`: what a first visit costs on a phone, compared with the commit before and with a bare page (docs/speed.md).
 * `npm run bench -- hostile`: what others wait for while one client sends the worst that it can (docs/speed.md).
 * `npm run bench -- scale`: what one server carries: bytes a row, work a statement, writes a second (docs/scale.md).
 */
import { prepareTypeScript, runCommand } from '../machine/command.mjs';

await runCommand(async () => {
  await prepareTypeScript();
  const [subject, ...args] = process.argv.slice(2);
  if (subject === 'page') {
    const { readPageOptions, PAGE_USAGE } = await import('../../web/bench/options.ts');
    const { benchPage } = await import('../../web/bench/bench-page.ts');
    const options = readPageOptions(args);
    if (options === null) console.log(PAGE_USAGE);
    else await benchPage(options);
    return;
  }
  if (subject === 'api') {
    const { readApiOptions, API_USAGE } = await import('../../supabase/bench/options.ts');
    const { benchApi } = await import('../../supabase/bench/bench-api.ts');
    const options = readApiOptions(args);
    if (options === null) console.log(API_USAGE);
    else await benchApi(options);
    return;
  }
  if (subject === 'hostile') {
    const { readHostileOptions, HOSTILE_USAGE } = await import('../../supabase/bench/options.ts');
    const { benchHostile } = await import('../../supabase/bench/hostile.ts');
    const options = readHostileOptions(args);
    if (options === null) console.log(HOSTILE_USAGE);
    else await benchHostile(options);
    return;
  }
  if (subject === 'scale') {
    const { readScaleOptions, SCALE_USAGE } = await import('../../supabase/bench/options.ts');
    const { benchScale } = await import('../../supabase/bench/scale.ts');
    const options = readScaleOptions(args);
    if (options === null) console.log(SCALE_USAGE);
    else await benchScale(options);
    return;
  }
  const { readOptions, USAGE } = await import('../../supabase/bench/options.ts');
  const { bench } = await import('../../supabase/bench/bench.ts');
  const options = readOptions(process.argv.slice(2));
  if (options === null) console.log(USAGE);
  else await bench(options);
});
