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
import { benchAlerts } from '../../bench/alerts.ts';
import { benchApi } from '../../bench/bench-api.ts';
import { bench } from '../../bench/bench.ts';
import { benchCrawler } from '../../bench/crawler.ts';
import { benchDeadlocks } from '../../bench/deadlocks.ts';
import { benchHostile } from '../../bench/hostile.ts';
import * as read from '../../bench/options.ts';
import { benchScale } from '../../bench/scale.ts';
import { benchPage } from '../../web/bench/bench-page.ts';
import { PAGE_USAGE, readPageOptions } from '../../web/bench/options.ts';
import { buildIfStale } from '../machine/launch.mjs';

/** Measures, or prints the usage where help was asked for. */
async function measureOrHelp<Options>(
  options: Options | null,
  usage: string,
  measure: (options: Options) => Promise<void>,
): Promise<void> {
  if (options === null) console.log(usage);
  else await measure(options);
}

const SUBJECTS: Record<string, (args: string[]) => Promise<void>> = {
  page: (args) => measureOrHelp(readPageOptions(args), PAGE_USAGE, benchPage),
  api: (args) => measureOrHelp(read.readApiOptions(args), read.API_USAGE, benchApi),
  hostile: (args) => measureOrHelp(read.readBesideOptions(args), read.HOSTILE_USAGE, benchHostile),
  crawler: (args) =>
    measureOrHelp(read.readBesideOptions(args), read.CRAWLER_USAGE, async (options) => {
      await buildIfStale();
      await benchCrawler(options);
    }),
  scale: (args) => measureOrHelp(read.readScaleOptions(args), read.SCALE_USAGE, benchScale),
  alerts: (args) => measureOrHelp(read.readAlertOptions(args), read.ALERTS_USAGE, benchAlerts),
  deadlocks: (args) => measureOrHelp(read.readDeadlockOptions(args), read.DEADLOCKS_USAGE, benchDeadlocks),
};

const args = process.argv.slice(2);
const named = SUBJECTS[args[0] ?? ''];
await (named ? named(args.slice(1)) : measureOrHelp(read.readOptions(args), read.USAGE, bench));
