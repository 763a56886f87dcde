/**
 * Passwords guessed at many names through the login of `/api`. Auth's own limits per address are off here: they would count the
 * same guesses, and what other tests have left of them is chance.
 */
import { expect } from 'vitest';
import { test } from '../support/embedded/test.ts';
import { PASSWORD } from '../support/world.ts';
import { ApiClient } from './api-client.ts';

test('the login refuses one address after wrong passwords for many names, and says how long to wait', async ({
  world,
  anna,
}) => {
  await world.sql(
    `update private.app_settings set value = jsonb_set(value, '{login_address,max}', '5') where key = 'rate_limits' returning 1`,
  );
  const client = new ApiClient();
  const logIn = (username: string, password = 'wrong') => client.post('/api/login', { username, password });
  const answers = [];
  for (const name of ['anna', 'name1', 'name2', 'name3', 'name4']) answers.push((await logIn(name)).status);
  expect(answers).toEqual([401, 401, 401, 401, 401]);
  const sixth = await logIn('name5');
  expect([sixth.status, Number(sixth.headers.get('Retry-After'))]).toEqual([429, expect.closeTo(900, -2)]);
  // Else a guesser would just go on: the right password tells nothing either.
  expect(await logIn(anna.username, PASSWORD)).toAnswer(429);
});

test('spellings of a name that the database takes for the same share their tries', async ({ world }) => {
  await world.person('mimi');
  await world.sql(
    `update private.app_settings set value = jsonb_set(value, '{login,max}', '3') where key = 'rate_limits' returning 1`,
  );
  const client = new ApiClient();
  const logIn = (username: string) => client.post('/api/login', { username, password: 'wrong' });
  for (const name of ['MİMI', 'mimİ', 'mİmİ']) expect(await logIn(name)).toAnswer(401);
  for (const name of ['mimi', 'mİmi']) expect(await logIn(name)).toAnswer(429);
});

test('thirty wrong passwords sent at once are as many tries as the limit allows, and not one more', async ({
  world,
  anna,
}) => {
  await world.sql(
    `update private.app_settings set value = jsonb_set(value, '{login,max}', '4') where key = 'rate_limits' returning 1`,
  );
  const client = new ApiClient();
  const tries = Array.from({ length: 30 }, () =>
    client.post('/api/login', { username: anna.username, password: 'wrong' }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(26);
});
