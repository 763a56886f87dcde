/** Who runs an installation makes one registered person its main admin: no more than one, and nobody by accident. */
import { expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';

const appoint = async (email: string, insteadOf?: string) => {
  const { data, error } = await world.service.rpc('appoint_main_admin', { email, instead_of: insteadOf });
  return error ? [error.code, error.message] : data;
};
const roleOf = async (email: string) =>
  (await world.sql<{ role: string }>('select role from public.accounts where email = $1', [email]))[0]?.role;

test('a person with a confirmed address becomes it, however the address is written, and the log says so', async () => {
  const carla = await world.person('carla');
  expect(await appoint('CARLA@example.com')).toBe('carla');
  expect(await roleOf(carla.email)).toBe('main_admin');
  expect(
    await world.sql(
      `select actor_id, action, entity_id, before, after from public.audit_log where action = 'appoint_main_admin'`,
    ),
  ).toEqual([
    {
      actor_id: null,
      action: 'appoint_main_admin',
      entity_id: String(carla.id),
      before: { role: 'user' },
      after: { role: 'main_admin' },
    },
  ]);
});

test('a second first main admin is refused', async () => {
  await world.person('mona');
  const carla = await world.person('carla');
  expect(await appoint(carla.email)).toEqual([
    'PT409',
    'There is a main admin already. Main admins give the role on the page, under Users.',
  ]);
  expect(await roleOf(carla.email)).toBe('user');
});

test('an operator replaces the only main admin, who becomes a user, and both changes are in the log', async () => {
  const mona = await world.person('mona', { role: 'main_admin' });
  const carla = await world.person('carla');
  expect(await appoint(carla.email, 'MONA@example.com')).toBe('carla');
  expect([await roleOf(carla.email), await roleOf(mona.email)]).toEqual(['main_admin', 'user']);
  expect(await world.sql(`select action, entity_id, before, after from public.audit_log order by id`)).toEqual([
    {
      action: 'appoint_main_admin',
      entity_id: String(carla.id),
      before: { role: 'user' },
      after: { role: 'main_admin' },
    },
    { action: 'change_role', entity_id: String(mona.id), before: { role: 'main_admin' }, after: { role: 'user' } },
  ]);
});

test('an operator replaces nobody where another main admin could, and only with somebody who can sign in', async () => {
  const mona = await world.person('mona', { role: 'main_admin' });
  const carla = await world.person('carla');
  const suspended = await world.person('dina');
  await world.sql(
    `update public.accounts set suspended_until = now() + interval '1 day', suspension_reason = 'x' where profile_id = $1`,
    [suspended.id],
  );
  for (const nobody of ['nobody@example.com', carla.email, ''])
    expect(await appoint(carla.email, nobody)).toEqual(['PT404', 'No main admin has the address whose role is to end']);
  expect(await appoint(mona.email, mona.email)).toEqual(['PT409', 'This person is the main admin already']);
  expect(await appoint(suspended.email, mona.email)).toEqual(['PT409', 'This account is suspended']);
  await world.person('mona2', { role: 'main_admin' });
  expect(await appoint(carla.email, mona.email)).toEqual([
    'PT409',
    'There is a main admin already. Main admins give the role on the page, under Users.',
  ]);
  expect([await roleOf(carla.email), await roleOf(mona.email)]).toEqual(['user', 'main_admin']);
});

test('one of two people who ask at the same moment becomes the first main admin', async () => {
  const people = await Promise.all(['carla', 'dina'].map((name) => world.person(name)));
  const answers = await Promise.all(people.map(({ email }) => appoint(email)));
  expect(answers.filter((answer) => typeof answer === 'string')).toHaveLength(1);
});

test('an address that nobody registered, confirmed or may use is refused', async () => {
  const carla = await world.person('carla');
  expect(await appoint('nobody@example.com')).toEqual(['PT404', 'Nobody has registered with this address']);
  await world.sql(`update auth.users set email_confirmed_at = null where id = $1 returning id`, [carla.authId]);
  await world.sql(`update public.accounts set email_confirmed_at = null where profile_id = $1`, [carla.id]);
  expect(await appoint(carla.email)).toEqual(['PT409', 'This address is not confirmed yet']);
  await world.sql(
    `update public.accounts set email_confirmed_at = now(), suspended_until = now() + interval '1 second', suspension_reason = 'x' where profile_id = $1`,
    [carla.id],
  );
  expect(await appoint(carla.email)).toEqual(['PT409', 'This account is suspended']);
  await world.sql(
    `update public.accounts set suspended_until = null, suspension_reason = null, deleted_at = now() where profile_id = $1`,
    [carla.id],
  );
  expect(await appoint(carla.email)).toEqual(['PT404', 'Nobody has registered with this address']);
  expect(await roleOf(carla.email)).toBe('user');
});

test('neither a guest nor the person can ask to become the first main admin', async () => {
  const carla = await world.person('carla');
  for (const client of [world.guest, carla.client])
    expect((await client.rpc('appoint_main_admin', { email: carla.email })).error?.code).toBe('42501');
  expect(await roleOf(carla.email)).toBe('user');
});
