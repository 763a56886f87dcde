/** Accounts that signed in from the same network, which admins see of a user. */
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { outcome, value } from './support.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The places of all sessions of a user change, as when they are renewed elsewhere. */
const moveTo = (person: Person, address: string, program = FIREFOX) =>
  world.sql('update auth.sessions set ip = $2, user_agent = $3 where user_id = $1', [person.authId, address, program]);

/** Who is linked to a user, each in words. */
async function linkedTo(admin: Person, person: Person) {
  const rows = await value(admin.client.rpc('linked_accounts', { user_id: person.id }));
  return rows.map(
    ({ username, same_program, accounts }) => `${username} ${same_program ? 'browser' : 'network'} ${accounts}`,
  );
}

test('accounts of one network are linked, first those of the same browser', async ({ adam, anna, bob, carl }) => {
  await moveTo(anna, '203.0.113.7');
  await moveTo(carl, '203.0.113.7', 'another');
  await moveTo(bob, '203.0.113.7');
  expect(await linkedTo(adam, anna)).toEqual([`${bob.username} browser 3`, `${carl.username} network 3`]);
  expect(await linkedTo(adam, carl)).toEqual([`${bob.username} network 3`, `${anna.username} network 3`]);
});

test('a session that has ended still links, and a neighbouring address does not', async ({ adam, anna, bob }) => {
  await moveTo(anna, '203.0.113.7');
  await moveTo(bob, '203.0.113.8');
  await anna.client.auth.signOut();
  expect(await linkedTo(adam, anna)).toEqual([]);
  await moveTo(bob, '203.0.113.7');
  expect(await linkedTo(adam, anna)).toEqual([`${bob.username} browser 2`]);
});

test('a session that a function made has the browser that asked for it', async ({ adam, anna, bob }) => {
  await moveTo(anna, '203.0.113.7', 'Deno');
  await moveTo(bob, '203.0.113.7', 'Deno');
  await moveTo(anna, '203.0.113.7');
  expect(await linkedTo(adam, anna)).toEqual([`${bob.username} network 2`]);
});

test('addresses of one IPv6 network are one place', async ({ adam, anna, bob, carl }) => {
  await moveTo(anna, '2001:db8:1:2::1');
  await moveTo(bob, '2001:db8:1:2:ffff::9');
  await moveTo(carl, '2001:db8:1:3::1');
  expect(await linkedTo(adam, anna)).toEqual([`${bob.username} browser 2`]);
});

test.for([
  '127.0.0.1',
  '10.1.2.3',
  '100.64.0.1',
  '::ffff:203.0.113.7',
  '172.20.0.1',
  '192.168.1.1',
  '::1',
  'fd00::1',
  'fe80::1',
])('the address of a proxy or of the machine itself links nobody: %s', async (address, { adam, anna, bob }) => {
  await moveTo(anna, address);
  await moveTo(bob, address);
  expect(await linkedTo(adam, anna)).toEqual([]);
  expect(await world.sql('select 1 from private.sign_in_places')).toEqual([]);
});

test('a network of more than 100 accounts links nobody', async ({ adam, anna, bob }) => {
  await moveTo(anna, '203.0.113.7');
  await moveTo(bob, '203.0.113.7');
  /** Profiles without an account of Auth, which cost a test less. */
  const strangers = (count: number) =>
    world.sql(`do $$ begin
      set local session_replication_role = replica;
      with strangers as (
        insert into public.profiles (auth_id, username)
        select gen_random_uuid(), 'stranger-' || gen_random_uuid() from generate_series(1, ${count}) returning id)
      insert into private.sign_in_places (session_id, profile_id, network, program)
      select gen_random_uuid(), id, '203.0.113.7', gen_random_uuid() from strangers;
      set local session_replication_role = origin;
    end $$`);
  await strangers(98);
  expect(await linkedTo(adam, anna)).toContain(`${bob.username} browser 100`);
  await strangers(1);
  expect(await linkedTo(adam, anna)).toEqual([]);
});

test('the places of the last 50 sessions of a user are kept', async ({ anna }) => {
  await world.sql(
    `insert into auth.sessions (id, user_id, created_at, updated_at, ip, user_agent)
     select gen_random_uuid(), $1, now(), now(), '203.0.113.7', 'program ' || n from generate_series(1, 60) as n`,
    [anna.authId],
  );
  expect(await world.sql('select count(*)::int as n from private.sign_in_places')).toEqual([{ n: 50 }]);
});

test('the places of a deleted account go with it', async ({ mona, adam, anna, bob }) => {
  await moveTo(anna, '203.0.113.7');
  await moveTo(bob, '203.0.113.7');
  expect(await outcome(mona.client.rpc('delete_user', { user_id: bob.id, username: bob.username }))).toEqual([200]);
  expect(await linkedTo(adam, anna)).toEqual([]);
});

describe('who may ask', () => {
  test('users and guests are refused, and nobody reads the places', async ({ anna, bob }) => {
    expect(await outcome(anna.client.rpc('linked_accounts', { user_id: bob.id }))).toEqual([403, expect.any(String)]);
    expect((await outcome(world.guest.rpc('linked_accounts', { user_id: bob.id })))[0]).toBe(401);
  });

  test('an unknown user is not found', async ({ adam }) => {
    expect(await outcome(adam.client.rpc('linked_accounts', { user_id: 999_999 }))).toEqual([404, 'User not found']);
  });
});
