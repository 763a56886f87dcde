import { expect } from 'vitest';
import { z } from 'zod';
import { sessionSchema } from '../../functions/_shared/domain/login.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import { codeOf, halfSignedIn, turnOn } from '../support/second-factor.ts';
import { PASSWORD } from '../support/world.ts';
import { ApiClient, POST } from './api-client.ts';
import { readDocument } from './openapi-document.ts';

const MISSING = { code: 'second_factor_required', message: 'Enter the code of your authenticator app' };
const bearer = (token: string) => new ApiClient({ headers: { Authorization: `Bearer ${token}` } });

test('a session before the second step of its sign-in is refused with a code', async ({ world, anna }) => {
  await turnOn(world, anna);
  const { token } = await halfSignedIn(world, anna);
  const half = bearer(token);
  for (const path of ['/api/posts', '/api/user', '/api/user/posts', '/api/notifications', '/api/sessions'])
    expect(await half.get(path), path).toAnswer(403, expect.objectContaining(MISSING));
  expect(await half.post('/api/posts', POST)).toAnswer(403, expect.objectContaining(MISSING));
  const feedback = { category: 'bug', subject: 'Hello', message: 'In the name of the account' };
  expect(await half.post('/api/feedback', feedback)).toAnswer(403, expect.objectContaining(MISSING));
});

test('every operation of users and admins refuses a session before its second step', async ({ world }) => {
  const dora = await world.person('dora');
  await turnOn(world, dora);
  const half = bearer((await halfSignedIn(world, dora)).token);
  const { operations } = readDocument((await new ApiClient().get('/api/openapi.json')).body);
  const closed = operations.filter((operation) => operation['x-access'] !== 'anyone');
  expect(closed.length).toBeGreaterThan(90);
  for (const { method, path } of closed)
    expect(await half.call(method, path.replaceAll(/\{\w+\}/g, '1'), method === 'GET' ? {} : { json: {} })).toAnswer(
      403,
      expect.objectContaining(MISSING),
    );
});

test('the right code is refused as well after ten wrong ones, also for many at once', async ({ world }) => {
  const emil = await world.person('emil');
  const { secret } = await turnOn(world, emil);
  const login = async (code: string) => {
    const { status } = await new ApiClient().post('/api/login', { username: emil.username, password: PASSWORD, code });
    return status;
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => login('000000')));
  expect(answers.filter((status) => status === 403).length).toBe(10);
  expect(answers.filter((status) => status === 429).length).toBe(10);
  expect(await login(codeOf(secret))).toBe(429);
  await world.sql('delete from private.rate_limit_uses where true returning 1');
});

test('POST /api/login takes the code of the authenticator app, once', async ({ world, bob }) => {
  const { secret } = await turnOn(world, bob);
  const login = (code?: string) =>
    new ApiClient().post('/api/login', { username: bob.username, password: PASSWORD, ...(code && { code }) });
  const refused = await login();
  expect(refused).toAnswer(403, expect.objectContaining(MISSING));
  expect(refused.setCookies).toEqual([]);
  expect(await login('000000')).toAnswer(403, expect.objectContaining({ code: 'second_factor_refused' }));
  const client = new ApiClient();
  const body = { username: bob.username, password: PASSWORD, code: codeOf(secret) };
  expect(await client.post('/api/login', body)).toAnswer(200, expect.objectContaining({ username: bob.username }));
  expect(await client.get('/api/user')).toAnswer(200);
  expect(await login(body.code)).toAnswer(403, expect.objectContaining({ code: 'second_factor_refused' }));
});

test('POST /api/session with a code answers tokens after both steps, and without one those of the first', async ({
  world,
  carl,
}) => {
  const { secret } = await turnOn(world, carl);
  const start = async (code?: string) => {
    const body = { username: carl.username, password: PASSWORD, ...(code && { code }) };
    const answer = await new ApiClient().post('/api/session', body);
    expect(answer).toAnswer(200);
    return bearer(sessionSchema.parse(answer.body).access_token);
  };
  expect(await (await start()).get('/api/user')).toAnswer(403, expect.objectContaining(MISSING));
  expect(await (await start(codeOf(secret))).get('/api/user')).toAnswer(200);
  expect(await world.sql(`select 1 from private.rate_limit_uses where action = 'login'`)).toEqual([]);
});

test('a code means nothing to a user without two-step sign-in', async ({ adam }) => {
  const answer = await new ApiClient().post('/api/login', { username: adam.username, password: PASSWORD, code: '1' });
  expect(answer).toAnswer(200);
});

test('a recovery code is the second step of a sign-in once, and turns two-step sign-in off', async ({ world }) => {
  const frida = await world.person('frida');
  await turnOn(world, frida);
  const { data } = await frida.client.auth.getSession();
  const answer = await bearer(data.session?.access_token ?? '').post('/api/user/recovery-codes');
  expect(answer).toAnswer(200);
  const { codes } = z.object({ codes: z.array(z.string()).length(10) }).parse(answer.body);
  const login = (code?: string) =>
    new ApiClient().post('/api/login', { username: frida.username, password: PASSWORD, ...(code && { code }) });
  expect(await login('1111-2222-3333-4444')).toAnswer(403, expect.objectContaining({ code: 'second_factor_refused' }));
  expect(await login(codes[3])).toAnswer(200, expect.objectContaining({ username: frida.username }));
  expect(await login()).toAnswer(200);
});

test('a main admin resets two-step sign-in of a user', async ({ world, mona, adam }) => {
  const gina = await world.person('gina');
  const reset = (by: string) =>
    bearer(by).post(`/api/admin/users/${String(gina.id)}/reset-second-factor`, { reason: 'Lost phone' });
  expect(await reset(mona.accessToken)).toAnswer(409);
  await turnOn(world, gina);
  expect(await reset(adam.accessToken)).toAnswer(403);
  expect(await reset(mona.accessToken)).toAnswer(200);
  expect(await new ApiClient().post('/api/login', { username: gina.username, password: PASSWORD })).toAnswer(200);
});
