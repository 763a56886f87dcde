/** What is left of a registration once something else than its own verification confirms its address, and of providers after a change of it. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

let hosted: RealDatabase;
let auth: pg.Client;
let adam: pg.Client;
beforeAll(async () => {
  hosted = await openRealDatabase(undefined, 'hosted');
  auth = new pg.Client({
    connectionString: Object.assign(new URL(hosted.url), { username: 'supabase_auth_admin' }).href,
  });
  await auth.connect();
  adam = await hosted.connectAs(await hosted.person('adam', 'main_admin'));
  await hosted.sql(
    `insert into public.content_rules (kind, pattern, action, fields)
     values ('word', 'zzmasked', 'mask', '{profile}'), ('word', 'zzflagged', 'flag', '{profile}')`,
  );
});
afterAll(async () => {
  await auth.end();
  await hosted.close();
});

const email = 'owner@firm.example';
const google = { sub: 'google-1', name: 'True Owner', email, email_verified: true };
let id: string;

/** All that a registration can write, and all that the columns could hold. */
async function register(provider: 'email' | 'github' = 'email'): Promise<void> {
  id = randomUUID();
  const data = {
    ...Object.fromEntries(
      ['firstName', 'lastName', 'address', 'organization', 'taxCode', 'registrationMark'].map((name) => [
        name,
        'zzstranger',
      ]),
    ),
    username: 'zzstranger',
    companyName: 'zzstranger zzmasked',
    bio: 'zzstranger zzflagged',
    country: 'zzstranger',
    phoneNumber: '+84 900 000 666',
    termsVersion: TERMS_VERSION,
    locale: 'vi',
  };
  await auth.query(
    `insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, confirmation_token, confirmation_sent_at)
     values ($1, $2, 'zzstranger', $3, $4, 'zzstranger', now())`,
    [id, email, { provider, providers: [provider] }, data],
  );
  await link(provider, provider === 'email' ? id : `zzstranger-${provider}`, {
    sub: id,
    ...(provider === 'email' && data),
    email,
  });
  await hosted.sql(`insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)`, [id]);
  await hosted.sql(
    `update public.profiles set created_at = created_at - interval '1 minute', avatar_path = 'https://zzstranger.example/' where auth_id = $1`,
    [id],
  );
  await hosted.sql(
    `update public.accounts set time_zone = 'Asia/Saigon', digest_hour = 9 where profile_id = (select p.id from public.profiles p where p.auth_id = $1)`,
    [id],
  );
}

const link = (provider: string, subject: string, data: object) =>
  auth.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data) values (gen_random_uuid(), $1, $2, $3, $4)`,
    [provider, subject, id, data],
  );

async function inOne(...statements: [text: string, params?: unknown[]][]): Promise<void> {
  await auth.query('begin');
  try {
    for (const [text, params] of statements) await auth.query(text, params ?? [id]);
    await auth.query('commit');
  } catch (error) {
    await auth.query('rollback');
    throw error;
  }
}

const CONFIRM: [string][] = [
  [`update auth.users set confirmation_token = '', email_confirmed_at = now() where id = $1`],
  [`update auth.users set raw_user_meta_data = '{"username": "zzstranger", "email_verified": true}' where id = $1`],
];

/** The statements of Auth that confirm an address, in its order, and what confirms it without Auth. */
const DOORS = {
  'its own verification': async () => {
    await hosted.sql(`select private.exchange_proof($1, 'verify_email')`, [id]);
    await inOne(...CONFIRM);
  },
  'an admin': () =>
    adam.query(`select public.verify_user_email(p.id) from public.profiles p where p.auth_id = $1`, [id]),
  'a reset link': async () => {
    await hosted.sql(`select private.exchange_proof($1, 'reset_password')`, [id]);
    await inOne([`update auth.users set recovery_token = '' where id = $1`], ...CONFIRM);
  },
  'a new address': async () => {
    await hosted.sql(`update auth.users set email_change = 'new@firm.example' where id = $1`, [id]);
    await hosted.sql(`select private.exchange_proof($1, 'confirm_email')`, [id]);
    await inOne(
      [
        `update auth.identities set identity_data = identity_data || '{"email": "new@firm.example"}' where user_id = $1 and provider = 'email'`,
      ],
      [`update auth.users set email = email_change, email_change = '', email_change_token_new = '' where id = $1`],
      ...CONFIRM,
    );
  },
  'a sign-in provider': () =>
    inOne(
      [
        `insert into auth.identities (id, provider, provider_id, user_id, identity_data) values (gen_random_uuid(), 'google', 'google-1', $1, $2)`,
        [id, google],
      ],
      [`update auth.users set raw_user_meta_data = raw_user_meta_data || $2 where id = $1`, [id, google]],
      [
        `update auth.users set raw_app_meta_data = '{"provider": "email", "providers": ["email", "google"]}' where id = $1`,
      ],
      [`update auth.users set encrypted_password = null where id = $1`],
      [`update auth.users set raw_user_meta_data = $2 where id = $1`, [id, google]],
      [`delete from auth.identities where user_id = $1 and provider <> 'google'`],
      [`update auth.users set raw_app_meta_data = '{"provider": "google", "providers": ["google"]}' where id = $1`],
      ...CONFIRM,
    ),
  'the dashboard': () => inOne(...CONFIRM),
} satisfies Record<string, () => Promise<unknown>>;
const OF_THE_REGISTRATION = ['its own verification', 'an admin'];

beforeEach(async () => {
  await hosted.sql(`delete from auth.users where email ilike '%@firm.example'`);
  await hosted.sql('delete from public.content_hits');
  await hosted.sql('delete from private.mail_outbox');
});

/** Every table with a row that has the word of the stranger, but for the log of Auth. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await hosted.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth') order by 1`,
  );
  expect(tables.length).toBeGreaterThan(60);
  const found: string[] = [];
  for (const { name } of tables)
    if ((await hosted.sql(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${word}%`])).length > 0)
      found.push(name);
  return found;
}

/** The columns of a user that a registration does not write; all others are empty after a proof of the address alone. */
const KEPT = {
  profiles: 'id auth_id username rating_count rating_sum rating_average created_at updated_at folded',
  accounts:
    'profile_id email role email_confirmed_at last_seen_at suspended_until suspension_reason deleted_at post_count quote_count created_at updated_at suspended_at digest_hour',
};
const rowOf = async (table: keyof typeof KEPT) =>
  (
    await hosted.sql<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from public.${table} t join public.profiles p on p.id = t.${table === 'profiles' ? 'id' : 'profile_id'} where p.auth_id = $1`,
      [id],
    )
  )[0]?.row ?? {};
/** The columns that have a value, but for the kept ones. */
const filled = async (table: keyof typeof KEPT) =>
  Object.entries(await rowOf(table)).flatMap(([column, value]) =>
    value === null || KEPT[table].split(' ').includes(column) ? [] : [column],
  );
const all = async (table: keyof typeof KEPT) =>
  Object.keys(await rowOf(table)).filter((column) => !KEPT[table].split(' ').includes(column));

test('the registration of the test fills every column that a registration could', async () => {
  await register();
  for (const table of ['profiles', 'accounts'] as const) {
    expect(await filled(table), table).toEqual(await all(table));
    expect(Object.keys(await rowOf(table))).toEqual(expect.arrayContaining(KEPT[table].split(' ')));
  }
  expect(await tablesWith('zzstranger')).toEqual(
    expect.arrayContaining([
      'auth.users',
      'private.masked_texts',
      'public.accounts',
      'public.content_hits',
      'public.profiles',
    ]),
  );
});

describe.each(Object.entries(DOORS))('a registration that %s confirms', (door, confirm) => {
  const isKept = OF_THE_REGISTRATION.includes(door);

  test(isKept ? 'stays as it was made' : 'leaves no word, choice, password, session or agreement', async () => {
    await register();
    await confirm();
    expect(
      await hosted.sql('select 1 from auth.users where id = $1 and email_confirmed_at is not null', [id]),
    ).toHaveLength(1);
    if (isKept) {
      for (const table of ['profiles', 'accounts'] as const) expect(await filled(table)).toEqual(await all(table));
      expect(await rowOf('profiles')).toMatchObject({ username: 'zzstranger' });
      expect(await hosted.sql('select encrypted_password from auth.users where id = $1', [id])).toEqual([
        { encrypted_password: 'zzstranger' },
      ]);
      return;
    }
    expect([await filled('profiles'), await filled('accounts')]).toEqual([[], []]);
    expect(await rowOf('profiles')).toMatchObject({ username: door === 'a new address' ? 'new' : 'owner' });
    expect(await rowOf('accounts')).toMatchObject({ digest_hour: 7, email_confirmed_at: expect.any(String) });
    // The news of a change of the address are queued before Auth confirms it.
    expect(await tablesWith('zzstranger')).toEqual(door === 'a new address' ? ['private.mail_outbox'] : []);
    expect(await hosted.sql('select 1 from auth.sessions where user_id = $1', [id])).toEqual([]);
    expect(
      await hosted.sql('select 1 from public.content_hits where entity_id = $1', [(await rowOf('profiles'))['id']]),
    ).toEqual([]);
  });
});

test.each(['a reset link', 'a sign-in provider', 'the dashboard'] as const)(
  'an unverified registration by another provider signs nobody in after %s',
  async (door) => {
    await register('github');
    await DOORS[door]();
    const provider = door === 'a sign-in provider' ? ['google'] : [];
    expect(
      (await hosted.sql('select provider from auth.identities where user_id = $1', [id])).map((row) => row['provider']),
    ).toEqual(provider);
    expect(await hosted.sql('select raw_app_meta_data as data from auth.users where id = $1', [id])).toEqual([
      { data: { provider: provider[0] ?? 'email', providers: provider.length > 0 ? provider : ['email'] } },
    ]);
  },
);

test('an account that a provider makes and confirms at once keeps what the provider says', async () => {
  id = randomUUID();
  await inOne(
    [
      `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data) values ($1, $2, '{"provider": "google", "providers": ["google"]}', $3)`,
      [id, email, { ...google, user_name: 'trueowner', avatar_url: 'https://google.example/a.png' }],
    ],
    [
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data) values (gen_random_uuid(), 'google', 'google-1', $1, $2)`,
      [id, google],
    ],
    ...CONFIRM,
  );
  expect(await rowOf('profiles')).toMatchObject({ username: 'trueowner', avatar_path: 'https://google.example/a.png' });
  expect(await hosted.sql('select provider from auth.identities where user_id = $1', [id])).toEqual([
    { provider: 'google' },
  ]);
});

test('the new username is one that no rule of content refuses', async () => {
  await hosted.sql(
    `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'owner', 'block', '{profile}')`,
  );
  await register();
  await DOORS['a reset link']();
  expect((await rowOf('profiles'))['username']).toMatch(/^user(?:-\d+)?$/);
  await hosted.sql(`delete from public.content_rules where pattern = 'owner'`);
});

describe('a change of the address', () => {
  const change = (address: string) =>
    inOne(
      [`update auth.users set email = $2, email_change = '', email_change_token_new = '' where id = $1`, [id, address]],
      [
        `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text) where user_id = $1 and provider = 'email'`,
        [id, address],
      ],
    );
  const providers = async () =>
    hosted.sql(
      `select u.raw_app_meta_data as data, (select array_agg(i.provider order by i.provider) from auth.identities i where i.user_id = u.id) as linked
       from auth.users u where u.id = $1`,
      [id],
    );

  test.each([
    ['unlinks each provider of another address', 'private@firm.example', ['email', 'gitlab']],
    ['that changes its case alone unlinks nothing', 'Owner@Firm.example', ['email', 'github', 'gitlab', 'google']],
  ])('%s', async (_, address, linked) => {
    await register();
    await DOORS['its own verification']();
    await link('google', 'google-1', google);
    await link('github', 'github-1', { sub: 'github-1' });
    await link('gitlab', 'gitlab-1', { sub: 'gitlab-1', email: 'Private@firm.example' });
    await hosted.sql(
      `update auth.users set raw_app_meta_data = '{"provider": "email", "providers": ["email", "github", "gitlab", "google"]}' where id = $1`,
      [id],
    );
    await hosted.sql('update auth.users set email_change = $2 where id = $1', [id, address]);
    await hosted.sql(`select private.exchange_proof($1, 'confirm_email')`, [id]);
    await change(address);
    expect(await providers()).toEqual([{ data: { provider: 'email', providers: linked }, linked }]);
  });

  test('leaves an account without a password the reset link to its new address', async () => {
    id = randomUUID();
    await auth.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) values ($1, $2, now(), '{"provider": "google", "providers": ["google"]}')`,
      [id, email],
    );
    await link('google', 'google-1', google);
    await hosted.sql(`select public.ask_for_email($1, 'private@firm.example')`, [id]);
    await hosted.sql(`select private.exchange_proof($1, 'confirm_email')`, [id]);
    await inOne([
      `update auth.users set email = email_change, email_change = '', email_change_token_new = '' where id = $1`,
    ]);
    expect(await providers()).toEqual([{ data: { provider: 'email', providers: ['email'] }, linked: null }]);
    await inOne([`update auth.users set recovery_token = 'asked', recovery_sent_at = now() where id = $1`]);
    expect(await hosted.sql(`select kind, address from private.mail_proofs where auth_id = $1`, [id])).toEqual([
      { kind: 'reset_password', address: 'private@firm.example' },
    ]);
  });
});
