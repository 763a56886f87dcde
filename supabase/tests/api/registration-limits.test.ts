/** Registrations are counted together whatever door they come by. The limits of Auth are on: they are counted by address. */
import { beforeEach, expect, test } from 'vitest';
import { ownWorld } from '../support/embedded/own-world.ts';
import { AT_AUTH, findDoors, registerIn } from './registration-doors.ts';

const world = await ownWorld({ requireEmailVerification: true, addressLimits: true });
const register = registerIn(world);
const { doors: DOORS } = await findDoors(world);
const person = (n: number) => ({ username: `person-${n}`, email: `person-${n}@example.com` });

beforeEach(() => world.reset());

test('registrations of one address count together at all doors, 20 an hour', async () => {
  for (const [n, door] of DOORS.entries()) expect(await register(door, person(n))).toBeLessThan(300);
  const counted = `update private.rate_limit_uses set used = used + 16 where action = 'register' returning used`;
  expect(await world.sql(counted)).toEqual([{ used: 16 + DOORS.length }]);
  expect(await register(AT_AUTH, person(10))).toBeLessThan(300);
  for (const [n, door] of DOORS.entries()) expect(await register(door, person(20 + n))).toBe(429);
  expect(await world.sql('select count(*)::int as users from auth.users')).toEqual([{ users: DOORS.length + 1 }]);
});

test('a caller of Auth cannot use the pass of a registration that a function has counted', async () => {
  await world.sql(`select private.begin_registration('192.0.2.7', 'person-1@example.com', 'person-1')`);
  await world.sql(`update private.registration_passes set made_at = made_at - interval '30 seconds' returning 1`);
  expect(await register(AT_AUTH, person(1))).toBe(200);
  expect(
    await world.sql(`select sum(used)::int as used from private.rate_limit_uses where action = 'register'`),
  ).toEqual([{ used: 2 }]);
});
