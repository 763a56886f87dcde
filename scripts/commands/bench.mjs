/**
 * `npm run bench`: how fast the database answers with a million posts, compared with the queries that one would write first.
 * `npm run bench -- api`: how long `GET /api/posts` takes, compared with the same request at PostgREST.
 * `npm run bench -- page`: what a first visit costs on a phone, compared with the commit before and with a bare page (docs/speed.md).
 * `npm run bench -- hostile`: what others wait for while one client sends the worst that it can (docs/speed.md).
 * `npm run bench -- crawler`: what fifty people wait for while a crawler asks for fifty pages a second (docs/scale.md).
 * `npm run bench -- scale`: what one server carries: bytes a row, work a statement, writes a second (docs/scale.md).
 * `npm run bench -- alerts`: how long new posts take until all saved searches have told of them (docs/speed.md).
 * `npm run bench -- deadlocks`: whether many who do everything at once ever wait for each other in a circle.
 */
import { buildIfStale } from '../machine/launch.mjs';
import { prepareTypeScript, runCommand } from '../machine/command.mjs';

/**
 * Measures, or prints the usage where help was asked for.
 * @template Options @param {Options | null} options @param {string} usage
 * @param {(options: Options) => Promise<void>} measure
 */
async function measureOrHelp(options, usage, measure) {
  if (options === null) console.log(usage);
  else await measure(options);
}

await runCommand(async () => {
  await prepareTypeScript();
  const [subject, ...args] = process.argv.slice(2);
  if (subject === 'page') {
    const { readPageOptions, PAGE_USAGE } = await import('../../web/bench/options.ts');
    const { benchPage } = await import('../../web/bench/bench-page.ts');
    return measureOrHelp(readPageOptions(args), PAGE_USAGE, benchPage);
  }
  const options = await import('../../bench/options.ts');
  if (subject === 'api') {
    const { benchApi } = await import('../../bench/bench-api.ts');
    return measureOrHelp(options.readApiOptions(args), options.API_USAGE, benchApi);
  }
  if (subject === 'hostile') {
    const { benchHostile } = await import('../../bench/hostile.ts');
    return measureOrHelp(options.readBesideOptions(args), options.HOSTILE_USAGE, benchHostile);
  }
  if (subject === 'crawler') {
    await buildIfStale();
    const { benchCrawler } = await import('../../bench/crawler.ts');
    return measureOrHelp(options.readBesideOptions(args), options.CRAWLER_USAGE, benchCrawler);
  }
  if (subject === 'scale') {
    const { benchScale } = await import('../../bench/scale.ts');
    return measureOrHelp(options.readScaleOptions(args), options.SCALE_USAGE, benchScale);
  }
  if (subject === 'alerts') {
    const { benchAlerts } = await import('../../bench/alerts.ts');
    return measureOrHelp(options.readAlertOptions(args), options.ALERTS_USAGE, benchAlerts);
  }
  if (subject === 'deadlocks') {
    const { benchDeadlocks } = await import('../../bench/deadlocks.ts');
    return measureOrHelp(options.readDeadlockOptions(args), options.DEADLOCKS_USAGE, benchDeadlocks);
  }
  const { bench } = await import('../../bench/bench.ts');
  return measureOrHelp(options.readOptions(process.argv.slice(2)), options.USAGE, bench);
});
