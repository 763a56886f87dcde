import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOSED_REASONS } from '../functions/_shared/domain/requirements.ts';
import { POSTS_PER_PAGE } from '../functions/_shared/domain/limits.ts';
import { QUOTE_STATUS_LABELS } from '../functions/_shared/domain/quote-status.ts';
import type { Database } from 'embedded-supabase/database';
import { openEmbedded } from 'embedded-supabase/embedded-database';
import { migrate, readMigrations } from 'embedded-supabase/migrations';
import { provisionPlatform } from 'embedded-supabase/platform-schema';
import { DEMO_PASSWORD, demoAccounts } from './data/accounts.ts';
import { demoFeedback } from './data/feedback.ts';
import { loadDemoData } from './load-demo.ts';
import type { DemoTarget } from 'embedded-supabase/demo-target';
import { demoNews } from './data/news.ts';
import { demoMessages } from './data/messages.ts';
import { demoPosts } from './data/posts.ts';
import { demoQuotes } from './data/quotes.ts';

// The rules of the database compare with its own clock, so the demo's time is the present, as it is for who loads it.
const now = new Date();
let folder: string;
let database: Database;
const stored = new Map<string, Uint8Array>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  database = await openEmbedded(folder);
  await provisionPlatform(database);
  await migrate(database, await readMigrations(join(import.meta.dirname, '../migrations')));
  await database.transaction(({ sql }) =>
    loadDemoData(
      {
        sql,
        putObject: (bucket, path, body) => {
          stored.set(`${bucket}/${path}`, body);
          return Promise.resolve();
        },
      },
      now,
    ),
  );
}, 180_000);

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** The one value that a query answers. */
async function value<T>(query: string, params: unknown[] = []): Promise<T | undefined> {
  const [row] = await database.sql<{ value: T }>(query, params);
  return row?.value;
}

describe('the loaded demo data', () => {
  test('has a suspended account and a log of what admins did, in order', async () => {
    expect(
      await value('select count(*)::int as value from public.accounts where suspended_until > $1', [now.toISOString()]),
    ).toBe(1);
    expect(
      await database.sql(
        'select action, actor_username, count(*)::int as entries from public.audit_log group by 1, 2 order by 1',
      ),
    ).toEqual([
      { action: 'change_role', actor_username: 'mona', entries: 1 },
      { action: 'hide_post', actor_username: 'adam', entries: 3 },
      { action: 'suspend_user', actor_username: 'adam', entries: 1 },
    ]);
    expect(
      await value(
        'select count(*)::int as value from (select created_at < lag(created_at) over (order by id) as is_late from public.audit_log) as l where is_late',
      ),
    ).toBe(0);
  });

  test('[A747] has two requests that bob watches without a quote, and no news that a job would tell', async () => {
    expect(
      await value(
        `select count(*)::int as value from private.watches w join public.profiles b on b.id = w.user_id
         where b.username = 'bob' and not exists (select 1 from public.quotes q where q.post_id = w.post_id and q.supplier_id = b.id)`,
      ),
    ).toBe(2);
    expect(await value('select count(*)::int as value from private.news_of_watched')).toBe(0);
  });

  test('[A747] has three searches that bob saved, each with hits that he was told of', async () => {
    expect(
      await database.sql(
        `select count(distinct s.id)::int as searches, min((select count(*) from private.saved_search_hits h
             where h.search_id = s.id and h.told_at is not null))::int > 0 as have_hits
         from private.saved_searches s join public.profiles b on b.id = s.user_id where b.username = 'bob'`,
      ),
    ).toEqual([{ searches: 3, have_hits: true }]);
    expect(await value('select count(*)::int as value from private.posts_to_match')).toBe(0);
  });

  test('[A747] sends bob a digest of his three searches, nobody else a mail, and leaves every mail switched on', async () => {
    expect(
      await database.sql(
        `select p.username, o.template, o.data -> 'count' as count, jsonb_path_query_array(o.data, '$.items[*].kind') as kinds,
           (select count(*)::int from jsonb_path_query(o.data, '$.items[*].path') as path where path #>> '{}' like '%saved=%') as paths
         from private.mail_outbox o left join public.profiles p on p.id = o.user_id`,
      ),
    ).toEqual([
      {
        username: 'bob',
        template: 'digest',
        count: 3,
        kinds: ['saved_search', 'saved_search', 'saved_search'],
        paths: 3,
      },
    ]);
    expect(await value('select bool_and(is_enabled) as value from private.mail_templates')).toBe(true);
  });

  test('has visits on each day of the past eight weeks, more of them lately, from and to several places', async () => {
    const [visits] = await database.sql(
      `select count(distinct floor(extract(epoch from $1::timestamptz - created_at) / 86400))
           filter (where created_at >= $1::timestamptz - interval '56 days')::int as days,
         bool_and(created_at < $1 and created_at > $1::timestamptz - interval '90 days') as is_kept_past,
         count(*) filter (where created_at >= $1::timestamptz - interval '28 days')
           > count(*) filter (where created_at between $1::timestamptz - interval '56 days' and $1::timestamptz - interval '28 days') as is_growing,
         count(distinct page_path)::int > 3 as has_pages, count(distinct referrer)::int > 3 as has_referrers
       from public.guest_visits`,
      [now.toISOString()],
    );
    expect(visits).toEqual({ days: 56, is_kept_past: true, is_growing: true, has_pages: true, has_referrers: true });
  });

  test('has confirmed accounts with the password and their roles', async () => {
    const accounts = await database.sql<{ username: string; role: string; is_ready: boolean }>(
      `select p.username, a.role,
         u.email_confirmed_at is not null and u.encrypted_password = extensions.crypt($1, u.encrypted_password) as is_ready
       from auth.users u join public.profiles p on p.auth_id = u.id join public.accounts a on a.profile_id = p.id
       join auth.identities i on i.user_id = u.id order by p.id`,
      [DEMO_PASSWORD],
    );
    expect(accounts).toEqual(demoAccounts.map(({ username, role }) => ({ username, role, is_ready: true })));
  });

  test('has its posts in order of time', async () => {
    const posts = await database.sql<{ title: string; is_later: boolean }>(
      `select title, created_at > lag(created_at, 1, '-infinity') over (order by id) as is_later from public.posts order by id`,
    );
    expect(posts).toEqual(demoPosts.map(({ title }) => ({ title, is_later: true })));
    expect(await value(`select max(created_at) < $1 as value from public.posts`, [now])).toBe(true);
  });

  test('has news that everybody sees, upcoming and past events, and an unfinished draft', async () => {
    const counts = await database.sql(
      `select count(*) filter (where status = 'published')::int as published,
         count(*) filter (where event_start > $1)::int > 0 as has_upcoming,
         count(*) filter (where event_end < $1)::int > 0 as has_past,
         bool_and(published_at is null) filter (where status = 'draft') as is_draft_unpublished
       from public.news_items`,
      [now],
    );
    expect(counts).toEqual([
      {
        published: demoNews.filter(({ status }) => !status).length,
        has_upcoming: true,
        has_past: true,
        is_draft_unpublished: true,
      },
    ]);
  });

  test('has feedback from users and guests in every state, some of it answered', async () => {
    const feedback = await database.sql(
      `select count(*)::int as all, count(user_id)::int > 0 as has_users, count(distinct status)::int as states,
         (select count(*)::int > 1 from public.feedback_entries e where e.created_at < $1) as has_entries
       from public.feedback`,
      [now],
    );
    expect(feedback).toEqual([{ all: demoFeedback.length, has_users: true, states: 4, has_entries: true }]);
  });

  test('keeps counters, totals and ratings that agree with the rows', async () => {
    const wrong = await database.sql(
      `select c.post_id from public.post_counters c
       where c.quotes <> (select count(*) from public.quotes q where q.post_id = c.post_id)
         or c.likes <> (select count(*) from public.post_likes l where l.post_id = c.post_id)
       union all select p.id from public.profiles p
       where p.rating_count <> (select count(*) from public.reviews r where r.reviewed_user_id = p.id)`,
    );
    expect(wrong).toEqual([]);
    expect(await value('select sum(visible_count)::int as value from public.post_totals')).toBe(
      await value('select count(*)::int as value from public.posts where not is_hidden'),
    );
    expect(await value('select count(*)::int as value from public.quotes')).toBe(demoQuotes.length);
  });

  test('keeps with each quote what its request asked for, which its deal is about', async () => {
    const missing = await database.sql(
      `select q.id from public.quotes q join public.posts p on p.id = q.post_id
       where q.quoted_request is null or q.revision = 0
         -- A deal that is cancelled keeps no address.
         and q.quoted_request - 'delivery_address' is distinct from private.request_facts(p) - 'delivery_address'`,
    );
    expect(missing).toEqual([]);
  });

  test('lets nobody quote a post again before five days are over', async () => {
    const missing = await database.sql(
      `select q.id from public.quotes q left join private.quote_waits w on w.supplier_id = q.supplier_id and w.post_id = q.post_id
       where w.quoted_at is distinct from q.created_at`,
    );
    expect(missing).toEqual([]);
  });

  test('[A626] has requests to decide on, in every state', async () => {
    const standing = await database.sql<{ shown: string }>(
      `select distinct case when status in ('pending', 'shortlisted') and valid_until < $1::date then 'expired' else status end as shown
       from public.quotes order by 1`,
      [now],
    );
    expect(standing.map(({ shown }) => shown)).toEqual(Object.keys(QUOTE_STATUS_LABELS).sort());
    const [requests] = await database.sql(
      `select count(*) filter (where closed_at is null and quote_deadline > $1)::int >= 5 as are_open,
         count(*) filter (where closed_at is null and quote_deadline <= $1)::int >= 2 as are_overdue,
         count(distinct closed_reason)::int as reasons
       from public.posts`,
      [now],
    );
    expect(requests).toEqual({ are_open: true, are_overdue: true, reasons: CLOSED_REASONS.length });
    const worth = await database.sql<{ post_id: number; quotes: number }>(
      `select q.post_id, count(*)::int as quotes from public.quotes q join public.posts p on p.id = q.post_id
       where p.quantity is not null group by q.post_id having count(distinct q.currency) >= 3 and count(*) between 4 and 6`,
    );
    expect(worth.length).toBeGreaterThanOrEqual(12);
    const [first] = await database.sql<{ places: number; quotes: number }>(
      `select count(*)::int as places, (select count(*)::int from public.quotes q where q.post_id = p.id) as quotes
       from public.posts p join public.posts newer on newer.id >= p.id and not newer.is_hidden
       where p.title = $1 group by p.id`,
      [demoPosts.find(({ key }) => key === 'oak-bar-stools')?.title],
    );
    expect(first?.places).toBeLessThanOrEqual(POSTS_PER_PAGE);
    expect(first?.quotes).toBe(6);
  });

  test('[A626] tells of decisions when they were made, never before the quote', async () => {
    const wrong = await database.sql(
      `select e.id from public.quote_events e join public.quotes q on q.id = e.quote_id
       where e.created_at <= q.created_at or e.created_at >= $1 or q.changed_at >= $1
         or exists (select 1 from public.quote_events o where o.quote_id = e.quote_id and o.id > e.id and o.created_at < e.created_at)
       union all select n.id from public.notifications n where n.created_at >= $1`,
      [now],
    );
    expect(wrong).toEqual([]);
    const kinds = await database.sql<{ kind: string }>(
      `select distinct data ->> 'type' as kind from public.notifications order by 1`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'deadline_passed',
        'deal_cancelled',
        'post_closed',
        'question_answered',
        'question_asked',
        'quote_accepted',
        'quote_declined',
        'quote_reopened',
        'quote_revised',
        'quote_shortlisted',
        'quote_withdrawn',
      ]),
    );
    expect(await value('select count(*)::int as value from private.rate_limit_uses')).toBe(0);
    expect(await value('select count(*)::int as value from public.quotes where revision = 1')).toBe(2);
  });

  test('[A626] has questions with and without an answer, and documents of requests', async () => {
    const [asked] = await database.sql(
      `select count(*)::int >= 6 as are_many, count(*) filter (where answered_at is null)::int as open,
         bool_and(k.created_at > p.created_at and k.created_at < coalesce(k.answered_at, $1) and coalesce(k.answered_at, k.created_at) < $1) as are_in_order,
         (select count(*)::int from public.post_attachments) as documents
       from public.post_questions k join public.posts p on p.id = k.post_id`,
      [now],
    );
    expect(asked).toEqual({ are_many: true, open: 1, are_in_order: true, documents: 2 });
  });

  test('[A616] has a rate of the day before for each currency of its quotes', async () => {
    const missing = await database.sql(
      `select distinct q.currency from public.quotes q where q.currency <> 'USD' and not exists (
         select 1 from public.exchange_rates r where r.currency = q.currency and r.day = $1::date - 1)`,
      [now],
    );
    expect(missing).toEqual([]);
  });

  test('has conversations in order of time, read by whoever answered', async () => {
    expect(await value('select count(*)::int as value from public.messages')).toBe(demoMessages.length);
    const wrong = await database.sql(
      `select m.id from public.messages m join public.quotes q on q.id = m.quote_id
       where m.created_at <= q.created_at or m.created_at >= $1 or q.last_message_at < m.created_at
         or m.sender_id not in (q.supplier_id, q.post_owner_id) or m.recipient_id not in (q.supplier_id, q.post_owner_id)
         or (m.read_at is null and exists (
           select 1 from public.messages r where r.quote_id = m.quote_id and r.id > m.id and r.sender_id = m.recipient_id))
         or exists (select 1 from public.messages r where r.quote_id = m.quote_id and r.id > m.id and r.created_at <= m.created_at)`,
      [now],
    );
    expect(wrong).toEqual([]);
    expect(await value('select count(*)::int as value from public.messages where read_at is null')).toBeGreaterThan(3);
  });

  test('tells of quotes, reviews and hidden posts in order of time, and leaves anna four to read', async () => {
    const later = await database.sql<{ is_later: boolean }>(
      `select created_at >= lag(created_at, 1, '-infinity') over (order by id) as is_later from public.notifications`,
    );
    expect(later.length).toBeGreaterThan(2 * demoQuotes.length);
    expect(later.every(({ is_later }) => is_later)).toBe(true);
    expect(await value('select max(created_at) < $1 as value from public.notifications', [now])).toBe(true);
    const anna = `select count(*)::int as value from public.notifications n join public.profiles p on p.id = n.user_id
      where p.username = 'anna' and n.read_at is null`;
    expect(await value(anna)).toBe(4);
  });

  test('names only files that are stored, below the folder of their owner', async () => {
    const named = await database.sql<{ path: string; is_own: boolean }>(
      `select 'avatars/' || p.avatar_path as path, p.avatar_path like p.auth_id || '/%' as is_own
       from public.profiles p where p.avatar_path is not null
       union all select 'post-images/' || i, i like p.auth_id || '/%'
       from public.posts t join public.profiles p on p.id = t.user_id cross join unnest(t.images) as i
       union all select 'news-images/' || i, i like p.auth_id || '/%'
       from public.news_items n join public.profiles p on p.id = n.author_id cross join unnest(n.images) as i
       union all select 'quote-documents/' || a.path, a.path like p.auth_id || '/%' and a.size_bytes > 500
       from public.quote_attachments a join public.quotes q on q.id = a.quote_id join public.profiles p on p.id = q.supplier_id
       union all select 'post-documents/' || a.path, a.path like p.auth_id || '/%' and a.size_bytes > 500
       from public.post_attachments a join public.posts t on t.id = a.post_id join public.profiles p on p.id = t.user_id
       union all select 'message-files/' || a.path, a.path like p.auth_id || '/%' and a.size_bytes > 500
       from public.message_attachments a join public.messages m on m.id = a.message_id join public.profiles p on p.id = m.sender_id`,
    );
    expect(named.filter(({ path, is_own }) => !is_own || !stored.has(path))).toEqual([]);
    const thumbnails = [...stored.keys()].filter((path) => path.endsWith('.thumb.webp'));
    expect(stored.size).toBe(named.length + thumbnails.length);
    expect(thumbnails).toHaveLength(named.filter(({ path }) => /^(post|news)-images\//.test(path)).length);
  });
});

test('two runs give the same data', async () => {
  const [first, second] = [await recorded(), await recorded()];
  expect(first.length).toBeGreaterThan(demoPosts.length);
  expect(second).toEqual(first);
});

/** Everything that a run writes. */
async function recorded(): Promise<unknown[]> {
  const written: unknown[] = [];
  const target: DemoTarget = {
    sql: async <T>(text: string, params: readonly unknown[] = []) => {
      written.push([text, params]);
      // The salt of the password is the one thing that differs from run to run.
      if (text.includes('gen_salt')) return database.sql<T>(`select 'hash' as hash`);
      // What a run reads is there; what it would write is only noted.
      return /^\s*select\b/.test(text) ? database.sql<T>(text, params) : [];
    },
    putObject: (bucket, path, body) => {
      written.push([bucket, path, body.byteLength]);
      return Promise.resolve();
    },
  };
  await loadDemoData(target, now);
  return written;
}
