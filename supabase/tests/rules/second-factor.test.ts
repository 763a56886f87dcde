import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import { codeOf, enterCode, halfSignedIn, turnOn } from '../support/second-factor.ts';
import type { Client, Person } from '../support/world.ts';
import { notificationsOf, outcome, sendQuote, value } from './support.ts';

/* Two-step sign-in: what a session may before its second step, recovery codes, the duty of admins, a lost device. */

const CODE_MISSING = [403, 'Enter the code of your authenticator app'];
const FACTOR_MISSING = [403, 'Turn on two-step sign-in to use the admin area'];

const PROFILE = Object.fromEntries(
  [
    'first_name',
    'last_name',
    'phone_number',
    'country',
    'address',
    'company_name',
    'organization',
    'tax_code',
    'bio',
  ].map((field) => [field, '']),
);

let count = 0;
/** Somebody new with two-step sign-in on, and one of their sessions before its second step. */
async function secured(options?: Parameters<typeof world.person>[1]) {
  count += 1;
  const person = await world.person(`secured${String(count)}`, options);
  const factor = await turnOn(world, person);
  return { person, ...factor, half: await halfSignedIn(world, person) };
}

/** Status and body of a request to REST; a guest's without a token. */
async function ask(path: string, token: string | null, body?: object) {
  const answer = await fetch(`${world.supabaseUrl}/rest/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      apikey: world.publishableKey,
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

const setStaffDuty = (isOn: boolean) =>
  world.sql(`update private.app_settings set value = $1::jsonb where key = 'staff_second_factor' returning 1`, [
    String(isOn),
  ]);
const mailsOf = async (person: Person) =>
  (
    await world.sql<{ template: string }>(
      `select template from private.mail_outbox where user_id = $1 and template like 'second_factor%' order by id`,
      [person.id],
    )
  ).map(({ template }) => template);
const readsOwnAccount = async (client: Client) =>
  (await value(client.from('accounts').select('profile_id'))).length > 0;

describe('before the second step of a sign-in', () => {
  test('every table shows what a guest sees of it', async ({ bob }) => {
    const { person, half } = await secured();
    const post = await world.createPost(person);
    await world.createPost(person);
    expect((await outcome(sendQuote(bob.client, post.id)))[0]).toBeLessThan(300);
    await world.sql(`select private.notify($1, 'Hello', '{}')`, [person.id]);
    const tables = await world.sql<{ table: string; columns: string; guests: string | null }>(
      `select c.relname as table,
        string_agg(a.attname, ',') filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'select')) as columns,
        string_agg(a.attname, ',') filter (where has_column_privilege('anon', c.oid, a.attnum, 'select')) as guests
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
        and has_any_column_privilege('authenticated', c.oid, 'select')
      group by c.relname order by 1`,
    );
    expect(tables.length).toBeGreaterThan(10);
    const { data } = await person.client.auth.getSession();
    let ownRows = 0;
    for (const { table, columns, guests } of tables) {
      const rows = async (token: string | null, read: string | null) => {
        const { status, body } =
          read === null ? { status: 401, body: [] } : await ask(`${table}?select=${read}`, token);
        return status === 200 && Array.isArray(body) ? body.length : 0;
      };
      expect([table, await rows(half.token, columns)]).toEqual([table, await rows(null, guests)]);
      ownRows += (await rows(data.session?.access_token ?? '', columns)) - (await rows(half.token, columns));
    }
    expect(ownRows).toBeGreaterThan(2);
  });

  test('every function refuses the session, or answers it as a guest or somebody without anything', async () => {
    const { half } = await secured({ role: 'main_admin' });
    const newcomer = await world.person('newcomer');
    const functions = await world.sql<{ name: string; guests: boolean }>(
      `select p.proname as name, has_function_privilege('anon', p.oid, 'execute') as guests
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.pronargs = p.pronargdefaults
        and p.prorettype <> 'trigger'::regtype and has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
    );
    expect(functions.length).toBeGreaterThan(15);
    for (const { name, guests } of functions) {
      const answer = await ask(`rpc/${name}`, half.token, {});
      // Whether a password is set is known to who has just typed it.
      if (name === 'has_password') expect(answer).toEqual({ status: 200, body: true });
      else if (guests) expect([name, answer]).toEqual([name, await ask(`rpc/${name}`, null, {})]);
      else if (answer.status === 200)
        expect([name, answer]).toEqual([name, await ask(`rpc/${name}`, newcomer.accessToken, {})]);
      else expect([name, answer.status, answer.body]).toMatchObject([name, 403, { message: CODE_MISSING[1] }]);
    }
  });

  test('Auth answers nothing of profile and account', async () => {
    const secret = {
      address: '1 Secret Street',
      phoneNumber: '+84 90 555 1234',
      taxCode: 'TAX-555',
      firstName: 'Hidden',
    };
    const { person, half } = await secured(secret);
    const { data } = await half.client.auth.getUser();
    expect(data.user?.user_metadata).toEqual({ username: person.username });
    expect(Object.keys(data.user?.identities?.[0]?.identity_data ?? {})).toContain('email');
    const later = await person.client.auth.updateUser({ data: { address: '2 Secret Street' } });
    expect(later.error).toBeNull();
    const again = await person.client.auth.getUser();
    for (const answer of [data, later.data, again.data])
      for (const value of [...Object.values(secret), '2 Secret Street'])
        expect(JSON.stringify(answer)).not.toContain(value);
  });

  test('nothing is written, and the refusal keeps the session', async ({ anna }) => {
    const { person, half, factorId, secret } = await secured();
    const { client } = half;
    const post = { title: 'Nuts', description: '20 tons', category: 'food', country: 'vn', delivery_address: 'Hue' };
    const stranger = await world.createPost(anna);
    const writes = {
      post: client.from('posts').insert(post),
      like: client.rpc('set_post_like', { post_id: stranger.id, liked: true }),
      quote: sendQuote(client, stranger.id),
      'end of a session': client.rpc('end_session', { session_id: crypto.randomUUID() }),
      codes: client.rpc('make_recovery_codes'),
      // Policies show these no rows, so they would change none and answer success.
      profile: client.from('profiles').update({ bio: 'New' }).eq('id', person.id),
      account: client.from('accounts').update({ tax_code: '1' }).eq('profile_id', person.id),
      'form of the profile': client.rpc('update_profile', { profile: PROFILE }),
      'edit of a post': client.from('posts').update({ title: 'New' }).eq('id', stranger.id),
      'deletion of a post': client.from('posts').delete().eq('id', stranger.id),
    };
    for (const [name, write] of Object.entries(writes))
      expect([name, await outcome(write)]).toEqual([name, CODE_MISSING]);
    const upload = await client.storage.from('avatars').upload(`${person.authId}/x.png`, new Blob(['x']));
    expect(upload.error).not.toBeNull();
    await enterCode(client, factorId, codeOf(secret));
    expect(await readsOwnAccount(client)).toBe(true);
  });

  test('a token from before the code does not rise with its session', async () => {
    const { half, factorId, secret } = await secured();
    await enterCode(half.client, factorId, codeOf(secret));
    expect(await readsOwnAccount(half.client)).toBe(true);
    expect(await readsOwnAccount(world.withToken(half.token))).toBe(false);
  });
});

test('a token alone turns two-step sign-in neither on nor off, and makes no recovery codes', async ({ carl }) => {
  const { data } = await carl.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Of a thief' });
  const verify = async () => {
    const code = codeOf(data?.totp.secret ?? '');
    return (await carl.client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })).error?.code;
  };
  expect(await verify()).toBe('proof_needed');
  await world.service.rpc('prove_factor', { auth_id: carl.authId, factor_id: data?.id ?? '' });
  await world.sql(`update private.password_proofs set made_at = now() - interval '31 seconds' returning 1`);
  expect(await verify()).toBe('proof_needed');
  const { person, factorId } = await secured();
  const remove = async () => (await person.client.auth.mfa.unenroll({ factorId })).error?.code;
  await world.sql(`update auth.mfa_amr_claims set updated_at = now() - interval '6 minutes' returning 1`);
  expect(await remove()).toBe('proof_needed');
  expect(await outcome(person.client.rpc('make_recovery_codes'))).toEqual(CODE_MISSING);
  await world.sql(`update auth.mfa_amr_claims set updated_at = now() returning 1`);
  expect(await remove()).toBeUndefined();
});

test('a code opens changes of two-step sign-in only to the session in which it was entered', async () => {
  const { person, factorId, secret, half } = await secured();
  await world.sql(`update auth.mfa_amr_claims set updated_at = now() - interval '6 minutes' returning 1`);
  await enterCode(half.client, factorId, codeOf(secret));
  expect((await person.client.auth.mfa.unenroll({ factorId })).error?.code).toBe('proof_needed');
  expect(await outcome(person.client.rpc('make_recovery_codes'))).toEqual(CODE_MISSING);
  expect((await value(half.client.rpc('make_recovery_codes'))).length).toBe(10);
  expect((await half.client.auth.mfa.unenroll({ factorId })).error).toBeNull();
});

test('an unverified factor asks for nothing', async () => {
  const person = await world.person('unfinished');
  await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  expect(await readsOwnAccount((await halfSignedIn(world, person)).client)).toBe(true);
});

test('wrong codes of an account are limited, also those of recovery, and a right one of recovery counts', async () => {
  const { person, half, factorId, secret } = await secured();
  const [kept = ''] = await value(person.client.rpc('make_recovery_codes'));
  await world.sql(
    `update private.app_settings set value = jsonb_set(value, '{second_factor,max}', '3') where key = 'rate_limits' returning 1`,
  );
  const attempt = async () => {
    const { error } = await half.client.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
    return error?.status;
  };
  const recover = () => outcome(half.client.rpc('use_recovery_code', { code: 'abcd-0000-0000-0000' }));
  expect([await attempt(), await attempt(), await recover()]).toEqual([422, 422, [200]]);
  expect(await attempt()).toBe(429);
  expect((await recover())[0]).toBe(429);
  const { error } = await half.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
  expect(error?.message).toBe('Too many wrong codes. Please try again later.');
  expect(await value(half.client.rpc('use_recovery_code', { code: kept }))).toBe(true);
  await world.sql('delete from private.rate_limit_uses where true returning 1');
});

describe('recovery codes', () => {
  test('ten are made, stored as hashes, and the next ten replace them', async () => {
    const { person } = await secured();
    const codes = await value(person.client.rpc('make_recovery_codes'));
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/);
    const stored = await world.sql<{ hash: string }>('select hash from private.recovery_codes where user_id = $1', [
      person.id,
    ]);
    expect(stored.map(({ hash }) => hash)).toEqual(codes.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)));
    expect(await value(person.client.rpc('my_second_factor'))).toEqual([{ recovery_codes: 10, is_missing: false }]);
    const later = await value(person.client.rpc('make_recovery_codes'));
    expect(later.filter((code) => codes.includes(code))).toEqual([]);
    const { client } = await halfSignedIn(world, person);
    expect(await value(client.rpc('use_recovery_code', { code: codes[0] ?? '' }))).toBe(false);
  });

  test('a code turns two-step sign-in off, ends the other sessions and all other codes, and is told by mail', async () => {
    const { person, half } = await secured();
    const [first = '', second = ''] = await value(person.client.rpc('make_recovery_codes'));
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect(await value(half.client.rpc('use_recovery_code', { code: typed }))).toBe(true);
    expect(await readsOwnAccount(half.client)).toBe(true);
    expect((await outcome(person.client.from('accounts').select('profile_id')))[0]).toBe(401);
    expect(await world.sql('select 1 from auth.mfa_factors where user_id = $1', [person.authId])).toEqual([]);
    expect(await value(half.client.rpc('my_second_factor'))).toEqual([{ recovery_codes: 0, is_missing: false }]);
    expect(await value(half.client.rpc('use_recovery_code', { code: second }))).toBe(false);
    expect(await mailsOf(person)).toEqual(['second_factor_on', 'second_factor_off']);
  });

  test('a code of somebody else, and one without two-step sign-in, work nothing', async ({ anna }) => {
    const { person } = await secured();
    const other = await secured();
    const [code = ''] = await value(person.client.rpc('make_recovery_codes'));
    expect(await value(other.half.client.rpc('use_recovery_code', { code }))).toBe(false);
    expect(await outcome(anna.client.rpc('make_recovery_codes'))).toEqual([409, 'Two-step sign-in is not on']);
    expect((await outcome(world.guest.rpc('use_recovery_code', { code })))[0]).toBe(401);
    expect(await readsOwnAccount(person.client)).toBe(true);
  });

  test('codes end when two-step sign-in is turned off', async () => {
    const { person, factorId } = await secured();
    await person.client.rpc('make_recovery_codes');
    expect((await person.client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect(await world.sql('select 1 from private.recovery_codes where user_id = $1', [person.id])).toEqual([]);
    expect(await mailsOf(person)).toEqual(['second_factor_on', 'second_factor_off']);
  });
});

describe('the duty of admins', () => {
  test('an admin without two-step sign-in has no rights of admins while it is on, and reads why', async ({
    adam,
    bob,
  }) => {
    await setStaffDuty(true);
    const act = (by: Client) => outcome(by.rpc('suspend_user', { user_id: bob.id, reason: 'Spam', days: 1 }));
    expect(await act(adam.client)).toEqual(FACTOR_MISSING);
    expect(await act(bob.client)).toEqual([403, 'You are not allowed to do this']);
    expect((await value(adam.client.from('accounts').select('profile_id'))).length).toBe(1);
    expect(await value(adam.client.rpc('my_second_factor'))).toEqual([{ recovery_codes: 0, is_missing: true }]);
    expect(await value(bob.client.rpc('my_second_factor'))).toEqual([{ recovery_codes: 0, is_missing: false }]);
    await turnOn(world, adam);
    expect(await act(adam.client)).toEqual([204]);
    expect(await value(adam.client.rpc('my_second_factor'))).toEqual([{ recovery_codes: 0, is_missing: false }]);
    await setStaffDuty(false);
  });

  test('a main admin switches it on after using it, which is in the audit log', async ({ mona, adam }) => {
    const save = (by: Client, to: boolean | { max: number; seconds: number }, expected: boolean) =>
      outcome(by.rpc('save_app_setting', { key: 'staff_second_factor', value: to, expected }));
    expect(await save(adam.client, true, false)).toEqual([403, 'Only a main admin may do this']);
    expect(await save(mona.client, true, false)).toEqual([409, 'Turn on two-step sign-in for your own account first']);
    await turnOn(world, mona);
    expect((await save(mona.client, { max: 1, seconds: 1 }, false))[0]).toBe(400);
    expect(await save(mona.client, true, false)).toEqual([204]);
    const other = await world.person('adam2', { role: 'admin' });
    expect(await outcome(other.client.rpc('list_app_settings'))).toEqual(FACTOR_MISSING);
    expect(await save(mona.client, false, true)).toEqual([204]);
    const log = await world.sql(
      `select before, after from public.audit_log where action = 'save_setting' and entity_id = 'staff_second_factor' order by id`,
    );
    expect(log).toEqual([
      { before: { value: false }, after: { value: true } },
      { before: { value: true }, after: { value: false } },
    ]);
  });
});

describe('a lost device', () => {
  test('a main admin turns two-step sign-in off with a reason; the user is told and signed out', async ({ mona }) => {
    const { person, half } = await secured();
    await person.client.rpc('make_recovery_codes');
    const reset = (reason: string) => outcome(mona.client.rpc('reset_second_factor', { user_id: person.id, reason }));
    expect(await reset(' ')).toEqual([400, 'Reason is required']);
    expect(await reset('Lost phone')).toEqual([204]);
    expect(await reset('Lost phone')).toEqual([409, 'This user has no two-step sign-in']);
    for (const { client } of [person, half])
      expect((await outcome(client.from('accounts').select('profile_id')))[0]).toBe(401);
    const { client } = await halfSignedIn(world, person);
    expect(await readsOwnAccount(client)).toBe(true);
    expect(await mailsOf(person)).toEqual(['second_factor_on', 'second_factor_reset']);
    expect(await notificationsOf({ ...person, client })).toMatchObject([
      {
        message: 'Your two-step sign-in was turned off by an administrator: Lost phone',
        data: { type: 'second_factor_reset', path: '/profile?tab=security' },
      },
    ]);
    const log = await world.sql(
      `select actor_username, after from public.audit_log where action = 'reset_second_factor' and entity_id = $1`,
      [String(person.id)],
    );
    expect(log).toEqual([{ actor_username: mona.username, after: { reason: 'Lost phone' } }]);
  });

  test('neither an admin nor a user resets it, and nobody their own', async ({ adam, anna, mona }) => {
    const { person } = await secured();
    const reset = (by: Person, id = person.id) =>
      outcome(by.client.rpc('reset_second_factor', { user_id: id, reason: 'Lost phone' }));
    expect(await reset(anna)).toEqual([403, 'You are not allowed to do this']);
    expect(await reset(adam)).toEqual([403, 'Only a main admin may do this']);
    expect(await reset(mona, mona.id)).toEqual([409, 'You cannot change this account']);
    expect(await reset(mona, 999_999)).toEqual([404, 'User not found']);
    expect((await outcome(world.guest.rpc('reset_second_factor', { user_id: person.id, reason: 'x' })))[0]).toBe(401);
    expect(await readsOwnAccount(person.client)).toBe(true);
  });

  test('a deleted account keeps no factor and no code', async ({ mona }) => {
    const { person } = await secured();
    await person.client.rpc('make_recovery_codes');
    expect(await outcome(mona.client.rpc('delete_user', { user_id: person.id, username: person.username }))).toEqual([
      200,
    ]);
    expect(
      await world.sql(
        `select 1 from auth.mfa_factors where user_id = $1 union all select 1 from private.recovery_codes where user_id = $2`,
        [person.authId, person.id],
      ),
    ).toEqual([]);
    expect(await mailsOf(person)).toEqual([]);
  });
});

test('a recovery code is read up to the length of any way to type one', async () => {
  const hashes = ['', ' f'.repeat(500_000)].map((rest) =>
    world.sql(`select private.recovery_hash($1) as hash`, [`abcd${'-'.repeat(96)}${rest}`]),
  );
  const [one, other] = await Promise.all(hashes);
  expect(other).toEqual(one);
});
