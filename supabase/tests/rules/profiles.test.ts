import { describe, expect } from 'vitest';
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import { PASSWORD, type Person } from '../support/world.ts';
import { outcome, postsOf, value } from './support.ts';

/** What is stored of a person, whoever may read it. */
async function stored(email: string) {
  const [row] = await world.sql<Record<string, unknown>>(
    `select p.username, p.country, p.company_name, p.bio, p.avatar_path, a.* from public.profiles p
     join public.accounts a on a.profile_id = p.id where a.email = $1`,
    [email],
  );
  return row;
}

/** Registers as anybody may, with metadata of their choice. */
async function signUp(email: string, data: object) {
  const response = await fetch(`${world.supabaseUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, data }),
  });
  return { status: response.status, text: await response.text() };
}

describe('a registration', () => {
  test('a registration stores profile and account as written, cut to their lengths, and nothing else [A201]', async () => {
    const data = {
      username: 'mallory',
      firstName: ' Mal ',
      lastName: 'x'.repeat(60),
      phoneNumber: 'call me',
      address: 'Street 1',
      country: 'vn',
      companyName: 'Mal Ltd',
      bio: 'x'.repeat(600),
      organization: 'Mal',
      taxCode: '1'.repeat(30),
      termsVersion: '2026-01-31',
      role: 'main_admin',
      isAdmin: true,
      rating_sum: 500,
      rating_count: 100,
      id: 1,
      avatar_url: 'javascript:alert(1)',
      accounts: { role: 'admin' },
      app_metadata: { role: 'admin' },
    };
    expect(await signUp('mallory@example.com', data)).toAnswer(200);
    expect(await stored('mallory@example.com')).toMatchObject({
      username: 'mallory',
      first_name: 'Mal',
      last_name: 'x'.repeat(50),
      phone_number: null,
      address: 'Street 1',
      country: 'vn',
      company_name: 'Mal Ltd',
      bio: 'x'.repeat(500),
      organization: 'Mal',
      tax_code: '1'.repeat(20),
      role: 'user',
      avatar_path: null,
      terms_version: '2026-01-31',
    });
    const [rating] = await world.sql(
      `select rating_count, rating_average from public.profiles where username = 'mallory'`,
    );
    expect(rating).toEqual({ rating_count: 0, rating_average: null });
  });

  test('a registration with a taken name is refused in any case, and leaves no user behind', async ({ anna }) => {
    for (const username of [anna.username, 'ANNA', ' anna ']) {
      const { status, text } = await signUp('second@example.com', { username, termsVersion: TERMS_VERSION });
      expect(status, text).toBeGreaterThanOrEqual(400);
    }
    expect(await world.sql(`select 1 from auth.users where email = 'second@example.com'`)).toEqual([]);
  });

  test.each([
    ['a name of two letters', 'ab'],
    ['a name of 51 letters', 'x'.repeat(51)],
    ['an address as name', 'a@b.c'],
    ['a line break in the name', 'an\nna'],
    ['markup as name', '<b>anna</b>'],
    ['the name of a deleted account', 'Deleted-7'],
    ['a character in the name that nobody sees', 'an\u200bna'],
  ])('a registration with %s is refused', async (_what, username) => {
    expect((await signUp('odd@example.com', { username, termsVersion: TERMS_VERSION })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect(await world.sql(`select 1 from auth.users where email = 'odd@example.com'`)).toEqual([]);
  });

  test('a registration without a name, as by a sign-in provider, gets a free one', async ({ anna }) => {
    const come = (email: string, data: object) =>
      world.sql(
        `insert into auth.users (id, email, raw_user_meta_data, raw_app_meta_data)
         values (gen_random_uuid(), $1, $2::text::jsonb, '{"provider": "google", "providers": ["google"]}') returning id`,
        [email, JSON.stringify(data)],
      );
    await come('anna@other.example', {});
    await come('ab@other.example', { user_name: 'Đặng Thị Ánh!' });
    expect((await stored('anna@other.example'))?.['username']).toBe(`${anna.username}-2`);
    expect((await stored('ab@other.example'))?.['username']).toBe('dang-thi-anh');
  });
});

test.each(['otp', 'magiclink'])(
  'no account comes to be at the door %s of Auth without a name and accepted terms',
  async (door) => {
    const response = await fetch(`${world.supabaseUrl}/auth/v1/${door}`, {
      method: 'POST',
      headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'nameless@example.com', create_user: true }),
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await world.sql(`select 1 from auth.users where email = 'nameless@example.com'`)).toEqual([]);
    expect(await world.mails.list('nameless@example.com')).toEqual([]);
  },
);

describe('the terms', () => {
  const accepted = async (who: Person) => {
    const [row] = await world.sql<{ version: string | null; age: number }>(
      'select terms_version as version, extract(epoch from now() - terms_accepted_at)::float8 as age from public.accounts where profile_id = $1',
      [who.id],
    );
    return row;
  };
  const accept = (who: Person, version: string) => outcome(who.client.rpc('accept_terms', { version }));

  test('a registration stores the accepted terms with the time, and is refused without a known version', async ({
    anna,
  }) => {
    expect((await accepted(anna))?.version).toBe(TERMS_VERSION);
    for (const [name, termsVersion] of [
      ['late', '9999-12-31'],
      ['odd', 'x'],
      ['none', undefined],
    ] as const) {
      expect(await signUp(`${name}@terms.example`, { username: name, termsVersion })).toAnswer(400);
      expect(await world.sql('select 1 from auth.users where email = $1', [`${name}@terms.example`])).toEqual([]);
    }
  });

  test('each user accepts the terms for themselves, with the time of the server', async ({ anna, bob }) => {
    await world.sql(
      `update public.accounts set terms_version = '2026-01-31', terms_accepted_at = now() - interval '1 year' where profile_id in ($1, $2)`,
      [anna.id, bob.id],
    );
    expect(await accept(anna, TERMS_VERSION)).toEqual([204]);
    expect(await accepted(anna)).toEqual({ version: TERMS_VERSION, age: expect.toSatisfy((age: number) => age < 60) });
    expect((await accepted(bob))?.version).toBe('2026-01-31');
    expect(await world.guest.rpc('accept_terms', { version: TERMS_VERSION })).toAnswer(401);
  });

  test('accepting older terms or the same again changes nothing; unknown and future versions are refused', async ({
    anna,
    bob,
  }) => {
    await world.sql(`update public.accounts set terms_accepted_at = now() - interval '1 year' where profile_id = $1`, [
      anna.id,
    ]);
    for (const version of ['2020-01-01', TERMS_VERSION]) expect(await accept(anna, version)).toEqual([204]);
    expect(await accepted(anna)).toEqual({
      version: TERMS_VERSION,
      age: expect.toSatisfy((age: number) => age > 86_400),
    });
    for (const version of ['9999-12-31', '0000-99-99', '2026-02-29', '2026-00-10', '2026-01-00', '0001-01-01', 'x', ''])
      expect(await accept(anna, version)).toEqual([400, 'Invalid input']);
    await world.sql('update public.accounts set terms_version = $2 where profile_id = $1', [bob.id, TERMS_VERSION]);
  });
});

describe('a profile', () => {
  test('a user edits the fields of their profile that are theirs', async ({ anna }) => {
    const profile = { country: 'de', company_name: 'Anna GmbH', bio: 'Buys steel.' };
    const account = {
      first_name: 'Ann',
      last_name: 'Lee',
      phone_number: '+84 90 123 4567',
      address: 'A',
      organization: 'O',
      tax_code: 'T',
    };
    expect(
      await value(anna.client.from('profiles').update(profile).eq('id', anna.id).select('country, company_name, bio')),
    ).toEqual([profile]);
    expect(
      await value(
        anna.client.from('accounts').update(account).eq('profile_id', anna.id).select(Object.keys(account).join()),
      ),
    ).toEqual([account]);
    expect(await stored('anna@example.com')).toMatchObject({ ...profile, ...account, role: 'user' });
  });

  const FORM = {
    first_name: ' Ann ',
    last_name: 'Lee',
    phone_number: '+84 90 123 4567',
    country: 'fr',
    address: 'A',
    company_name: 'C',
    organization: 'O',
    tax_code: 'T',
    bio: 'B',
  };

  test('a form stores the whole profile, blank fields as none [A578]', async ({ anna, bob }) => {
    expect(await outcome(anna.client.rpc('update_profile', { profile: FORM }))).toEqual([204]);
    expect(await stored('anna@example.com')).toMatchObject({ ...FORM, first_name: 'Ann', role: 'user' });
    expect(await outcome(anna.client.rpc('update_profile', { profile: { ...FORM, bio: ' ', tax_code: '' } }))).toEqual([
      204,
    ]);
    expect(await stored('anna@example.com')).toMatchObject({ bio: null, tax_code: null, country: 'fr' });
    expect(await stored(bob.email)).toMatchObject({ country: 'vn', organization: null });
  });

  test('a profile is not stored in part: one wrong field refuses the form', async ({ anna }) => {
    const before = await stored('anna@example.com');
    expect(
      await anna.client.rpc('update_profile', { profile: { ...FORM, country: 'it', phone_number: 'call me' } }),
    ).toAnswer(400);
    const { bio: _bio, ...withoutBio } = FORM;
    for (const profile of [withoutBio, { ...FORM, role: 'admin' }, [FORM], null])
      expect(await outcome(anna.client.rpc('update_profile', { profile }))).toEqual([400, 'Invalid input']);
    expect(await stored('anna@example.com')).toEqual(before);
    expect(await world.guest.rpc('update_profile', { profile: FORM })).toAnswer(401);
  });

  test('a new company name is on the newest 20 posts at once, on the others after the job', async ({ anna }) => {
    await postsOf(anna, 30);
    const named = async () =>
      (
        await world.sql<{ count: number }>(
          'select count(*)::int as count from public.posts where user_id = $1 and owner_names = $2',
          [anna.id, 'anna Many & Co'],
        )
      )[0]?.count;
    const form = { ...FORM, company_name: 'Many & Co' };
    expect(await outcome(anna.client.rpc('update_profile', { profile: form }))).toEqual([204]);
    expect(await named()).toBe(20);
    for (let calls = 0; calls < 3; calls += 1) await world.sql(`select public.housekeep('names')`);
    expect([await named(), await world.sql('select 1 from private.names_to_copy')]).toEqual([30, []]);
  });

  test('only the user learns whether they have a password', async ({ anna }) => {
    expect(await value(anna.client.rpc('has_password'))).toBe(true);
    await world.sql(`update auth.users set encrypted_password = null where id = $1`, [
      (await world.person('ella')).authId,
    ]);
    expect((await (await world.person('ella')).client.rpc('has_password')).data).toBe(false);
    expect(await world.guest.rpc('has_password')).toAnswer(401);
  });

  test('a profile cannot be edited by others', async ({ anna, bob }) => {
    for (const person of [bob, await world.person('adam')]) {
      expect(await value(person.client.from('profiles').update({ bio: 'x' }).eq('id', anna.id).select('id'))).toEqual(
        [],
      );
      expect(
        await value(
          person.client.from('accounts').update({ address: 'x' }).eq('profile_id', anna.id).select('profile_id'),
        ),
      ).toEqual([]);
    }
    expect(await world.guest.from('profiles').update({ bio: 'x' }).eq('id', anna.id)).toAnswer(401);
  });

  test.for([
    ['role', { role: 'admin' }],
    ['terms_version', { terms_version: '2026-02-01' }],
    ['email', { email: 'adam@example.com' }],
  ] as const)('a user cannot set a new %s of the account [A201]', async ([_column, change], { bob }) => {
    expect(await bob.client.from('accounts').update(change).eq('profile_id', bob.id)).toAnswer(403);
    expect(await bob.client.from('accounts').upsert({ profile_id: bob.id, email: bob.email, ...change })).toAnswer(403);
    expect(await stored('bob@example.com')).toMatchObject({
      role: 'user',
      email: 'bob@example.com',
      terms_version: TERMS_VERSION,
    });
  });

  test('a user does not become an admin by what they write into their profile [A201]', async ({ anna, bob }) => {
    const { client } = bob;
    const { error } = await client.auth.updateUser({ data: { role: 'admin', isAdmin: true, username: 'adam' } });
    expect(error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await value(client.from('accounts').select('role, email'))).toEqual([{ role: 'user', email: bob.email }]);
    const { id } = await world.createPost(anna);
    expect(await client.rpc('hide_post', { post_id: id })).toAnswer(403);
    expect(await value(world.guest.from('profiles').select('username').eq('id', bob.id))).toEqual([
      { username: 'bob' },
    ]);
  });

  test.for([
    [
      'a file of somebody else',
      (_bob: Person, anna: Person) => `${anna.authId}/00000000-0000-4000-8000-000000000001.png`,
    ],
    ['a script', () => 'javascript:alert(1)'],
    ['an address without encryption', () => 'http://example.com/a.png'],
    ['another folder', () => '../avatars/x.png'],
    ['a path that leaves the own folder', (bob: Person) => `${bob.authId}/../../../../rest/v1/profiles`],
    ['a file that is not there', (bob: Person) => `${bob.authId}/00000000-0000-4000-8000-000000000001.png`],
    ['an address that every viewer would call', () => 'https://tracker.example/a.png'],
  ] as const)('a profile refuses %s as picture', async ([_what, path], { anna, bob }) => {
    expect(
      await bob.client
        .from('profiles')
        .update({ avatar_path: path(bob, anna) })
        .eq('id', bob.id),
    ).toAnswer(400);
  });

  test('a profile takes an own upload or no picture; the one of a sign-in provider stays until then', async ({
    bob,
  }) => {
    const path = `${bob.authId}/00000000-0000-4000-8000-000000000001.png`;
    const provided = 'https://provider.example/bob.png';
    await world.sql('update public.profiles set avatar_path = $1 where id = $2', [provided, bob.id]);
    expect(
      (await bob.client.storage.from('avatars').upload(path, new Blob(['x'], { type: 'image/png' }))).error,
    ).toBeNull();
    const show = (avatar_path: string | null) =>
      outcome(bob.client.from('profiles').update({ avatar_path }).eq('id', bob.id));
    expect(await show(provided)).toEqual([204]);
    for (const each of [path, null]) expect(await show(each)).toEqual([204]);
    expect(await show(provided)).toEqual([400, 'Unknown image']);
  });

  test('a profile gets the picture of a sign-in provider, but none from a registration', async () => {
    const avatar_url = 'https://tracker.example/a.png';
    const { data, error } = await world.guest.auth.signUp({
      email: 'tracker@example.com',
      password: PASSWORD,
      options: { data: { username: 'tracker', avatar_url, termsVersion: TERMS_VERSION } },
    });
    expect(error).toBeNull();
    await world.guest.auth.signOut();
    await world.sql(
      `insert into auth.users (id, email, raw_user_meta_data, raw_app_meta_data)
       values ('00000000-0000-4000-8000-0000000000aa', 'provided@example.com', $1::text::jsonb, '{"provider": "google", "providers": ["google"]}')`,
      [JSON.stringify({ avatar_url })],
    );
    const avatarOf = async (authId = '') =>
      (
        await world.sql<{ avatar_path: string | null }>('select avatar_path from public.profiles where auth_id = $1', [
          authId,
        ])
      )[0]?.avatar_path;
    expect(await avatarOf(data.user?.id)).toBeNull();
    expect(await avatarOf('00000000-0000-4000-8000-0000000000aa')).toBe(avatar_url);
  });

  test.for([
    ['a phone number of letters', { phone_number: 'call me' }],
    ['a first name of 51 characters', { first_name: 'x'.repeat(51) }],
    ['an organization of 101 characters', { organization: 'x'.repeat(101) }],
    ['a tax code of 21 characters', { tax_code: 'x'.repeat(21) }],
    ['an address of 201 characters', { address: 'x'.repeat(201) }],
  ] as const)('an account refuses %s', async ([_what, change], { bob }) => {
    expect(await bob.client.from('accounts').update(change).eq('profile_id', bob.id)).toAnswer(400);
  });

  test('users read their own account, admins those of others only one by one or as a list', async ({
    bob,
    mona,
    anna,
  }) => {
    const emails = async (person: Person) =>
      (await value(person.client.from('accounts').select('email'))).map(({ email }) => email);
    expect(await emails(bob)).toEqual(['bob@example.com']);
    expect(await emails(mona)).toEqual([mona.email]);
    expect(await world.guest.from('accounts').select('email')).toAnswer(401);
    const read = (person: Person) => person.client.rpc('get_user', { user_id: anna.id }).select('email');
    expect(await value(read(mona))).toEqual([{ email: anna.email }]);
    expect(await read(bob)).toAnswer(403);
  });

  test('a profile follows a new e-mail address of the sign-in', async ({ bob }) => {
    await world.sql(`update auth.users set email = 'new@example.com' where id = $1`, [bob.authId]);
    expect(await value(bob.client.from('accounts').select('email'))).toEqual([{ email: 'new@example.com' }]);
    await world.sql(`update auth.users set email = 'bob@example.com' where id = $1`, [bob.authId]);
  });
});
