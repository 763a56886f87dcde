/** What the migrations make and the functions do where roles, owners and timeouts are those of hosted Supabase. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitionsOf, differences } from '../support/postgres/catalog.ts';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';

let hosted: RealDatabase;
let anna: SqlPerson;
let bob: SqlPerson;
let adam: SqlPerson;

beforeAll(async () => {
  hosted = await openRealDatabase(undefined, 'hosted');
  [anna, bob, adam] = [
    await hosted.person('anna'),
    await hosted.person('bob'),
    await hosted.person('adam', 'main_admin'),
  ];
});
afterAll(() => hosted.close());

test('the owner of all is no superuser, and Auth and Storage belong to their own admins', async () => {
  expect(await hosted.sql(`select rolsuper from pg_roles where rolname = 'postgres'`)).toEqual([{ rolsuper: false }]);
  expect(
    await hosted.sql(
      `select tableowner, count(*) > 0 as has from pg_tables where schemaname in ('public', 'private') group by 1`,
    ),
  ).toEqual([{ tableowner: 'postgres', has: true }]);
  expect(
    await hosted.sql(
      `select distinct schemaname, tableowner from pg_tables where schemaname in ('auth', 'storage') order by 1`,
    ),
  ).toEqual([
    { schemaname: 'auth', tableowner: 'supabase_auth_admin' },
    { schemaname: 'storage', tableowner: 'supabase_storage_admin' },
  ]);
  expect(await hosted.sql(`select pg_has_role('postgres', 'supabase_storage_admin', 'member') as is_lent`)).toEqual([
    { is_lent: false },
  ]);
});

test('PostgREST refuses a token that outlives its session, before it asks for a table', async () => {
  const [setting] = await hosted.sql<{ setconfig: string[] }>(
    // The databases of tests are copies, which leaves such a setting at their template.
    `select s.setconfig from pg_db_role_setting s where s.setdatabase <> 0 and s.setrole = 'authenticator'::regrole`,
  );
  const check = setting?.setconfig.find((line) => line.startsWith('pgrst.db_pre_request='))?.split('=')[1];
  expect(check).toBe('private.refuse_ended_session');
  const client = new pg.Client({ connectionString: hosted.url });
  await client.connect();
  const ask = async (role: string, claims: object) => {
    await client.query(`select set_config('request.jwt.claims', $1, false), set_config('role', $2, false)`, [
      JSON.stringify({ role, ...claims }),
      role,
    ]);
    return client.query(`select ${check}()`);
  };
  try {
    for (const role of ['anon', 'authenticated', 'service_role']) await ask(role, {});
    const [session] = await hosted.sql<{ id: string }>(
      `insert into auth.sessions (id, user_id, aal) values (gen_random_uuid(), $1, 'aal1') returning id`,
      [bob.authId],
    );
    const claims = { sub: bob.authId, session_id: session?.id };
    await ask('authenticated', claims);
    await hosted.sql('delete from auth.sessions where id = $1', [session?.id]);
    await expect(ask('authenticated', claims)).rejects.toMatchObject({ code: 'PT401' });
  } finally {
    await client.end();
  }
});

/** Auth is a role of its own on hosted Supabase and has to run its hooks. */
const RIGHT_OF_AUTH = /, supabase_auth_admin=[XU]\/postgres/;

/** The platform's own objects belong to other roles there. */
const isOfProduct = (line: string) =>
  /^(?:[^\t]* (?:public|private)\.|schema private\t|default acl for role postgres |(?:policy|trigger|extension) )/.test(
    line,
  );

test('the migrations make the same schema, with the same grants and policies', async () => {
  const plain = await openRealDatabase();
  try {
    const made = (await definitionsOf(hosted.sql)).filter(isOfProduct);
    const withoutAuth = made.map((line) => line.replace(RIGHT_OF_AUTH, ''));
    const expected = (await definitionsOf(plain.sql)).filter(isOfProduct);
    expect(differences(withoutAuth, expected, ['hosted Supabase', 'a plain Postgres'])).toEqual([]);
    const hooks = made.filter((line) => line.startsWith('function ') && RIGHT_OF_AUTH.test(line));
    expect(hooks.every((line) => line.startsWith('function private.'))).toBe(true);
    expect(hooks.length).toBeLessThan(5);
  } finally {
    await plain.close();
  }
});

describe('functions with the rights of their owner, who is no superuser,', () => {
  const value = async (client: pg.Client, query: string, params: unknown[] = []): Promise<unknown> => {
    const { rows } = await client.query<Record<string, unknown>>(query, params);
    return Object.values(rows[0] ?? {})[0];
  };

  test('functions of an owner without superuser rights register, post, quote, talk and review', async () => {
    const [buyer, supplier] = [await hosted.connectAs(anna), await hosted.connectAs(bob)];
    const post = await value(
      buyer,
      `insert into public.posts (title, description, category, country, delivery_address) values ('Steel', 'x', 'industrial', 'vn', 'x') returning id`,
    );
    const quote = await value(
      supplier,
      `select quote_id from public.submit_quote(jsonb_build_object('post_id', $1::bigint) || '{"price_text": "1 USD", "quantity_text": "1", "delivery_time": "5 days", "description": "In stock"}')`,
      [post],
    );
    await supplier.query('select public.set_post_like($1, true)', [post]);
    expect(await value(supplier, 'select count(*)::int from public.list_posts()')).toBe(1);
    await supplier.query(`select public.send_message($1, 'Hello')`, [quote]);
    expect(await value(buyer, 'select content from public.messages where quote_id = $1', [quote])).toBe('Hello');
    await buyer.query(`select public.submit_review($1, 5, 'Good')`, [bob.id]);
    expect(await value(buyer, 'select rating_count from public.profiles where id = $1', [bob.id])).toBe(1);
    expect(await value(buyer, 'select count(*)::int from public.notifications')).toBe(2);
  });

  test('functions of an owner without superuser rights moderate, save settings, and write to Auth', async () => {
    const admin = await hosted.connectAs(adam);
    const carol = await hosted.person('carol');
    await admin.query(
      `select public.save_email_settings('{"from_name": "Market", "from_address": "no-reply@market.example", "smtp_host": "smtp.market.example",
        "smtp_port": 465, "smtp_security": "tls", "smtp_user": "user", "daily_cap": 1000}', 'secret')`,
    );
    expect(await hosted.sql('select from_name from private.mail_settings')).toEqual([{ from_name: 'Market' }]);
    expect(await value(admin, 'select count(*)::int from public.list_users()')).toBeGreaterThan(3);
    await admin.query(`select public.suspend_user($1, 'x', 7)`, [carol.id]);
    expect(await hosted.sql('select suspension_reason from public.accounts where profile_id = $1', [carol.id])).toEqual(
      [{ suspension_reason: 'x' }],
    );
    await admin.query('select public.delete_user($1, $2)', [carol.id, carol.username]);
    expect(await hosted.sql('select username from public.profiles where id = $1', [carol.id])).toEqual([
      { username: `deleted-${carol.id}` },
    ]);
    expect(
      await hosted.sql('select 1 from auth.users where id = $1 and email like $2', [carol.authId, 'carol%']),
    ).toEqual([]);
  });

  test('functions of an owner without superuser rights run every job, and inspect files of others', async () => {
    const scheduler = await hosted.connectAs('service_role');
    await hosted.sql(
      `insert into storage.objects (bucket_id, name, owner_id, created_at) values ('post-images', $1, $2, now() - interval '2 days')`,
      [`${anna.authId}/x.png`, anna.authId],
    );
    const jobs = [
      'notifications',
      'guest-visits',
      'rate-limits',
      'content-hits',
      'bulk-actions',
      'empty-searches',
      'sign-in-places',
      'audit-log',
      'mail-log',
      'suspensions',
      'registrations',
      'repeated-writes',
      'broadcasts',
      'vocabulary',
    ];
    for (const job of jobs) expect(await value(scheduler, 'select public.housekeep($1)', [job]), job).toBe(0);
    expect(await value(scheduler, 'select public.doom_unused_uploads()')).toBe(1);
    expect(await value(scheduler, 'select name from public.doomed_uploads()')).toBe(`${anna.authId}/x.png`);
  });
});

describe('Auth, as the role that it has on hosted Supabase,', () => {
  let auth: pg.Client;
  beforeAll(async () => {
    auth = new pg.Client({
      connectionString: Object.assign(new URL(hosted.url), { username: 'supabase_auth_admin' }).href,
    });
    await auth.connect();
  });
  afterAll(() => auth.end());
  const write = (change: string) =>
    auth.query(`update auth.users set ${change} where id = $1`, [bob.authId]).then(
      () => 'done',
      (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
    );

  test('Auth changes a password once after a function has proved it, and never by itself', async () => {
    expect(await write(`encrypted_password = 'a'`)).toBe('PT403');
    // The first password of an account takes the link of a mail, of which the session tells.
    await expect(hosted.sql('select public.prove_password_change($1)', [bob.authId])).rejects.toMatchObject({
      code: 'PT403',
    });
    await hosted.sql('select public.prove_password_change($1, gen_random_uuid())', [bob.authId]);
    expect(await write(`encrypted_password = 'a'`)).toBe('done');
    expect(await write(`encrypted_password = 'b'`)).toBe('PT403');
    await hosted.sql('select public.prove_password_change($1)', [bob.authId]);
    await hosted.sql(`update private.password_proofs set made_at = made_at - interval '30 seconds'`);
    expect(await write(`encrypted_password = 'b'`)).toBe('PT403');
  });

  test('Auth counts only the factor that a function has proved, and uses up no proof for a password', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    for (const id of [own, other])
      await hosted.sql(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
        values ($1::uuid, $2, $1::uuid::text, 'totp', 'unverified', now(), now(), 's')`,
        [id, bob.authId],
      );
    const ask = (statement: string) =>
      auth.query(statement).then(
        () => 'done',
        (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
      );
    const verify = (id: string) => ask(`update auth.mfa_factors set status = 'verified' where id = '${id}'`);
    await hosted.sql('select public.prove_password_change($1, gen_random_uuid())', [bob.authId]);
    expect(await verify(own)).toBe('PT403');
    expect(await write(`encrypted_password = 'c'`)).toBe('done');
    await hosted.sql('select public.prove_factor($1, $2)', [bob.authId, own]);
    expect(await verify(other)).toBe('PT403');
    expect(await write(`encrypted_password = 'd'`)).toBe('PT403');
    expect(await verify(own)).toBe('done');
    expect(await ask(`delete from auth.mfa_factors where id = '${own}'`)).toBe('PT403');
    await hosted.sql('delete from auth.mfa_factors where user_id = $1', [bob.authId]);
  });

  test('a sign-in by Auth ends the sessions of the user that are too many', async () => {
    const signIn = (count: number) =>
      auth.query(
        `insert into auth.sessions (id, user_id, created_at, updated_at)
        select gen_random_uuid(), $1, now(), now() from generate_series(1, $2::integer)`,
        [bob.authId, count],
      );
    await signIn(100);
    await signIn(1);
    expect(await hosted.sql('select count(*)::integer from auth.sessions where user_id = $1', [bob.authId])).toEqual([
      { count: 100 },
    ]);
    await auth.query('delete from auth.sessions where user_id = $1', [bob.authId]);
  });

  test('Auth encrypts a password with a newer key, and removes one', async () => {
    const encrypted = (key: string, data: string) => `encrypted_password = '{"key_id": "${key}", "data": "${data}"}'`;
    expect(await write(encrypted('one', 'a'))).toBe('done');
    expect(await write(encrypted('two', 'b'))).toBe('done');
    expect(await write(encrypted('two', 'c'))).toBe('PT403');
    expect(await write('encrypted_password = null')).toBe('done');
  });

  test('Auth accepts an address that its mail has proved, and no other', async () => {
    for (const change of [
      `email = 'thief@example.com'`,
      `email_change = 'thief@example.com', email_change_token_new = 'once_x'`,
    ])
      expect(await write(change)).toBe('PT403');
    await hosted.sql(`select public.ask_for_email($1, 'Fresh@Example.com')`, [bob.authId]);
    const confirm = `email = 'fresh@example.com', email_change = '', email_change_token_new = ''`;
    expect(await write(confirm)).toBe('PT403');
    expect(await write(`email_change_token_new = 'made by Auth'`)).toBe('done');
    expect(await write(confirm)).toBe('PT403');
    await hosted.sql(`select private.exchange_proof($1, 'confirm_email')`, [bob.authId]);
    expect(await write(`email = 'thief@example.com', email_change = ''`)).toBe('PT403');
    expect(await write(confirm)).toBe('done');
    expect(await write('last_sign_in_at = now()')).toBe('done');
  });

  test('Auth keeps only names of what somebody registered with, however often it writes them', async () => {
    const sent = `'{"username": "eve", "address": "Street 1", "sub": "1"}'::jsonb`;
    const { rows } = await auth.query<{ id: string }>(
      `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'eve@example.com', ${sent}) returning id`,
    );
    const id = rows[0]?.id;
    await auth.query(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data) values (gen_random_uuid(), 'email', $1::uuid, $1::uuid, ${sent})`,
      [id],
    );
    const kept = () =>
      hosted.sql(
        `select u.raw_user_meta_data as data, i.identity_data as identity, a.address from auth.users u
        join auth.identities i on i.user_id = u.id join public.profiles p on p.auth_id = u.id
        join public.accounts a on a.profile_id = p.id where u.id = $1`,
        [id],
      );
    const expected = [{ data: { username: 'eve' }, identity: { sub: '1' }, address: 'Street 1' }];
    expect(await kept()).toEqual(expected);
    await auth.query(`update auth.users set raw_user_meta_data = ${sent} where id = $1`, [id]);
    await auth.query(`update auth.identities set identity_data = ${sent} where user_id = $1`, [id]);
    expect(await kept()).toEqual(expected);
  });

  test('open pages hear of it when Auth ends a session', async () => {
    const listener = new pg.Client({ connectionString: hosted.url });
    await listener.connect();
    const heard: unknown[] = [];
    listener.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload).event));
    await listener.query('listen realtime');
    await hosted.sql('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [bob.authId]);
    await auth.query('delete from auth.sessions where user_id = $1', [bob.authId]);
    await expect.poll(() => heard).toEqual(['account']);
    await listener.end();
  });
});

describe('Storage, as the roles that it has on hosted Supabase,', () => {
  const bucket = 'quote-documents';
  /** The row that Storage stores at the end of each upload: plain, by a link, in parts, by S3 or as a copy. */
  const store = (pass: string | null) =>
    `insert into storage.objects (name, bucket_id, owner_id, metadata, user_metadata, version)
     values ($1, $2, '${bob.authId}', '{"size": 900}', '${JSON.stringify(pass === null ? {} : { pass })}', gen_random_uuid())
     on conflict (name, bucket_id) do update set metadata = excluded.metadata, user_metadata = excluded.user_metadata,
       version = excluded.version, owner_id = excluded.owner_id`;
  const DOORS: Readonly<Record<string, (pass: string | null) => string>> = {
    'the end of an upload': store,
    'a new version': () => `update storage.objects set version = gen_random_uuid() where name = $1 and bucket_id = $2`,
    'new metadata': () => `update storage.objects set metadata = '{"size": 1}' where name = $1 and bucket_id = $2`,
    'a move': () =>
      `update storage.objects set name = name || '.pdf', version = gen_random_uuid() where name = $1 and bucket_id = $2`,
    'a move to another bucket': () =>
      `update storage.objects set bucket_id = 'avatars' where name = $1 and bucket_id = $2`,
  };
  const rowOf = (name: string) => hosted.sql('select * from storage.objects where name like $1', [`${name}%`]);

  /** Writes as Storage does: in a transaction with the role and the headers of a request. */
  async function write(login: string, role: string, statement: string, name: string): Promise<string> {
    const client = new pg.Client({ connectionString: Object.assign(new URL(hosted.url), { username: login }).href });
    await client.connect();
    const claims = JSON.stringify({ role, ...(role === 'authenticated' && { sub: bob.authId }) });
    try {
      await client.query('begin');
      await client.query(
        `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.headers', '{}', true)`,
        [role, claims],
      );
      const { rowCount } = await client.query(statement, [name, bucket]);
      await client.query('commit');
      return String(rowCount);
    } catch (error) {
      if (error instanceof pg.DatabaseError) return String(error.code);
      throw error;
    } finally {
      await client.end();
    }
  }
  const asStorage = (statement: string, name: string) =>
    write('supabase_storage_admin', 'service_role', statement, name);
  const newName = () => `${bob.authId}/${randomUUID()}.pdf`;

  test('the first upload is stored, whichever role ends it', async () => {
    for (const role of ['service_role', 'supabase_storage_admin', 'authenticated'])
      expect(await write('supabase_storage_admin', role, store(null), newName()), role).toBe('1');
  });

  test('a stored file is overwritten and moved by no door of any role', async () => {
    const name = newName();
    expect(await asStorage(store(null), name)).toBe('1');
    const before = await rowOf(name);
    const found: Record<string, string> = {};
    for (const [login, role] of [
      ['supabase_storage_admin', 'service_role'],
      ['supabase_storage_admin', 'supabase_storage_admin'],
      ['supabase_storage_admin', 'authenticated'],
      ['postgres', 'postgres'],
    ] as const)
      for (const [door, statement] of Object.entries(DOORS))
        found[`${door} as ${role}`] = await write(login, role, statement(randomUUID()), name);
    // No policy shows a client a row to update, so all but an upsert find none.
    expect(found).toEqual(
      Object.fromEntries(
        Object.keys(found).map((door) => [
          door,
          door.endsWith('authenticated') && !door.startsWith('the end') ? '0' : '42501',
        ]),
      ),
    );
    expect(await rowOf(name)).toEqual(before);
  });

  test('a job overwrites a file once with the pass that it has left, and nobody else by that pass', async () => {
    const name = newName();
    await asStorage(store(null), name);
    const scheduler = await hosted.connectAs('service_role');
    const leave = async () =>
      (await scheduler.query<{ pass: string }>('select public.leave_overwrite_pass($1, $2) as pass', [bucket, name]))
        .rows[0]?.pass ?? '';
    const pass = await leave();
    expect(await asStorage(store(null), name)).toBe('42501');
    expect(await asStorage(store(randomUUID()), name)).toBe('42501');
    expect(await asStorage(store(pass), newName())).toBe('1');
    const before = await rowOf(name);
    expect(await asStorage(store(pass), name)).toBe('1');
    const [after] = await rowOf(name);
    expect(after).toMatchObject({ user_metadata: before[0]?.['user_metadata'] });
    expect(after).not.toMatchObject({ version: before[0]?.['version'] });
    expect(await asStorage(store(pass), name)).toBe('42501');
    const old = await leave();
    await hosted.sql(`update private.overwrite_passes set made_at = made_at - interval '1 minute'`);
    expect(await asStorage(store(old), name)).toBe('42501');
    const others = await Promise.all([hosted.connectAs('anon'), hosted.connectAs(bob), hosted.connectAs(adam)]);
    for (const client of others)
      await expect(client.query('select public.leave_overwrite_pass($1, $2)', [bucket, name])).rejects.toThrow(
        'permission denied',
      );
  });

  test('a file that is stored again waits for one inspection', async () => {
    const name = newName();
    await asStorage(store(null), name);
    for (let n = 0; n < 3; n += 1) {
      const [left] = await hosted.sql<{ pass: string }>('select public.leave_overwrite_pass($1, $2) as pass', [
        bucket,
        name,
      ]);
      expect(await asStorage(store(left?.pass ?? ''), name)).toBe('1');
    }
    expect(await hosted.sql('select 1 from private.new_uploads where name = $1', [name])).toHaveLength(1);
  });
});

test('the API waits 3 s for a guest, 8 s for a user, 8 s for anybody at all', async () => {
  const timeouts = await hosted.sql(
    `select rolname, rolconfig from pg_roles where rolname in ('anon', 'authenticated', 'authenticator') order by 1`,
  );
  expect(timeouts).toEqual([
    { rolname: 'anon', rolconfig: ['statement_timeout=3s'] },
    { rolname: 'authenticated', rolconfig: ['statement_timeout=8s'] },
    { rolname: 'authenticator', rolconfig: ['statement_timeout=8s'] },
  ]);
  const url = Object.assign(new URL(hosted.url), { username: 'authenticator' }).href;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout');
  await client.end();
  expect(rows).toEqual([{ statement_timeout: '8s' }]);
});

describe('the schedule of pg_cron', () => {
  /** The schedule on stand-ins of pg_cron, pg_net and the Vault, which are no part of a plain Postgres. */
  async function schedule(database: RealDatabase): Promise<void> {
    await database.sql(`
      create schema cron; create schema net; create schema vault;
      create table cron.job (jobname text primary key, schedule text, command text);
      create table cron.job_run_details (end_time timestamptz);
      create function cron.schedule(text, text, text) returns bigint language sql as 'insert into cron.job values ($1, $2, $3)
        on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning 1::bigint';
      create function cron.unschedule(text) returns boolean language sql as 'delete from cron.job where jobname = $1 returning true';
      create table vault.decrypted_secrets (name text, decrypted_secret text);
      create table net.calls (url text, headers jsonb);
      create function net.http_post(url text, headers jsonb, timeout_milliseconds integer) returns bigint language sql as 'insert into net.calls values ($1, $2) returning 1::bigint'`);
    await database.sql(
      `insert into cron.job values ('housekeeping/of-an-earlier-release', '* * * * *', 'select 1'), ('of-the-operator', '* * * * *', 'select 1')`,
    );
    await database.sql('select private.schedule_jobs()');
    await database.sql('select private.schedule_jobs()');
    const kept = await database.sql(`delete from cron.job where jobname = 'of-the-operator' returning jobname`);
    expect(kept).toHaveLength(1);
  }

  test('the schedule calls nothing without the secrets, then runs each job, and clears its own log', async () => {
    const database = await openRealDatabase();
    try {
      await schedule(database);
      const jobs = await database.sql<{ name: string; command: string }>(
        'select jobname as name, command from cron.job order by jobname',
      );
      const listed = await database.sql<{ path: string }>('select path from private.jobs()');
      expect(listed.length).toBeGreaterThan(10);
      expect(jobs.map(({ name }) => name)).toEqual([...listed.map(({ path }) => path), 'cron-log'].sort());
      for (const { command } of jobs) await database.sql(command);
      expect(await database.sql('select * from net.calls')).toEqual([]);

      await database.sql(
        `insert into vault.decrypted_secrets values ('functions_url', 'https://x.supabase.co/functions/v1'), ('cron_secret', 'abc')`,
      );
      await database.sql(
        `insert into cron.job_run_details values (now() - interval '7 days' - interval '1 minute'), (now() - interval '7 days' + interval '1 minute')`,
      );
      for (const { command } of jobs) await database.sql(command);
      const calls = await database.sql<{ url: string; headers: object }>('select * from net.calls order by url');
      const called = jobs.map(({ name }) => name).filter((name) => name !== 'cron-log');
      expect(calls).toEqual(
        called.map((name) => ({
          url: `https://x.supabase.co/functions/v1/${name}`,
          headers: { Authorization: 'Bearer abc' },
        })),
      );
      expect(await database.sql('select count(*)::int as n from cron.job_run_details')).toEqual([{ n: 1 }]);
    } finally {
      await database.close();
    }
  });
});
