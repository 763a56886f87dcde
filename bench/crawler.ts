/**
 * `npm run bench -- crawler`: waiting times of fifty people while a crawler asks for fifty pages a second
 * (docs/scale.md).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { LocalSupabase } from '../supabase/local/server.ts';
import { onBothDatabases } from './both-databases.ts';
import { COLUMNS } from './hostile.ts';
import type { Sent } from './http-caller.ts';
import type { BesideOptions } from './options.ts';
import { inMilliseconds, table, times } from './table.ts';
import { Times } from './turns.ts';
import { during, type Visitors } from './visitors.ts';

const PEOPLE = 50;
const PERSON_MS = 2_000;
const PAGES_A_SECOND = 50;
const POSTS = 200;

/** The feed and a post, as a page without a session reads them, and the documents of posts, as a crawler does. */
async function visitsTo({ webUrl, supabaseUrl, publishableKey }: LocalSupabase) {
  const rest = (path: string): Sent => ({
    url: `${supabaseUrl}/rest/v1/${path}`,
    method: 'GET',
    headers: { apikey: publishableKey },
  });
  const document = (path: string): Sent => ({ url: webUrl + path, method: 'GET', headers: { accept: 'text/html' } });
  const newest = rest(`posts?select=id&order=id.desc&limit=${POSTS}`);
  const answer = await fetch(newest.url, { headers: newest.headers });
  const ids = z.array(z.object({ id: z.number() })).parse(await answer.json());
  const feed = [document('/'), rest(`rpc/list_posts?page=1&page_size=10&select=${encodeURIComponent(COLUMNS)}`)];
  const people = ids.flatMap(({ id }) => [
    feed,
    [document(`/post/x-${id}`), rest(`posts?id=eq.${id}&select=${encodeURIComponent(COLUMNS)}`)],
  ]);
  return { people, crawler: ids.map(({ id }) => [document(`/post/x-${id}`)]) };
}

const said = (answers: Record<string, number>) =>
  Object.entries(answers)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');

async function measureCrawler(server: LocalSupabase, seconds: number): Promise<string> {
  const visits = await visitsTo(server);
  const people: Visitors = {
    visits: visits.people,
    addresses: Array.from({ length: PEOPLE }, (_, n) => `127.0.1.${n + 1}`),
    everyMs: PERSON_MS,
    waits: true,
  };
  const crawler: Visitors = {
    visits: visits.crawler,
    addresses: ['127.0.0.66'],
    everyMs: 1_000 / PAGES_A_SECOND,
    waits: false,
  };
  const visiting = () => during(people, () => delay(PERSON_MS + seconds * 1_000));
  await visiting();
  const alone = await visiting();
  if (Object.keys(alone.answers).join() !== '200') throw new Error(`People are answered ${said(alone.answers)}`);
  let beside = alone;
  const crawled = await during(crawler, async () => {
    beside = await visiting();
  });
  const row = (title: string, told: typeof alone) => {
    const measured = new Times();
    for (const each of told.times) measured.record(each);
    return {
      p95: measured.p95,
      cells: [title, inMilliseconds(measured.median), inMilliseconds(measured.p95), said(told.answers)],
    };
  };
  const [before, crowded, its] = [
    row('50 people', alone),
    row('beside the crawler', beside),
    row('the crawler', crawled),
  ];
  return `${table(['', 'median', 'p95', 'answers'], [before.cells, crowded.cells, its.cells])}\n\np95 of the people: ${times(crowded.p95 / before.p95)}`;
}

/** Measures on the embedded database with its demo data, then on a temporary Postgres with many posts. */
export function benchCrawler({ posts, seconds }: BesideOptions): Promise<void> {
  return onBothDatabases({ posts, web: 'build' }, async (title, server) => {
    console.log(`\n${title} (ms)\n\n${await measureCrawler(server, seconds)}`);
  });
}
