import { describe, expect } from 'vitest';
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import { PASSWORD, type Client, type Person } from '../support/world.ts';
import { outcome, value } from './support.ts';

const locales = async (...people: Person[]) => {
  const rows = await world.sql<{ id: number; locale: string | null }>(
    'select profile_id::int as id, locale from public.accounts where profile_id = any ($1)',
    [people.map(({ id }) => id)],
  );
  return people.map(({ id }) => rows.find((row) => row.id === id)?.locale);
};
const set = (client: Client, locale: string) => outcome(client.rpc('set_locale', { locale }));

/** Asks as the page does, with a body that its types would not allow. */
async function setRaw(who: Person, body: string) {
  const { data } = await who.client.auth.getSession();
  const response = await fetch(`${world.supabaseUrl}/rest/v1/rpc/set_locale`, {
    method: 'POST',
    headers: {
      apikey: world.publishableKey,
      Authorization: `Bearer ${data.session?.access_token}`,
      'Content-Type': 'application/json',
    },
    body,
  });
  return { status: response.status, body: JSON.parse((await response.text()) || 'null') };
}

describe('the language of an account', () => {
  test('[A646] a user chooses the language of their account and reads it back; the default is none', async ({
    anna,
    bob,
    adam,
  }) => {
    const read = (who: Person) =>
      value(who.client.from('accounts').select('profile_id, locale').eq('profile_id', anna.id));
    expect(await read(anna)).toEqual([{ profile_id: anna.id, locale: null }]);
    for (const locale of ['vi', 'vi', 'en', 'vi']) {
      expect(await set(anna.client, locale)).toEqual([204]);
      expect(await read(anna)).toEqual([{ profile_id: anna.id, locale }]);
    }
    expect(await read(bob)).toEqual([]);
    expect(await read(adam)).toEqual([]);
    expect(await locales(bob, adam)).toEqual([null, null]);
  });

  test('[A646] a language is a code of ISO 639-1; "xx" and other values are refused with their field', async ({
    anna,
  }) => {
    await set(anna.client, 'vi');
    for (const locale of ['xx', 'VI', 'vi-VN', ' vi', 'v', '', 'vie', "vi'; drop table accounts", 'ví']) {
      const { status, error } = await anna.client.rpc('set_locale', { locale });
      expect([status, error?.message, JSON.parse(error?.details ?? '{}')], locale).toEqual([
        400,
        'This language is not known',
        expect.objectContaining({ path: 'locale' }),
      ]);
    }
    for (const body of ['{"locale": null}', '{"locale": 7}']) {
      expect(await setRaw(anna, body), body).toEqual({
        status: 400,
        body: expect.objectContaining({ message: 'This language is not known' }),
      });
    }
    for (const body of [
      '{"locale": ["vi"]}',
      '{"locale": {"a": 1}}',
      '{}',
      '{"locale": "vi", "profile_id": 1}',
      '[]',
      '{',
    ]) {
      const { status, body: answer } = await setRaw(anna, body);
      expect([status >= 400 && status < 500, typeof answer.message], `${body}: ${status}`).toEqual([true, 'string']);
    }
    expect(await locales(anna)).toEqual(['vi']);
    // One that the product does not speak yet is known: its translation needs no migration.
    expect(await set(anna.client, 'fr')).toEqual([204]);
    await expect(
      world.sql(`update public.accounts set locale = 'xx' where profile_id = $1`, [anna.id]),
    ).rejects.toMatchObject({ code: '23514' });
  });

  test('[A646] the language of an account cannot be written by others or through any other door', async ({
    anna,
    bob,
    adam,
    mona,
  }) => {
    await set(anna.client, 'vi');
    expect(await world.guest.rpc('set_locale', { locale: 'vi' })).toAnswer(401);
    expect(await world.guest.from('accounts').update({ locale: 'en' }).eq('profile_id', anna.id)).toAnswer(401);
    for (const { client } of [anna, bob, adam, mona]) {
      const from = () => client.from('accounts');
      expect(await from().update({ locale: 'en' }).eq('profile_id', anna.id)).toAnswer(403);
      expect(await from().upsert({ profile_id: anna.id, email: anna.email, locale: 'en' })).toAnswer(403);
      expect(await from().insert({ profile_id: anna.id, email: anna.email, locale: 'en' })).toAnswer(403);
    }
    const names = [
      'first_name',
      'last_name',
      'phone_number',
      'country',
      'address',
      'company_name',
      'organization',
      'tax_code',
      'bio',
    ];
    const profile = { ...Object.fromEntries(names.map((name) => [name, ''])), locale: 'en' };
    expect(await outcome(anna.client.rpc('update_profile', { profile }))).toEqual([400, 'Invalid input']);
    // What somebody writes about themselves at Auth counts at the registration alone.
    expect((await anna.client.auth.updateUser({ data: { locale: 'en' } })).error).toBeNull();
    expect(await locales(anna, bob, adam, mona)).toEqual(['vi', null, null, null]);
  });

  test('a suspended user can choose a language; the language of a deleted user is erased', async ({
    anna,
    bob,
    mona,
  }) => {
    await mona.client.rpc('suspend_user', { user_id: anna.id, days: 1, reason: 'Spam' });
    expect(await set(anna.client, 'vi')).toEqual([204]);
    expect(await locales(anna)).toEqual(['vi']);
    await set(bob.client, 'vi');
    expect(await outcome(mona.client.rpc('delete_user', { user_id: bob.id, username: 'bob' }))).toEqual([200]);
    expect(await set(bob.client, 'vi')).toEqual([401, 'Authentication required']);
    expect(await locales(bob)).toEqual([null]);
  });
});

describe('a registration', () => {
  const register = (username: string, locale: unknown) =>
    fetch(`${world.supabaseUrl}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: `${username}@locale.example`,
        password: PASSWORD,
        data: { username, locale, termsVersion: TERMS_VERSION },
      }),
    });
  const stored = async (username: string) => {
    const rows = await world.sql<{ locale: string | null }>('select locale from public.accounts where email = $1', [
      `${username}@locale.example`,
    ]);
    return rows.map(({ locale }) => locale);
  };

  test.for([
    ['Vietnamese', 'vi', 'vi'],
    ['English', 'en', 'en'],
    ['one that the product does not speak yet', 'fr', 'fr'],
    ['a code of no language', 'xx', null],
    ['a code in capitals', 'VI', null],
    ['a language with its region', 'vi-VN', null],
    ['nothing', '', null],
    ['null', null, null],
    ['no field', undefined, null],
    ['a number', 7, null],
    ['true', true, null],
    ['a list', ['vi'], null],
    ['an object', { code: 'vi' }, null],
    ['a very long text', 'x'.repeat(10_000), null],
    ['SQL', "vi'); --", null],
  ] as const)('[A646] a registration stores the language of the page: %s', async ([_what, locale, kept]) => {
    const response = await register('loc', locale);
    expect([response.status, await stored('loc')]).toEqual([200, [kept]]);
  });

  test('a sign-in provider does not choose the language of an account', async () => {
    await world.sql(
      `insert into auth.users (id, email, raw_user_meta_data, raw_app_meta_data)
       values (gen_random_uuid(), 'pro@locale.example', '{"locale": "vi"}', '{"provider": "google", "providers": ["google"]}')`,
    );
    expect(await stored('pro')).toEqual([null]);
  });
});
