import { expect } from 'vitest';
import { z } from 'zod';
import { LIMIT_WORDS, limitKey, LIMITS_SWITCH, STAFF_SWITCH } from '../../functions/_shared/domain/app-settings.ts';
import { test } from '../support/embedded/test.ts';
import { ApiClient, signedIn, type Answer } from './api-client.ts';

const ADDRESS = '/api/admin/settings';
const POST = limitKey('post');
const answerSchema = z.object({
  settings: z.array(z.object({ key: z.string(), value: z.unknown(), updatedAt: z.string() })),
});
const settingsOf = ({ body }: Answer) =>
  new Map(answerSchema.parse(body).settings.map(({ key, value }) => [key, value]));

test('a guest and a user see and change no setting, an admin changes none, past /api as well', async ({
  world,
  bob,
  adam,
}) => {
  const change = { key: LIMITS_SWITCH, value: false, expected: true };
  const [guest, user, admin] = [new ApiClient(), await signedIn(bob), await signedIn(adam)];
  expect([
    (await guest.get(ADDRESS)).status,
    (await user.get(ADDRESS)).status,
    (await admin.get(ADDRESS)).status,
  ]).toEqual([401, 403, 200]);
  expect([
    (await guest.put(ADDRESS, change)).status,
    (await user.put(ADDRESS, change)).status,
    (await admin.put(ADDRESS, change)).status,
  ]).toEqual([401, 403, 403]);
  expect([
    (await world.guest.rpc('list_app_settings')).status,
    (await bob.client.rpc('list_app_settings')).status,
  ]).toEqual([401, 403]);
  expect([
    (await world.guest.rpc('save_app_setting', change)).status,
    (await bob.client.rpc('save_app_setting', change)).status,
  ]).toEqual([401, 403]);
  expect((await adam.client.rpc('save_app_setting', change)).error?.message).toBe('Only a main admin may do this');
  expect(settingsOf(await admin.get(ADDRESS)).get(LIMITS_SWITCH)).toBe(true);
});

test('every limit and switch is listed, and no secret', async ({ world, mona }) => {
  await world.sql(`insert into private.app_settings (key, value) values ('some_other_secret', '"hush-hush"')`);
  const answer = await (await signedIn(mona)).get(ADDRESS);
  await world.sql(`delete from private.app_settings where key = 'some_other_secret'`);
  expect([...settingsOf(answer).keys()].toSorted()).toEqual(
    [LIMITS_SWITCH, STAFF_SWITCH, ...Object.keys(LIMIT_WORDS).map(limitKey)].toSorted(),
  );
  const [secret] = await world.sql<{ value: string }>(
    `select value #>> '{}' as value from private.app_settings where key = 'content_refusal_secret'`,
  );
  expect(secret?.value).toMatch(/^[0-9a-f]{64}$/);
  expect(answer.text).not.toContain(secret?.value);
  expect(answer.text).not.toContain('hush-hush');
});

test('a changed limit holds at once, is on record, and overwrites no change that came in between', async ({
  world,
  bob,
  adam,
  mona,
}) => {
  const client = await signedIn(mona);
  const before = settingsOf(await client.get(ADDRESS)).get(POST);
  try {
    const change = { key: POST, value: { max: 1, seconds: 600 }, expected: before };
    expect((await client.put(ADDRESS, change)).body).toEqual({ message: 'Setting saved' });
    await world.createPost(bob);
    const refused = await bob.client
      .from('posts')
      .insert({ title: 'x', description: 'x', category: 'food', country: 'vn', delivery_address: 'x' });
    expect(refused).toAnswer(429);

    const late = await client.put(ADDRESS, { ...change, value: { max: 2, seconds: 600 } });
    expect(late).toAnswer(409, expect.objectContaining({ code: 'changed_meanwhile' }));
    expect(settingsOf(await client.get(ADDRESS)).get(POST)).toEqual({ max: 1, seconds: 600 });
    // What is so already is no act.
    expect(await client.put(ADDRESS, { ...change, expected: change.value })).toAnswer(200);
    const { data: log } = await adam.client
      .from('audit_log')
      .select('action, actor_username, entity, entity_id, before, after')
      .neq('action', 'sign_in');
    expect(log).toEqual([
      {
        action: 'save_setting',
        actor_username: 'mona',
        entity: 'setting',
        entity_id: POST,
        before: { value: before },
        after: { value: change.value },
      },
    ]);
  } finally {
    await client.put(ADDRESS, { key: POST, value: before, expected: { max: 1, seconds: 600 } });
  }
});

test('values that would lock everybody out, or hold for nobody, are refused with their field', async ({ mona }) => {
  const client = await signedIn(mona);
  const expected = settingsOf(await client.get(ADDRESS)).get(POST);
  const save = async (key: string, value: unknown) => (await client.put(ADDRESS, { key, value, expected })).status;
  for (const value of [
    { max: 0, seconds: 60 },
    { max: 1_000_001, seconds: 60 },
    { max: 1.5, seconds: 60 },
    { max: 1, seconds: 0 },
    { max: 1, seconds: 86_401 },
    { max: 1 },
    true,
    null,
    'off',
  ]) {
    expect(await save(POST, value), JSON.stringify(value)).toBe(400);
  }
  expect(await save(LIMITS_SWITCH, { max: 1, seconds: 1 })).toBe(400);
  for (const key of [
    'content_refusal_secret',
    'content_refusal_secret.x',
    'rate_limits',
    'rate_limits.',
    'rate_limits.none',
    'rate_limits_enabled.post',
    'rate_limits_',
    "'",
  ]) {
    expect(await save(key, true), key).toBe(404);
  }
  const field = await mona.client.rpc('save_app_setting', {
    key: POST,
    value: { max: 1, seconds: 86_401 },
    expected: null,
  });
  expect([field.status, field.error?.details]).toEqual([400, '{"code": "invalid_input", "path": "value.seconds"}']);
  expect(
    await mona.client.rpc('save_app_setting', { key: POST, value: { max: '1', seconds: 60 }, expected: null }),
  ).toAnswer(400);
  expect(settingsOf(await client.get(ADDRESS)).get(POST)).toEqual(expected);
});

test('the limits are switched off and on again', async ({ mona }) => {
  const client = await signedIn(mona);
  try {
    expect(await client.put(ADDRESS, { key: LIMITS_SWITCH, value: false, expected: true })).toAnswer(200);
    expect(await client.put(ADDRESS, { key: LIMITS_SWITCH, value: false, expected: true })).toAnswer(409);
    expect(settingsOf(await client.get(ADDRESS)).get(LIMITS_SWITCH)).toBe(false);
  } finally {
    await client.put(ADDRESS, { key: LIMITS_SWITCH, value: true, expected: false });
  }
  expect(settingsOf(await client.get(ADDRESS)).get(LIMITS_SWITCH)).toBe(true);
});
