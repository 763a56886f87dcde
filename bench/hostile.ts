/**
 * `npm run bench -- hostile`: waiting times of a user while one client sends the worst requests that the gateway accepts
 * (docs/speed.md).
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { LocalSupabase } from '../supabase/local/server.ts';
import { onBothDatabases } from './both-databases.ts';
import type { Sent } from './http-caller.ts';
import type { BesideOptions } from './options.ts';
import { inMilliseconds, table, times } from './table.ts';
import { Times } from './turns.ts';
import { during } from './visitors.ts';

/** Parameters of the thread of a hostile client. */
export interface Hostility {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Bytes of an invalid body. */
  bodyBytes?: number;
  /** Parallel requests. */
  connections: number;
  /** The attacker's own address: all others use 127.0.0.1. */
  localAddress: string;
}

const HOSTILE = '127.0.0.66';
const USER = '127.0.0.1';
/** As often as one address may ask. */
const READ_MS = 50;
const CONNECTIONS = 40;
/** Maximum p95 of other users, as a multiple of that on an idle server. */
const WANTED = 3;
/** Pause of the server between two attacks. */
const SETTLE_MS = 5_000;
/** Maximum MB of the largest function. */
const MEMORY = 256;

type Attack = { what: string } & Pick<Hostility, 'url' | 'method' | 'headers' | 'body' | 'bodyBytes'>;

/** The columns of a card. */
export const COLUMNS =
  'id,title,description,images,category,country,created_at,counters:post_counters(likes,quotes),owner:profiles!posts_user_id_fkey(username)';

/** The most expensive requests of a guest: long answers, long sorts, deep pages, searches, large bodies, and refused requests. */
function attacks({ supabaseUrl, webUrl, publishableKey }: LocalSupabase): Attack[] {
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  const read = (what: string, path: string): Attack => ({
    what,
    url: `${supabaseUrl}/rest/v1/${path}`,
    method: 'GET',
    headers,
  });
  const call = (what: string, name: string, values: object): Attack => ({
    what,
    url: `${supabaseUrl}/rest/v1/rpc/${name}`,
    method: 'POST',
    headers,
    body: JSON.stringify(values),
  });
  return [
    read('a thousand posts with everything', `posts?select=${COLUMNS}`),
    read('posts in the order of their texts', `posts?select=${COLUMNS}&order=description,title&limit=1000`),
    read('a condition that no index knows', 'posts?select=id&description=eq.a&title=neq.b&country=in.(xx)'),
    read(
      '190 searches in one request',
      `posts?select=id&or=(${Array.from({ length: 190 }, (_, n) => `description.wfts.a${n}`).join(',')})`,
    ),
    call('a search for many words', 'list_posts', {
      search: 'steel quality ceramic coffee export supply order',
      page: 1,
      page_size: 20,
    }),
    call('the deepest page', 'list_posts', { page: 1_000_000, page_size: 20 }),
    {
      what: 'feedback of 20 MB',
      url: `${webUrl}/api/feedback`,
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'idempotency-key': 'hostile' },
      bodyBytes: 20 * 1024 * 1024,
    },
    { what: 'posts by /api', url: `${webUrl}/api/posts?search=steel+quality+export`, method: 'GET', headers: {} },
  ];
}

const answersSchema = z.record(z.string(), z.number());

/** Keeps up an attack during `work`. @returns the number of answers by status */
async function attacking(attack: Attack, work: () => Promise<void>): Promise<Record<string, number>> {
  const { what: _what, ...request } = attack;
  const hostility: Hostility = { ...request, connections: CONNECTIONS, localAddress: HOSTILE };
  const worker = new Worker(new URL('./hostile-caller.mjs', import.meta.url), { workerData: hostility, execArgv: [] });
  try {
    await delay(500);
    await work();
    const told = once(worker, 'message');
    worker.postMessage('stop');
    return answersSchema.parse((await told)[0]);
  } finally {
    await worker.terminate();
  }
}

/** Peak memory of the largest function process in MB; null if the system does not report it. */
function memoryOfFunctions(): number | null {
  try {
    const kilobytes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => statusOf(pid))
      .filter((status) => Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === process.pid && /^Name:\s+deno/m.test(status))
      .map((status) => Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    return kilobytes.length === 0 ? null : Math.max(...kilobytes) / 1024;
  } catch {
    return null;
  }
}

/** The status file of a process; empty if it has just ended. */
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

/** The reads of another user: the first page of the feed and its newest post, one after the other. */
function reads({ supabaseUrl, publishableKey }: LocalSupabase): Sent[][] {
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  return [
    [
      {
        url: `${supabaseUrl}/rest/v1/rpc/list_posts?select=${encodeURIComponent(COLUMNS)}`,
        method: 'POST',
        headers,
        body: JSON.stringify({ page: 1, page_size: 10 }),
      },
    ],
    [{ url: `${supabaseUrl}/rest/v1/news_items?select=id,title&limit=5`, method: 'GET', headers }],
  ];
}

/** Measures the reads of a user, alone and during each attack. @returns the table and the verdicts. */
async function measureHostile(server: LocalSupabase, seconds: number): Promise<{ table: string; verdicts: string[] }> {
  const user = { visits: reads(server), addresses: [USER], everyMs: READ_MS, waits: true };
  const measure = async (length: number) => {
    const { times: each, answers } = await during(user, () => delay(length * 1000));
    if (Object.keys(answers).join() !== '200') throw new Error(`A user is answered ${JSON.stringify(answers)}`);
    const measured = new Times();
    for (const milliseconds of each) measured.record(milliseconds);
    return measured;
  };
  await measure(seconds);
  const rows: string[][] = [];
  let worst = 0;
  for (const attack of attacks(server)) {
    // Let the server finish the requests of the previous attack.
    await delay(SETTLE_MS);
    const idle = await measure(seconds);
    let beside = idle;
    const answers = await attacking(attack, async () => {
      beside = await measure(seconds);
    });
    const ratio = beside.p95 / idle.p95;
    worst = Math.max(worst, ratio);
    rows.push([
      attack.what,
      ...[idle, beside].flatMap((its) => [inMilliseconds(its.median), inMilliseconds(its.p95)]),
      times(ratio),
      Object.entries(answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    ]);
  }
  const memory = memoryOfFunctions();
  const head = [
    'one client sends',
    'alone: median',
    'p95',
    'beside it: median',
    'p95',
    'p95 / alone',
    'it is answered',
  ];
  return {
    table: table(head, rows),
    verdicts: [
      `${worst < WANTED ? 'reached' : 'NOT REACHED'}: the p95 of others at the worst ${times(worst)}, to stay below ${WANTED}×`,
      memory === null
        ? 'not known: the memory of the functions'
        : `${memory < MEMORY ? 'reached' : 'NOT REACHED'}: the largest function held ${memory.toFixed(0)} MB, to stay below ${MEMORY} MB`,
    ],
  };
}

/** Measures on the embedded database with its demo data, then on a temporary Postgres with many posts. */
export function benchHostile({ posts, seconds }: BesideOptions): Promise<void> {
  return onBothDatabases({ posts, web: 'none' }, async (title, server) => {
    const { table: lines, verdicts } = await measureHostile(server, seconds);
    console.log(`\n${title} (ms)\n\n${lines}\n\n${verdicts.join('\n')}`);
  });
}
