import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import pg from 'pg';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';
import { mutate, race, tally, type Finish } from './race.ts';

/*
 * The two parties of a quote, and two owners' windows, at the same moment. Whatever wins, there is one outcome, everybody hears of
 * it once, and nobody waits for ever: a deadlock would show as 40P01.
 */
const N = 20;
const ROUNDS = 50;
/** Of races beside the ones that the acceptance asks for. */
const FEW = 15;

let database: RealDatabase;
let anna: SqlPerson;
let suppliers: SqlPerson[];

beforeEach(async () => {
  database = await openRealDatabase();
  anna = await database.person('anna');
  suppliers = [];
  for (const name of ['bob', 'carl', 'dora', 'eve']) suppliers.push(await database.person(name));
});
afterEach(() => database.close());

const half = (place: number) => place % 2 === 0;
const connect = (who: (place: number) => SqlPerson | undefined, size = N) =>
  Promise.all(Array.from({ length: size }, (_, place) => database.connectAs(who(place) ?? anna)));

interface Scene {
  post: number;
  /** One of each supplier. */
  quotes: number[];
}

/** A post of anna with a quote of each supplier, an hour old. */
async function scene(): Promise<Scene> {
  const [post] = await database.sql<{ id: number }>(
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
     values ($1, 'Steel', 'x', 'food', 'vn', 'x') returning id`,
    [anna.id],
  );
  const quotes = await database.sql<{ id: number }>(
    `insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time,
       created_at, valid_until)
     select $1, 'Steel', $2, s, 'x', '1', '1', 'x', now() - interval '1 hour', private.today() + 30 from unnest($3::bigint[]) with ordinality as u (s, n)
     order by n returning id`,
    [post?.id, anna.id, suppliers.map(({ id }) => id)],
  );
  await database.sql('delete from public.notifications');
  return { post: post?.id ?? 0, quotes: quotes.map(({ id }) => id) };
}

const accept = (quote: number | undefined, close: boolean) =>
  `select * from public.accept_quote(${quote}, ${close}, 1)`;
const withdraw = (quote: number | undefined) => `select * from public.withdraw_quote(${quote}, 'Sold out')`;
const revise = (quote: number | undefined) =>
  `select * from public.revise_quote(${quote}, '{"description": "x", "price_text": "2", "quantity_text": "1", "delivery_time": "x"}', 1)`;
const submit = (post: number) =>
  `select * from public.submit_quote('{"post_id": ${post}, "description": "x", "price_text": "2", "quantity_text": "1", "delivery_time": "x"}')`;

const statuses = async ({ quotes }: Scene) =>
  (
    await database.sql<{ status: string }>(
      'select q.status from unnest($1::bigint[]) with ordinality as u (id, n) join public.quotes q using (id) order by n',
      [quotes],
    )
  ).map(({ status }) => status);
const events = async ({ quotes }: Scene) =>
  (
    await database.sql<{ kind: string }>('select kind from public.quote_events where quote_id = any ($1) order by id', [
      quotes,
    ])
  ).map(({ kind }) => kind);
/** Who was told what: "bob quote_accepted". */
const told = async () =>
  (
    await database.sql<{ line: string }>(
      `select p.username || ' ' || (n.data ->> 'type') as line from public.notifications n join public.profiles p on p.id = n.user_id order by 1`,
    )
  ).map(({ line }) => line);
const isClosed = async ({ post }: Scene) =>
  (
    await database.sql<{ closed_reason: string | null }>('select closed_reason from public.posts where id = $1', [post])
  )[0]?.closed_reason ?? null;
const winners = (ends: readonly Finish<unknown>[], won: (place: number) => boolean) =>
  ends.filter(({ code }, place) => code === undefined && won(place)).length;

/** As many rounds as are asked for, each on a scene of its own; answers how often each outcome came. */
async function rounds(
  clients: pg.Client[],
  statement: (at: Scene, place: number) => string,
  check: (at: Scene, ends: Finish<unknown>[]) => Promise<string>,
  times = ROUNDS,
) {
  const outcomes: Record<string, number> = {};
  for (let round = 0; round < times; round += 1) {
    const at = await scene();
    const ends = await race(database, clients, (place) => statement(at, place));
    const outcome = await check(at, ends);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(times);
  return outcomes;
}

describe('decisions at the same moment [A612]', () => {
  test(
    'an accept and a withdrawal race: one of the two succeeds and is notified once',
    { timeout: 120_000 },
    async () => {
      const clients = await connect((place) => (half(place) ? anna : suppliers[0]));
      await rounds(
        clients,
        ({ quotes }, place) => (half(place) ? accept(quotes[0], false) : withdraw(quotes[0])),
        async (at, ends) => {
          expect(tally(ends)).toEqual({ ok: 1, PT409: N - 1 });
          const [status = ''] = await statuses(at);
          expect(await events(at)).toEqual([status === 'accepted' ? 'accept' : 'withdraw']);
          expect(await told()).toEqual([status === 'accepted' ? 'bob quote_accepted' : 'anna quote_withdrawn']);
          expect(winners(ends, half)).toBe(status === 'accepted' ? 1 : 0);
          return status;
        },
      );
    },
  );

  test('an accept and a revision race: no unread version is accepted', { timeout: 120_000 }, async () => {
    const clients = await connect((place) => (half(place) ? anna : suppliers[0]));
    await rounds(
      clients,
      ({ quotes }, place) => (half(place) ? accept(quotes[0], false) : revise(quotes[0])),
      async (at, ends) => {
        expect(tally(ends)).toEqual({ ok: 1, PT409: N - 1 });
        const [quote] = await database.sql<{ status: string; price: string; version: number; revision: number }>(
          'select status, price_text as price, version, revision from public.quotes where id = $1',
          [at.quotes[0]],
        );
        const isAccepted = quote?.status === 'accepted';
        expect(quote).toEqual(
          isAccepted
            ? { status: 'accepted', price: '1', version: 1, revision: 0 }
            : { status: 'pending', price: '2', version: 2, revision: 1 },
        );
        expect(await events(at)).toEqual([isAccepted ? 'accept' : 'revise']);
        expect(await told()).toEqual([isAccepted ? 'bob quote_accepted' : 'anna quote_revised']);
        return quote?.status ?? '';
      },
    );
  });

  test('twenty accepts at once: one succeeds, and every supplier is notified once', { timeout: 120_000 }, async () => {
    const clients = await connect(() => anna);
    await rounds(
      clients,
      ({ quotes }) => accept(quotes[0], true),
      async (at, ends) => {
        expect(tally(ends)).toEqual({ ok: 1, PT409: N - 1 });
        expect(await statuses(at)).toEqual(['accepted', 'declined', 'declined', 'declined']);
        expect(await events(at)).toEqual(['accept', 'decline', 'decline', 'decline']);
        expect(await told()).toEqual([
          'bob quote_accepted',
          'carl quote_declined',
          'dora quote_declined',
          'eve quote_declined',
        ]);
        expect(await isClosed(at)).toBe('awarded');
        return 'accepted';
      },
    );
  });

  test('two accepts at once, both closing the request: exactly one succeeds', { timeout: 120_000 }, async () => {
    const clients = await connect(() => anna);
    await rounds(
      clients,
      // The later quote is locked by both only behind the earlier one.
      ({ quotes }, place) => accept(half(place) ? quotes[0] : quotes[3], true),
      async (at, ends) => {
        expect(tally(ends)).toEqual({ ok: 1, PT409: N - 1 });
        const found = await statuses(at);
        expect(found.toSorted()).toEqual(['accepted', 'declined', 'declined', 'declined']);
        const chosen = ['bob', 'carl', 'dora', 'eve'][found.indexOf('accepted')];
        expect(await told()).toEqual(
          ['bob', 'carl', 'dora', 'eve'].map(
            (name) => `${name} ${name === chosen ? 'quote_accepted' : 'quote_declined'}`,
          ),
        );
        return chosen ?? '';
      },
      FEW,
    );
  });

  test(
    'an accept and a close race: the request is awarded with a deal, or closed without one',
    { timeout: 120_000 },
    async () => {
      const clients = await connect(() => anna);
      await rounds(
        clients,
        ({ post, quotes }, place) =>
          half(place) ? accept(quotes[0], true) : `select public.close_post(${post}, 'no_need')`,
        async (at, ends) => {
          const reason = await isClosed(at);
          // Closing what is closed changes nothing and is no error.
          expect(tally(ends)).toEqual(reason === 'awarded' ? { ok: 11, PT409: 9 } : { ok: 10, PT409: 10 });
          expect(await statuses(at)).toEqual(
            reason === 'awarded'
              ? ['accepted', 'declined', 'declined', 'declined']
              : ['pending', 'pending', 'pending', 'pending'],
          );
          expect(await told()).toEqual(
            reason === 'awarded'
              ? ['bob quote_accepted', 'carl quote_declined', 'dora quote_declined', 'eve quote_declined']
              : ['bob post_closed', 'carl post_closed', 'dora post_closed', 'eve post_closed'],
          );
          return reason ?? '';
        },
      );
    },
  );

  test('an accept and new quotes race: a closed request has no undecided quote', { timeout: 120_000 }, async () => {
    const late: SqlPerson[] = [];
    for (let n = 0; n < 10; n += 1) late.push(await database.person(`late${n}`));
    const clients = await connect((place) => (half(place) ? anna : late[(place - 1) / 2]));
    await rounds(
      clients,
      ({ post, quotes }, place) => (half(place) ? accept(quotes[0], true) : submit(post)),
      async (at, ends) => {
        expect(Object.keys(tally(ends)).toSorted()).toEqual(['PT409', 'ok']);
        expect(winners(ends, half)).toBe(1);
        expect(await undecided(at)).toBe(0);
        return 'accepted';
      },
      FEW,
    );
  });

  test(
    'an accept, a deletion of the request, a hide and a message race: no deadlock',
    { timeout: 120_000 },
    async () => {
      const clients = await connect((place) => (place % 4 === 3 ? suppliers[0] : anna));
      await rounds(
        clients,
        ({ post, quotes }, place) =>
          [
            accept(quotes[place % 3], true),
            place < 10 ? `select public.hide_post(${post})` : `delete from public.posts where id = ${post}`,
            `select * from public.decline_quote(${quotes[3]}, 'Too late')`,
            `select public.send_message(${quotes[0]}, 'Hello')`,
          ][place % 4] ?? '',
        async (at, ends) => {
          expect(tally(ends)).not.toHaveProperty('40P01');
          expect(winners(ends, (place) => place % 4 === 0)).toBeLessThanOrEqual(1);
          const found = await statuses(at);
          expect(found.filter((status) => status === 'accepted').length).toBeLessThanOrEqual(1);
          return 'ended';
        },
        FEW,
      );
    },
  );
});

describe('while something else happens to the two people', () => {
  /** Quotes of bob on one post of anna, which a scan finds from the last to the first. */
  async function quotesOfBob(post: number): Promise<number[]> {
    const quotes = await database.sql<{ id: number }>(
      `insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time,
         created_at, valid_until)
       select $1, 'Steel', $2, $3, 'x', '1', '1', 'x', now() - n * interval '6 days', private.today() + 30 from generate_series(1, 3) as n
       order by n returning id`,
      [post, anna.id, suppliers[0]?.id],
    );
    const ids = quotes.map(({ id }) => id);
    // A change of an indexed column writes the row again, behind all others.
    for (const id of ids.toReversed())
      await database.sql(`update public.quotes set created_at = created_at - interval '1 second' where id = $1`, [id]);
    return ids;
  }

  test('an accept and the deletion of a supplier with several quotes on the request race: no deadlock', async () => {
    const boss = await database.person('boss', 'main_admin');
    const { post } = await scene();
    await database.sql('delete from public.quotes where post_id = $1', [post]);
    const [first, middle] = await quotesOfBob(post);
    const clients = await connect((place) => [anna, boss][place], 2);

    // Both have begun with the quotes before either can end.
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query(`begin; select 1 from public.quotes where id = ${middle} for update`);
    const ends = race(database, clients, (place) =>
      place === 0 ? accept(first, true) : `select public.delete_user(${suppliers[0]?.id}, 'bob')`,
    );
    const waiting = `select count(distinct pid)::int as n from pg_locks where not granted and locktype <> 'advisory'`;
    while ((await holder.query<{ n: number }>(waiting)).rows[0]?.n !== 2);
    await holder.query('commit');
    await holder.end();

    const codes = (await ends).map(({ code = 'ok' }) => code);
    expect(['ok', 'PT409']).toContain(codes[0]);
    expect(codes[1]).toBe('ok');
    const left = await database.sql<{ status: string }>('select status from public.quotes where post_id = $1', [post]);
    expect(left.filter(({ status }) => status === 'pending')).toEqual([]);
  });

  test.for([
    ['two deals that are cancelled', ['accepted', 'accepted'], false],
    ['a deal that is cancelled and an accept', ['accepted', 'pending'], true],
  ] as const)('%s at once leave the right mark on the reviews of the pair', async ([, [one, other], hasDeal]) => {
    const bob = suppliers[0] ?? anna;
    const clients = await connect((place) => (half(place) ? bob : anna), 2);
    const reviewer = await database.connectAs(anna);
    for (let round = 0; round < 5; round += 1) {
      const [first] = (await scene()).quotes;
      const [second] = (await scene()).quotes;
      for (const [quote, status] of [
        [first, one],
        [second, other],
      ] as const)
        await database.sql('update public.quotes set status = $2 where id = $1', [quote, status]);
      await reviewer.query(`select public.submit_review(${bob.id}, 5, 'Good')`);
      const ends = await race(database, clients, (place) =>
        half(place) || other === 'accepted'
          ? `select * from public.cancel_deal(${half(place) ? first : second}, 'No stock')`
          : accept(second, false),
      );
      expect(tally(ends)).toEqual({ ok: 2 });
      expect(await database.sql('select has_deal from public.reviews')).toEqual([{ has_deal: hasDeal }]);
      await database.sql('delete from public.reviews');
      await database.sql('delete from public.quotes');
    }
  });

  test.for([
    ['the first review of the supplier', 0, false],
    ['the first review of the owner', 1, false],
    ['a review that is replaced', 0, true],
  ] as const)('an accept and %s race: the reviews are marked as a deal', async ([, who, isThere]) => {
    const parties = [suppliers[0] ?? anna, anna] as const;
    const [author, other] = [parties[who], parties[1 - who] ?? anna];
    const review = (rating: number) => `select public.submit_review(${other.id}, ${rating}, 'Good')`;
    const clients = await connect((place) => (half(place) ? anna : author), 2);
    for (let round = 0; round < 10; round += 1) {
      const { quotes } = await scene();
      if (isThere) await clients[1]?.query(review(4));
      const ends = await race(database, clients, (place) => (half(place) ? accept(quotes[0], true) : review(5)));
      expect(tally(ends)).toEqual({ ok: 2 });
      expect(await database.sql('select rating, has_deal from public.reviews')).toEqual([
        { rating: 5, has_deal: true },
      ]);
      await database.sql('delete from public.reviews');
      await database.sql('delete from public.quotes');
    }
  });

  test.for([
    ['the supplier', 0],
    ['the owner', 1],
  ] as const)('the first quote against the first review of %s: it says that they exchanged one', async ([, who]) => {
    const parties = [suppliers[0] ?? anna, anna] as const;
    const [author, other] = [parties[who], parties[1 - who] ?? anna];
    const clients = await connect((place) => (half(place) ? suppliers[0] : author), 2);
    const { post } = await scene();
    for (let round = 0; round < 10; round += 1) {
      for (const table of ['public.reviews', 'public.quotes', 'private.quote_waits'])
        await database.sql(`delete from ${table}`);
      const ends = await race(database, clients, (place) =>
        half(place) ? submit(post) : `select public.submit_review(${other.id}, 5, 'Good')`,
      );
      expect(tally(ends)).toEqual({ ok: 2 });
      expect(await database.sql('select is_verified_deal, has_deal from public.reviews')).toEqual([
        { is_verified_deal: true, has_deal: false },
      ]);
    }
  });
});

const undecided = async ({ post }: Scene) =>
  (
    await database.sql(
      `select 1 from public.quotes q join public.posts p on p.id = q.post_id
       where p.id = $1 and p.closed_at is not null and q.status in ('pending', 'shortlisted')`,
      [post],
    )
  ).length;

describe('without their locks', () => {
  const ACT = 'private.quote_to_act_on(bigint, bigint, text)';

  test('a quote would be withdrawn more than once', async () => {
    await mutate(database, ACT, 'perform 1 from public.quotes q where q.id = p_quote_id for update;', '');
    const { quotes } = await scene();
    const clients = await connect(() => suppliers[0]);
    expect(tally(await race(database, clients, withdraw(quotes[0])))['ok']).toBeGreaterThan(1);
  });

  test('a request would be closed with a quote that nobody declined', async () => {
    await mutate(
      database,
      'private.submit_quote(jsonb)',
      'where p.id = v_quote.post_id for share',
      'where p.id = v_quote.post_id',
    );
    const late = await database.person('late');
    const clients = await connect((place) => (place === 0 ? anna : late), 2);
    const at = await scene();
    await race(database, clients, (place) => (place === 0 ? accept(at.quotes[0], true) : submit(at.post)));
    expect(await undecided(at)).toBe(1);
  });
});

describe('transactions that began in another order than they wrote', () => {
  /** Begins a transaction of a person, so that its `now()` is before whatever others do meanwhile; answers how to end it. */
  const begin = async (who: SqlPerson) => {
    const client = await database.connectAs(who);
    await client.query('begin; select now()');
    return async (statement: string) => {
      await client.query(statement);
      await client.query('commit');
    };
  };
  const run = async (who: SqlPerson | undefined, statement: string) =>
    (await database.connectAs(who ?? anna)).query(statement);

  test('a change of a request that is stored after a quote is later than the quote, and no part of the deal', async () => {
    const { post } = await scene();
    const fred = await database.person('fred');
    await database.sql(`update public.posts set quantity = 10, unit = 'kg' where id = $1`, [post]);
    const edit = await begin(anna);
    await run(fred, submit(post));
    await edit(`update public.posts set quantity = 1000 where id = ${post}`);
    const [quote] = await database.sql<{ id: number; is_earlier: boolean; wanted: number }>(
      `select q.id, q.created_at < c.created_at as is_earlier, (q.quoted_request ->> 'quantity')::int as wanted
       from public.quotes q join public.post_changes c on c.post_id = q.post_id where q.supplier_id = $1 order by c.id desc limit 1`,
      [fred.id],
    );
    expect(quote).toMatchObject({ is_earlier: true, wanted: 10 });
    await run(anna, accept(quote?.id, false));
    const deal = await run(fred, `select quantity from public.deal_of_quote(${quote?.id})`);
    expect(deal.rows).toEqual([{ quantity: '10' }]);
  });

  test('a step of an owner that is stored after a revision ends the corrections of the revision', async () => {
    const { quotes } = await scene();
    const shortlist = await begin(anna);
    await run(suppliers[0], revise(quotes[0]));
    await shortlist(`select * from public.shortlist_quote(${quotes[0]}, true)`);
    await run(
      suppliers[0],
      revise(quotes[0]).replace('"price_text": "2"', '"price_text": "3"').replace(', 1)', ', 2)'),
    );
    expect(await events({ post: 0, quotes })).toEqual(['revise', 'shortlist', 'revise']);
  });
});
