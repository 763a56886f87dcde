import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';
import { mutate, race, tally } from './race.ts';

/* Two admins on the same row at the same moment: one answer each, and everything fits together afterwards. */
const ROUNDS = 5;

let database: RealDatabase;
let adam: SqlPerson;
let eve: SqlPerson;
let mona: SqlPerson;
let bob: SqlPerson;

beforeEach(async () => {
  database = await openRealDatabase();
  adam = await database.person('adam', 'admin');
  eve = await database.person('eve', 'admin');
  mona = await database.person('mona', 'main_admin');
  bob = await database.person('bob');
});

afterEach(() => database.close());

const connect = (...who: SqlPerson[]) => Promise.all(who.map((each) => database.connectAs(each)));
const actions = async () =>
  (await database.sql<{ action: string }>('select action from public.audit_log order by id')).map(
    ({ action }) => action,
  );

async function hiddenPosts(size: number): Promise<number[]> {
  const rows = await database.sql<{ id: number }>(
    `insert into public.posts (user_id, title, description, category, country, delivery_address, is_hidden, hidden_by, hidden_at, hidden_reason)
     select $1, 'Steel', 'x', 'food', 'vn', 'x', true, $2, now(), 'x' from generate_series(1, $3) returning id`,
    [bob.id, adam.id, size],
  );
  return rows.map(({ id }) => id);
}

describe('two admins and one account', () => {
  test('an account is suspended once by two admins, and the second gets a conflict', async () => {
    const clients = await connect(adam, eve, adam, eve);
    for (let round = 0; round < ROUNDS; round += 1) {
      await database.sql('update public.accounts set suspended_until = null, suspension_reason = null');
      expect(tally(await race(database, clients, `select public.suspend_user(${bob.id}, 'Spam', 7)`))).toEqual({
        ok: 1,
        PT409: 3,
      });
    }
    expect(await actions()).toEqual(Array.from({ length: ROUNDS }, () => 'suspend_user'));
    // Suspensions of ten minutes are one mail, with the last state.
    expect(await database.sql('select count(*)::int as mails from private.mail_outbox')).toEqual([{ mails: 1 }]);
  });

  test('one of two main admins who demote each other keeps the role', async () => {
    const max = await database.person('max', 'main_admin');
    const clients = await connect(mona, max);
    for (let round = 0; round < ROUNDS; round += 1) {
      await database.sql(`update public.accounts set role = 'main_admin' where profile_id in (${mona.id}, ${max.id})`);
      expect(
        tally(
          await race(
            database,
            clients,
            (place) =>
              `select public.change_user_role(${place ? mona.id : max.id}, 'user', 'main_admin', 'Left the company')`,
          ),
        ),
      ).toEqual({ ok: 1, PT403: 1 });
    }
  });

  test('an account would be suspended more than once without the lock', async () => {
    await mutate(database, 'private.account_to_manage(bigint, boolean)', 'for update', '');
    const clients = await connect(adam, eve, adam, eve);
    expect(
      tally(await race(database, clients, `select public.suspend_user(${bob.id}, 'Spam', 7)`))['ok'],
    ).toBeGreaterThan(1);
  });

  test('two main admins give one account different roles: one passes, the other is told to look again', async () => {
    const otherMona = await database.person('mona2', 'main_admin');
    const clients = await connect(mona, otherMona);
    for (let round = 0; round < ROUNDS; round += 1) {
      await database.sql(`update public.accounts set role = 'user' where profile_id = $1`, [bob.id]);
      const ends = await race(
        database,
        clients,
        (place) => `select public.change_user_role(${bob.id}, '${place ? 'admin' : 'main_admin'}', 'user')`,
      );
      expect(tally(ends)).toEqual({ ok: 1, PT409: 1 });
    }
    expect(await actions()).toHaveLength(ROUNDS);
  });

  test('two admins suspend each other: the second is suspended before acting', async () => {
    const clients = await connect(adam, eve);
    for (let round = 0; round < ROUNDS; round += 1) {
      await database.sql('update public.accounts set suspended_until = null, suspension_reason = null');
      const ends = await race(
        database,
        clients,
        (place) => `select public.suspend_user(${place ? adam.id : eve.id}, 'Spam', 7)`,
      );
      expect(tally(ends)).toEqual({ ok: 1, PT403: 1 });
      expect(
        await database.sql('select count(*)::int as suspended from public.accounts where suspended_until > now()'),
      ).toEqual([{ suspended: 1 }]);
    }
  });

  test('one deletes it while the other suspends it: the account is deleted or the suspension came first', async () => {
    const clients = await connect(mona, adam);
    const ends = await race(database, clients, (place) =>
      place ? `select public.suspend_user(${bob.id}, 'Spam', 7)` : `select public.delete_user(${bob.id}, 'bob')`,
    );
    expect(ends[0]?.code).toBeUndefined();
    expect([undefined, 'PT409']).toContain(ends[1]?.code);
    expect(
      await database.sql(
        'select suspended_until, deleted_at is not null as deleted from public.accounts where profile_id = $1',
        [bob.id],
      ),
    ).toEqual([{ suspended_until: null, deleted: true }]);
  });
});

describe('the last main admin', () => {
  const demote = async (otherMona: SqlPerson) => {
    // As the owner of the database: through the API nobody can change a main admin at all.
    const owners = await connect(mona, otherMona);
    for (const owner of owners) await owner.query('reset role');
    return tally(
      await race(
        database,
        owners,
        (place) => `update public.accounts set role = 'user' where profile_id = ${place ? mona.id : otherMona.id}`,
      ),
    );
  };
  const mainAdmins = () =>
    database.sql(`select count(*)::int as main_admins from public.accounts where role = 'main_admin'`);

  test('the last main admin keeps the role when two are demoted at the same moment', async () => {
    expect(await demote(await database.person('mona2', 'main_admin'))).toEqual({ ok: 1, PT409: 1 });
    expect(await mainAdmins()).toEqual([{ main_admins: 1 }]);
  });

  test('the last main admin would be demoted without the lock', async () => {
    await mutate(database, 'private.keep_a_main_admin()', 'pg_advisory_xact_lock(', 'abs(');
    await demote(await database.person('mona2', 'main_admin'));
    expect(await mainAdmins()).toEqual([{ main_admins: 0 }]);
  });
});

describe('two admins and the same hidden posts', () => {
  test('hidden posts unhidden and deleted by two admins have one end each, without a deadlock', async () => {
    const clients = await connect(adam, eve);
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = await hiddenPosts(20);
      const backwards = ids.toReversed();
      const ends = await race(database, clients, (place) =>
        place
          ? `select public.unhide_posts('{${backwards.join()}}')`
          : `select public.delete_hidden_posts('{${ids.join()}}', 'Spam')`,
      );
      expect(tally(ends)).toEqual({ ok: 1, PT409: 1 });
      const [left] = await database.sql<{ visible: number; hidden: number }>(
        `select count(*) filter (where not is_hidden)::int as visible, count(*) filter (where is_hidden)::int as hidden
         from public.posts where id = any ($1)`,
        [ids],
      );
      expect(left?.hidden).toBe(0);
      expect([0, 20]).toContain(left?.visible);
      expect((await actions()).slice(-20)).toEqual(
        Array.from({ length: 20 }, () => (left?.visible ? 'unhide_post' : 'delete_post')),
      );
    }
  });
});

describe('the counts of posts and quotes beside a user', () => {
  test('the post count of a user is exact after many concurrent writes', async () => {
    const clients = await connect(...Array.from({ length: 10 }, () => bob));
    for (const title of ['x', 'y'])
      await race(
        database,
        clients,
        `insert into public.posts (title, description, category, country, delivery_address) values ('${title}', 'x', 'food', 'vn', 'x')`,
      );
    expect(await database.sql('select post_count from public.accounts where profile_id = $1', [bob.id])).toEqual([
      { post_count: 20 },
    ]);
    const posts = await database.sql<{ id: number }>(`select id::int from public.posts where title = 'x'`);
    await race(database, clients, (place) => `delete from public.posts where id = ${posts[place]?.id}`);
    expect(
      await database.sql(
        'select post_count, (select count(*)::int from public.posts p where p.user_id = a.profile_id) as posts from public.accounts a where a.profile_id = $1',
        [bob.id],
      ),
    ).toEqual([{ post_count: 10, posts: 10 }]);
  });
});

test('a status of feedback that began before a bulk action and is stored after it is no part of its undo', async () => {
  const [feedback] = await database.sql<{ id: number }>(
    `insert into public.feedback (email, category, subject, message, page_path, user_agent)
     values ('bob@example.com', 'bug', 'Nothing works', 'Nothing works at all', '/', 'x') returning id`,
  );
  const [early, bulk] = await connect(eve, adam);
  await early?.query('begin; select now()');
  await bulk?.query(`select * from public.bulk_set_feedback_status(array[${feedback?.id}]::bigint[], 'resolved')`);
  await early?.query(`select public.set_feedback_status(${feedback?.id}, 'in_progress'); commit`);
  expect(await database.sql('select * from private.moderation_changes')).toEqual([]);
});
