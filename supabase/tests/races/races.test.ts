import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import pg from 'pg';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';
import { mutate, race, tally } from './race.ts';

/*
 * Many connections at the same moment. Each rule is tried as it is, and then in a version that a careful reader could
 * take for right (look first, then write): the same race has to show that it is wrong.
 */
const N = 20;
const ROUNDS = 5;

let database: RealDatabase;
let anna: SqlPerson;
let bob: SqlPerson;

beforeEach(async () => {
  database = await openRealDatabase();
  anna = await database.person('anna');
  bob = await database.person('bob');
});

afterEach(() => database.close());

const connections = (who: readonly (SqlPerson | 'service_role')[]) =>
  Promise.all(who.map((each) => database.connectAs(each)));
const crowd = (who: SqlPerson | 'service_role', size = N) => connections(Array.from({ length: size }, () => who));

async function people(size: number, role: 'user' | 'admin' = 'user'): Promise<SqlPerson[]> {
  const all: SqlPerson[] = [];
  for (let n = 0; n < size; n += 1) all.push(await database.person(`${role.slice(0, 3)}${n}`, role));
  return all;
}

async function createPost(owner: SqlPerson, country = 'vn', category = 'food'): Promise<number> {
  const [post] = await database.sql<{ id: number }>(
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
     values ($1, 'Steel', 'x', $3, $2, 'x') returning id`,
    [owner.id, country, category],
  );
  if (!post) throw new Error('no post');
  return post.id;
}

async function number(query: string, params: unknown[] = []): Promise<number> {
  const [row] = await database.sql<{ value: number }>(query, params);
  return row?.value ?? NaN;
}

/** The counts of blocks of ids, each the sum of its parts. */
const blocks = () =>
  database.sql(
    `select country, category, span, block, sum(visible_count)::int as visible_count, sum(hidden_count)::int as hidden_count
     from private.post_blocks group by 1, 2, 3, 4 having sum(visible_count) <> 0 or sum(hidden_count) <> 0 order by 1, 2, 3, 4`,
  );

const submit = (post_id: number, client_id?: string) => {
  const quote = { post_id, price_text: '1', quantity_text: '1', delivery_time: 'x', description: 'x', client_id };
  return `select quote_id from public.submit_quote('${JSON.stringify(quote)}')`;
};

describe('quotes of one supplier on one post', () => {
  const accepted = async (clients: pg.Client[]) => {
    const post = await createPost(anna);
    return { post, ends: tally(await race(database, clients, submit(post))) };
  };

  test('quotes of one supplier on one post at once: exactly one is accepted', async () => {
    const clients = await crowd(bob);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { post, ends } = await accepted(clients);
      expect(ends).toEqual({ ok: 1, PT429: N - 1 });
      expect(await number('select count(*)::int as value from public.quotes where post_id = $1', [post])).toBe(1);
      expect(await number('select quotes as value from public.post_counters where post_id = $1', [post])).toBe(1);
      expect(
        await number(`select count(*)::int as value from public.notifications where (data ->> 'postId')::bigint = $1`, [
          post,
        ]),
      ).toBe(1);
    }
    // What is refused does not use up the day's quotes either.
    expect(await number(`select used as value from private.rate_limit_uses where action = 'quote'`)).toBe(ROUNDS);
  });

  test('several quotes of one supplier would be accepted by a rule that only looks first', async () => {
    await database.sql(`
      create or replace function private.assert_quote_wait(p_supplier_id bigint, p_post_id bigint) returns void
      language plpgsql volatile security definer set search_path = '' as $$
      begin
        if exists (select 1 from private.quote_waits w where w.supplier_id = p_supplier_id and w.post_id = p_post_id) then
          raise exception using errcode = 'PT429', message = 'wait';
        end if;
        perform pg_sleep(0.02);
        insert into private.quote_waits values (p_supplier_id, p_post_id, now()) on conflict do nothing;
      end $$`);
    const { ends } = await accepted(await crowd(bob));
    expect(ends['ok']).toBeGreaterThan(1);
  });
});

describe('one quote sent many times at once', () => {
  const sent = async () => {
    const clients = await crowd(bob);
    const post = await createPost(anna);
    return race<{ quote_id: number }>(database, clients, submit(post, randomUUID()));
  };

  test('a quote sent many times at once is stored once and answered every time', async () => {
    const finishes = await sent();
    expect(tally(finishes)).toEqual({ ok: N });
    expect(new Set(finishes.map(({ rows }) => rows[0]?.quote_id)).size).toBe(1);
    expect(await number('select count(*)::int as value from public.quotes')).toBe(1);
  });

  test('a repeated quote would be refused without the second look', async () => {
    const [found] = await database.sql<{ signature: string }>(
      `select oid::regprocedure::text as signature from pg_proc where proname = 'submit_quote' and pronamespace = 'private'::regnamespace`,
    );
    await mutate(
      database,
      found?.signature ?? '',
      `exception when sqlstate 'PT429' then`,
      `exception when sqlstate 'PT429' then raise;`,
    );
    expect(tally(await sent())['PT429']).toBeGreaterThan(0);
  });
});

describe('one message sent many times at once', () => {
  const sent = async (clientId: string | null) => {
    const post = await createPost(anna);
    const [client] = await crowd(bob, 1);
    const { rows } = (await client?.query<{ quote_id: number }>(submit(post))) ?? { rows: [] };
    const statement = `select public.send_message(${rows[0]?.quote_id}, 'Hello'${clientId ? `, '${clientId}'` : ''}) as id`;
    return race<{ id: number }>(database, await crowd(bob), statement);
  };

  test('a message sent many times at once is stored and notified once, and answered every time', async () => {
    const finishes = await sent(randomUUID());
    expect(tally(finishes)).toEqual({ ok: N });
    expect(new Set(finishes.map(({ rows }) => rows[0]?.id)).size).toBe(1);
    expect(await number('select count(*)::int as value from public.messages')).toBe(1);
    expect(
      await number(`select count(*)::int as value from public.notifications where data ->> 'type' = 'message'`),
    ).toBe(1);
    expect(await number(`select used as value from private.rate_limit_uses where action = 'message'`)).toBe(1);
  });

  test('a repeated message would fail without its "on conflict" clause', async () => {
    await mutate(
      database,
      'private.send_message(bigint,text,uuid,jsonb)',
      'on conflict (sender_id, client_id) do nothing',
      '',
    );
    expect(tally(await sent(randomUUID()))['23505']).toBeGreaterThan(0);
  });

  test('a message sent many times without a client id is many messages', async () => {
    expect(tally(await sent(null))).toEqual({ ok: N });
    expect(await number('select count(*)::int as value from public.messages')).toBe(N);
  });
});

describe('one write sent many times at once under one key', () => {
  const begun = async (key: string) =>
    race<{ outcome: string }>(
      database,
      await crowd('service_role'),
      `select outcome from public.begin_idempotent_write('user 1', '${key}', 'hash')`,
    );
  const outcomes = (finishes: Awaited<ReturnType<typeof begun>>) => {
    const all = finishes.map(({ rows, code }) => rows[0]?.outcome ?? code ?? '');
    return {
      run: all.filter((each) => each === 'run').length,
      running: all.filter((each) => each === 'running').length,
    };
  };
  const endLeases = () => database.sql('update private.idempotent_writes set leased_until = now()');

  test('a write under one key runs once, and once more after it has died', async () => {
    const key = randomUUID();
    expect(outcomes(await begun(key))).toEqual({ run: 1, running: N - 1 });
    await endLeases();
    expect(outcomes(await begun(key))).toEqual({ run: 1, running: N - 1 });
    // Only who runs it counts against the limit.
    expect(await number(`select used as value from private.rate_limit_uses where action = 'idempotent_write'`)).toBe(2);
  });

  test('a write under one key would run many times if its taker did not renew the lease', async () => {
    const key = randomUUID();
    await begun(key);
    await endLeases();
    await mutate(
      database,
      'private.begin_idempotent_write(text,text,text)',
      'leased_until = excluded.leased_until,',
      '',
    );
    expect(outcomes(await begun(key)).run).toBeGreaterThan(1);
  });
});

describe('a limit of 5', () => {
  const used = async (clients: pg.Client[]) =>
    tally(await race(database, clients, `select public.consume_rate_limit('login', 'somebody')`));

  beforeEach(async () => {
    await database.sql(
      `update private.app_settings set value = value || '{"login": {"max": 5, "seconds": 60}, "post": {"max": 5, "seconds": 60}}' where key = 'rate_limits'`,
    );
  });

  test('a limit of 5 lets exactly 5 of 20 calls pass, in each window', async () => {
    const clients = await crowd('service_role');
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await used(clients)).toEqual({ ok: 5, PT429: N - 5 });
      await database.sql(
        `update private.rate_limit_uses set window_started_at = window_started_at - interval '60 seconds'`,
      );
    }
  });

  test('a limit of 5 lets exactly 5 of 20 posts pass', async () => {
    const finishes = await race(
      database,
      await crowd(anna),
      (place) =>
        `insert into public.posts (title, description, category, country, delivery_address) values ('${place}', 'x', 'food', 'vn', 'x')`,
    );
    expect(tally(finishes)).toEqual({ ok: 5, PT429: N - 5 });
    expect(await number('select count(*)::int as value from public.posts')).toBe(5);
    expect(await number('select sum(visible_count)::int as value from public.post_totals')).toBe(5);
  });

  test('a limit of 5 would be exceeded by a rule that only looks first', async () => {
    await database.sql(`
      create or replace function private.consume_rate_limit(p_action text, p_subject text) returns void
      language plpgsql security definer set search_path = '' as $$
      begin
        perform private.assert_rate_limit(p_action, p_subject);
        perform pg_sleep(0.02);
        insert into private.rate_limit_uses as u values (p_action, p_subject, now(), 1)
        on conflict (action, subject) do update set used = u.used + 1;
      end $$`);
    expect((await used(await crowd('service_role')))['ok']).toBeGreaterThan(5);
  });
});

describe('reports of empty searches', () => {
  test('reports of empty searches search within their limit, and hold no lock meanwhile', async () => {
    await database.sql(
      `update private.app_settings set value = value || '{"empty_search": {"max": 3, "seconds": 60}}' where key = 'rate_limits'`,
    );
    await database.sql('create table private.searches (locks integer)');
    await database.sql(`
      create or replace function private.count_posts(p_search text, p_country text, p_categories text[], p_unquoted boolean,
        p_open boolean, p_closing integer, p_posted integer) returns bigint
      language plpgsql volatile security definer set search_path = '' as $$
      begin
        insert into private.searches select count(*) from pg_catalog.pg_locks
        where pid = pg_backend_pid() and relation = 'private.rate_limit_uses'::regclass and mode = 'RowExclusiveLock';
        return 1;
      end $$`);
    const guest = await database.connectAs('anon');
    for (let n = 0; n < 5; n += 1) await guest.query(`select public.report_empty_search('cobalt')`);
    expect(await database.sql('select locks from private.searches')).toEqual(Array(3).fill({ locks: 0 }));
    expect(await database.sql('select * from private.empty_searches')).toEqual([]);
  });
});

describe('likes', () => {
  const liked = async (clients: pg.Client[], post: number, seed: number) =>
    tally(
      await race(database, clients, (place) => `select public.set_post_like(${post}, ${(place * 7 + seed) % 3 > 0})`),
    );
  const difference = (post: number) =>
    number(
      'select c.likes - (select count(*)::int from public.post_likes l where l.post_id = c.post_id) as value from public.post_counters c where c.post_id = $1',
      [post],
    );

  test('likes of many people at once are counted exactly', async () => {
    const post = await createPost(anna);
    const clients = await connections(await people(N));
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await liked(clients, post, round)).toEqual({ ok: N });
      expect(await difference(post)).toBe(0);
    }
  });

  test('likes of one person from many windows count once', async () => {
    const post = await createPost(anna);
    const clients = await crowd(bob);
    for (const [isLiked, likes] of [
      [true, 1],
      [false, 0],
      [true, 1],
    ] as const) {
      expect(tally(await race(database, clients, `select public.set_post_like(${post}, ${isLiked})`))).toEqual({
        ok: N,
      });
      expect(await number('select likes as value from public.post_counters where post_id = $1', [post])).toBe(likes);
    }
  });

  test('likes would be lost by a counter that is read and written back', async () => {
    await database.sql(`
      create or replace function private.count_post_like() returns trigger
      language plpgsql security definer set search_path = '' as $$
      declare
        v_post bigint := coalesce(new.post_id, old.post_id);
        v_likes integer := (select c.likes from public.post_counters c where c.post_id = v_post);
      begin
        perform pg_sleep(0.02);
        update public.post_counters c set likes = greatest(0, v_likes + case tg_op when 'INSERT' then 1 else -1 end) where c.post_id = v_post;
        return null;
      end $$`);
    const post = await createPost(anna);
    await liked(await connections(await people(N)), post, 0);
    expect(await difference(post)).not.toBe(0);
  });
});

describe('moderation', () => {
  const withoutLock = () =>
    mutate(
      database,
      'private.post_to_moderate(bigint, bigint, boolean, text)',
      'where p.id = p_post_id for update',
      'where p.id = p_post_id',
    );
  const hideByAll = async () => {
    const clients = await connections(await people(N, 'admin'));
    const post = await createPost(anna);
    const ends = tally(await race(database, clients, `select public.hide_post(${post})`));
    return { ends, told: await number('select count(*)::int as value from public.notifications') };
  };

  test('a post hidden by 20 admins at once is hidden once, and its owner notified once', async () => {
    expect(await hideByAll()).toEqual({ ends: { ok: N }, told: 1 });
  });

  test('the owner would be notified many times without the lock', async () => {
    await withoutLock();
    expect((await hideByAll()).told).toBeGreaterThan(1);
  });

  const hideByBoth = async (people: readonly pg.Client[]) => {
    const post = await createPost(anna);
    return tally(await race(database, people, `select public.hide_post(${post})`))['ok'];
  };
  const ownerAndAdmin = async () => connections([anna, await database.person('adam', 'admin')]);

  test('of an owner and an admin who hide a post at the same moment, one is refused', async () => {
    const people = await ownerAndAdmin();
    for (let round = 0; round < N; round += 1) expect(await hideByBoth(people)).toBe(1);
  });

  test('an owner would replace the hiding of an admin without the lock', async () => {
    await withoutLock();
    expect(await hideByBoth(await ownerAndAdmin())).toBe(2);
  });

  test('a hide and an edit at the same moment both take effect', async () => {
    const [owner, admin] = await connections([anna, await database.person('adam', 'admin')]);
    if (!owner || !admin) throw new Error('no connection');
    for (let round = 0; round < N; round += 1) {
      const post = await createPost(anna);
      const finishes = await race(database, [owner, admin], (place) =>
        place === 0
          ? `update public.posts set title = 'Edited', country = 'us' where id = ${post}`
          : `select public.hide_post(${post})`,
      );
      expect(tally(finishes)).toEqual({ ok: 2 });
      expect(await database.sql('select title, is_hidden from public.posts where id = $1', [post])).toEqual([
        { title: 'Edited', is_hidden: true },
      ]);
    }
    expect(await database.sql('select * from public.post_totals')).toEqual([]);
  });
});

describe('totals', () => {
  /** Half of the people move their posts from one place to the other, half the other way; and back again. */
  const swap = async (rounds: number) => {
    const owners = await people(N);
    for (const [place, owner] of owners.entries())
      await (place % 2 === 0 ? createPost(owner, 'us', 'energy') : createPost(owner, 'vn', 'food'));
    const clients = await connections(owners);
    const ends: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      const finishes = await race(
        database,
        clients,
        `update public.posts set country = case country when 'us' then 'vn' else 'us' end,
        category = case category when 'food' then 'energy' else 'food' end where user_id = private.current_profile_id()`,
      );
      for (const [code, count] of Object.entries(tally(finishes))) ends[code] = (ends[code] ?? 0) + count;
    }
    return ends;
  };

  test('totals stay exact while all posts swap places, without deadlocks', async () => {
    expect(await swap(ROUNDS)).toEqual({ ok: N * ROUNDS });
    expect(await database.sql('select country, category, visible_count from public.post_totals order by 1, 2')).toEqual(
      await database.sql(
        'select country, category, count(*)::int as visible_count from public.posts group by 1, 2 order by 1, 2',
      ),
    );
    expect(await blocks()).toEqual(await database.sql('select * from private.counted_post_blocks order by 1, 2, 3, 4'));
    expect(
      await number(
        `select sum(visible_count)::int as value from private.post_blocks where country = '' and category = '' and span = 1000`,
      ),
    ).toBe(N);
  });

  test('totals of a country and category are not locked while a post of it waits for something else', async () => {
    const [first, waiting, third] = await connections([anna, bob, await database.person('cleo')]);
    if (!first || !waiting || !third) throw new Error('no connection');
    // Their own words, those of food and of both countries are known then.
    for (const country of ['us', 'vn']) await createPost(anna, country);
    const post = (word: string, country: string) =>
      `insert into public.posts (title, description, category, country, delivery_address) values ('${word}', 'x', 'food', '${country}', 'x')`;
    await first.query('begin');
    await first.query(post('quokka', 'us'));
    // The same new word: it is stored once the first one is known to stay or not.
    const second = waiting.query(post('quokka', 'vn'));
    while ((await number(`select count(*)::int as value from pg_stat_activity where wait_event_type = 'Lock'`)) === 0);
    await third.query(`set lock_timeout = '5s'`);
    await third.query(post('steel', 'vn'));
    await first.query('commit');
    await second;
    expect(await database.sql('select country, visible_count from public.post_totals order by country')).toEqual([
      { country: 'us', visible_count: 2 },
      { country: 'vn', visible_count: 3 },
    ]);
  });

  test('totals would deadlock without the lock order', async () => {
    await mutate(database, 'private.keep_post_totals()', `order by 1, 2', v_changes`, `order by random()', v_changes`);
    await mutate(
      database,
      'private.change_post_total(text, text, integer)',
      'begin',
      'begin\n  perform pg_sleep(0.01);',
    );
    await database.sql(`alter system set deadlock_timeout = '50ms'`);
    await database.sql('select pg_reload_conf()');
    expect((await swap(2))['40P01']).toBeGreaterThan(0);
    await database.sql('alter system reset deadlock_timeout');
    await database.sql('select pg_reload_conf()');
  });
});

describe('new posts at the same moment', () => {
  const COUNTRIES = ['vn', 'us', 'de', 'fr', 'jp'];
  const CATEGORIES = ['food', 'energy', 'service', 'furniture'];
  const posting = (owner: SqlPerson, place: number) =>
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
     values (${owner.id}, 'Steel', 'x', '${CATEGORIES[place % 4]}', '${COUNTRIES[place % 5]}', 'x') returning id`;
  /** Each posts to a country and category of its own and holds its transaction open: how many did so without waiting for another. */
  const unhindered = async (size: number) => {
    const owners = await people(size);
    // Words that are new are added by one post, for which the others that have them wait: here all are known.
    for (const place of owners.keys()) await database.sql(posting(anna, place));
    const before = await number('select public.count_posts()::int as value');
    const clients = await crowd('service_role', size);
    await Promise.all(clients.map((client) => client.query(`reset role; set lock_timeout = '2s'`)));
    let posted = 0;
    for (const [place, owner] of owners.entries()) {
      await clients[place]?.query('begin');
      posted += await (clients[place]?.query(posting(owner, place)).then(
        () => 1,
        (error: unknown) => {
          if (error instanceof pg.DatabaseError && error.code === '55P03') return 0;
          throw error;
        },
      ) ?? 0);
      // What is not committed is counted for nobody else.
      expect(await number('select public.count_posts()::int as value')).toBe(before);
    }
    await Promise.all(clients.map((client) => client.query('commit')));
    return posted;
  };

  test('new posts at the same moment do not wait for each other', async () => {
    expect(await unhindered(8)).toBe(8);
    expect(await number('select public.count_posts()::int as value')).toBe(16);
    expect(await blocks()).toEqual(await database.sql('select * from private.counted_post_blocks order by 1, 2, 3, 4'));
  });

  test('new posts would all wait for one row if each counted in the same', async () => {
    await database.sql(`create or replace function private.free_part() returns integer language sql as 'select 0'`);
    expect(await unhindered(3)).toBe(1);
  });

  test('new posts are all counted if they outnumber the parts and some are moved or deleted', async () => {
    const owners = await people(N);
    const clients = await crowd('service_role');
    await Promise.all(clients.map((client) => client.query('reset role')));
    for (let round = 0; round < ROUNDS; round += 1) {
      const olds = await Promise.all(owners.map((owner) => createPost(owner)));
      const finishes = await race(database, clients, (place) => {
        if (place % 4 === 1) return `update public.posts set country = 'us' where id = ${olds[place]}`;
        if (place % 4 === 2) return `delete from public.posts where id = ${olds[place]}`;
        return posting(owners[place] ?? anna, place);
      });
      expect(tally(finishes)).toEqual({ ok: N });
      expect(await blocks()).toEqual(
        await database.sql('select * from private.counted_post_blocks order by 1, 2, 3, 4'),
      );
    }
  });

  test('new posts count in one part while they are written one after the other', async () => {
    for (const owner of await people(N)) await createPost(owner);
    expect(await database.sql('select distinct part from private.post_blocks')).toEqual([{ part: 1 }]);
  });

  test('a finished block has one row, whoever changes its posts meanwhile', async () => {
    const owners = await people(N);
    const clients = await crowd('service_role');
    await Promise.all(clients.map((client) => client.query('reset role')));
    const parts = (block: number) =>
      number('select count(*)::int as value from private.post_blocks where span = 1000 and block = $1 and part > 0', [
        block,
      ]);
    const open = clients.slice(0, 8);
    // Places and words that are new would make them wait for each other.
    for (const place of open.keys()) await database.sql(posting(anna, place));
    for (const last of [1000, 2000]) {
      await database.sql(`select setval('public.posts_id_seq', ${last - 2 * N})`);
      for (const client of open) await client.query('begin');
      for (const [place, client] of open.entries()) await client.query(posting(owners[place] ?? anna, place));
      await Promise.all(open.map((client) => client.query('commit')));
      const others = await race(database, clients.slice(8), (place) => posting(owners[place + 8] ?? anna, place + 8));
      expect(tally(others)).toEqual({ ok: N - 8 });
      expect(await parts(last / 1000 - 1)).toBe(8);
      // The first one begins a new block; the others move posts of the old one, delete them, or still add some.
      const finishes = await race(database, clients, (place) => {
        const old = last - 2 * N + 1 + place;
        if (place % 4 === 1) return `update public.posts set country = 'it' where id = ${old}`;
        if (place % 4 === 2) return `delete from public.posts where id = ${old}`;
        const id = place === 0 ? last : last - N + place;
        return posting(owners[place] ?? anna, place)
          .replace('(user_id', '(id, user_id')
          .replace('values (', `overriding system value values (${id}, `);
      });
      expect(tally(finishes)).toEqual({ ok: N });
      expect(await blocks()).toEqual(
        await database.sql('select * from private.counted_post_blocks order by 1, 2, 3, 4'),
      );
      await database.sql('select private.fold_post_blocks(1000)');
      expect(await parts(last / 1000 - 1)).toBe(0);
      expect(await blocks()).toEqual(
        await database.sql('select * from private.counted_post_blocks order by 1, 2, 3, 4'),
      );
    }
  });

  test('finished blocks are added up with every thousandth id', async () => {
    await createPost(anna);
    await database.sql(`select setval('public.posts_id_seq', 999)`);
    await createPost(anna);
    expect(
      await database.sql('select block, part, visible_count from private.post_blocks where span = 1000 order by 1'),
    ).toEqual([
      { block: 0, part: 0, visible_count: 1 },
      { block: 1, part: 1, visible_count: 1 },
    ]);
  });
});

describe('what may exist once', () => {
  const register = async () => {
    const clients = await Promise.all(Array.from({ length: N }, () => database.connectAs('service_role')));
    await Promise.all(clients.map((client) => client.query('reset role')));
    return tally(
      await race(
        database,
        clients,
        (place) => `insert into auth.users (id, email, raw_user_meta_data)
      values (gen_random_uuid(), 'c${place}@example.com', '{"username": "${place % 2 ? 'Carl' : 'carl'}"}')`,
      ),
    );
  };

  test('one of 20 people with one name registers, the others are told', async () => {
    expect(await register()).toEqual({ ok: 1, PT409: N - 1 });
    expect(await number(`select count(*)::int as value from auth.users where email like 'c%'`)).toBe(1);
  });

  test('a name would be registered more than once without its lock and its index', async () => {
    await database.sql('drop index public.profiles_username_is_unique');
    await mutate(
      database,
      'private.create_profile_of_new_user()',
      `perform pg_advisory_xact_lock(hashtextextended('username ' || private.name_skeleton(v_username), 0));`,
      '',
    );
    expect((await register())['ok']).toBeGreaterThan(1);
  });

  test('a post with one client id is stored once', async () => {
    const client_id = randomUUID();
    const finishes = await race(
      database,
      await crowd(anna),
      `insert into public.posts (title, description, category, country, delivery_address, client_id)
      values ('x', 'x', 'food', 'vn', 'x', '${client_id}')`,
    );
    expect(tally(finishes)).toEqual({ ok: 1, 23505: N - 1 });
  });

  test('a review of one person is stored once, and rated once', async () => {
    const finishes = await race(
      database,
      await crowd(bob),
      (place) => `select public.submit_review(${anna.id}, ${1 + (place % 5)}, 'x')`,
    );
    expect(tally(finishes)).toEqual({ ok: N });
    expect(
      await database.sql(
        'select rating_count, rating_sum = (select rating from public.reviews) as is_exact from public.profiles where id = $1',
        [anna.id],
      ),
    ).toEqual([{ rating_count: 1, is_exact: true }]);
  });
});

describe('deadlines that two runs of the job see at once', () => {
  const told = async () => {
    for (let n = 0; n < ROUNDS; n += 1) {
      const post = await createPost(anna);
      await database.sql(`update public.posts set quote_deadline = now() - interval '1 second' where id = $1`, [post]);
    }
    const ends = await race(database, await crowd('service_role'), 'select public.tell_deadlines(1000) as count');
    return {
      ends: tally(ends),
      notifications: await number('select count(*)::int as value from public.notifications'),
    };
  };

  test('[A621] owners are told of a deadline once by two concurrent runs', async () => {
    expect(await told()).toEqual({ ends: { ok: N }, notifications: ROUNDS });
  });

  test('owners would be told of a deadline twice by runs that only look first', async () => {
    await mutate(
      database,
      'private.tell_deadlines(integer)',
      `delete from private.deadlines_to_tell d where d.post_id in (
      select o.post_id from private.deadlines_to_tell o where o.quote_deadline <= now()
      order by o.quote_deadline limit least(p_limit, 500) for update skip locked)
    returning d.post_id`,
      'select d.post_id from private.deadlines_to_tell d where d.quote_deadline <= now()',
    );
    expect((await told()).notifications).toBeGreaterThan(ROUNDS);
  });
});

describe('[A623] questions of one person on one post', () => {
  const asked = async (post: number) => {
    const statement = (place: number) => `select public.ask_question(${post}, 'Question ${place}?') as id`;
    return tally(await race(database, await crowd(bob), statement));
  };

  test('a person has at most five open questions on a post', async () => {
    const post = await createPost(anna);
    expect(await asked(post)).toEqual({ ok: 5, PT400: N - 5 });
    expect(await number('select count(*)::int as value from public.notifications where user_id = $1', [anna.id])).toBe(
      5,
    );
  });

  test('a person would have more than five open questions without the lock', async () => {
    await mutate(
      database,
      'private.ask_question(bigint,text,uuid)',
      'perform 1 from public.profiles p where p.id = v_me for no key update;',
      '',
    );
    await database.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
    expect((await asked(await createPost(anna)))['ok']).toBeGreaterThan(5);
  });
});

test('[A621] a request that is closed while many quote has no quote that came later', async () => {
  const suppliers = await people(N - 1);
  const post = await createPost(anna);
  const clients = await connections([anna, ...suppliers]);
  const finishes = await race(database, clients, (place) =>
    place === 0 ? `select public.close_post(${post}, 'no_need')` : submit(post),
  );
  const { ok = 0, PT409: late = 0, ...others } = tally(finishes);
  expect([ok + late, others]).toEqual([N, {}]);
  expect(await number('select count(*)::int as value from public.quotes where post_id = $1', [post])).toBe(ok - 1);
  expect(
    await number(`select count(*)::int as value from public.notifications where data ->> 'type' = 'post_closed'`),
  ).toBe(ok - 1);
});

test('marking all as read leaves what a slow transaction added among those that were shown', async () => {
  const post = await createPost(anna);
  const [reader, slow] = await connections([anna, bob]);
  if (!reader || !slow) throw new Error('no connection');
  const add = `insert into public.notifications (user_id, message) values ($1, 'x')`;
  await database.sql(add, [anna.id]);
  await slow.query('begin');
  await slow.query('select public.ask_question($1, $2)', [post, 'Which steel?']);
  await database.sql(add, [anna.id]);
  const shown = await reader.query<{ id: string }>('select id from public.notifications order by id desc limit 1');
  await slow.query('commit');
  const marked = async (given: string[] | null) => {
    await reader.query('select public.mark_all_notifications_read($1, $2)', [shown.rows[0]?.id, given]);
    const { rows } = await reader.query<{ is_read: boolean }>(
      'select read_at is not null as is_read from public.notifications order by id',
    );
    return rows.map(({ is_read }) => is_read);
  };
  const all = await reader.query<{ id: string }>('select id from public.notifications order by id');
  const ids = [all.rows[0], all.rows[2]].map((row) => row?.id ?? '');
  expect(await marked(ids)).toEqual([true, false, true]);
  // A page that names only the newest marks it as well.
  expect(await marked(null)).toEqual([true, true, true]);
});
