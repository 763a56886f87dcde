import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { CutOffs } from '../database/cut-offs.ts';
import { databaseError } from '../database/database-error.ts';
import { noteOutage } from '../database/outages.ts';
import { NO_TURN } from '../database/turns.ts';
import { authError } from './auth-error.ts';
import type { Front } from './front.ts';
import { createGateway } from './gateway.ts';

const REFRESH = '/auth/v1/token?grant_type=refresh_token';

const front = (): Front => new Hono();

/** A gateway whose Auth behaves in one way, with clients that can be refused. */
function gatewayWith(auth: MiddlewareHandler, cutOffs = new CutOffs()) {
  const refuse = () => Promise.reject(new Error('Nothing else is asked'));
  const pass: MiddlewareHandler = (_c, next) => next();
  return createGateway({
    forward: refuse,
    cutOffs,
    hasSession: () => Promise.resolve(true),
    limitsRequests: true,
    shareAnswers: pass,
    auth: front().use(auth),
    functions: front(),
    uploadLimit: 1_000,
    fileToStore: (bytes) => bytes,
    dropUnnamed: refuse,
    removing: (work) => work(),
    secretKey: 'secret',
    jwtSecret: 'secret',
    proxies: 0,
    callerOf: undefined,
  });
}

const ask = (gateway: Front, path: string, body = '{}') =>
  gateway.request(
    path,
    { method: 'POST', body, headers: { 'Content-Type': 'application/json' } },
    { incoming: { socket: { remoteAddress: '192.0.2.1' }, headers: {} } },
  );

const refusing =
  (status: number): MiddlewareHandler =>
  () =>
    Promise.resolve(authError(status, 'refused', 'Refused'));
/** Auth that loses an error of the database, as `@supabase/lite` does. */
const failing =
  (error: Error, status = 400): MiddlewareHandler =>
  async (c, next) => {
    noteOutage(error);
    return refusing(status)(c, next);
  };

function cutOffOf(client: string): CutOffs {
  const cutOffs = new CutOffs();
  cutOffs.note(client);
  return cutOffs;
}
const refusalOf = (client: string) => cutOffOf(client).refusalOf(client) ?? new Error('is let in');

test.each<[reason: string, gateway: () => Front]>([
  ['its address is refused for a while', () => gatewayWith(refusing(200), cutOffOf('192.0.2.1'))],
  ['its address was refused while it waited for a turn', () => gatewayWith(failing(refusalOf('192.0.2.1')))],
  ['it waited for too long', () => gatewayWith(failing(databaseError(NO_TURN.code, NO_TURN.message)))],
  ['a row was locked', () => gatewayWith(failing(databaseError('55P03', 'Locked')))],
  ['its statement took too long', () => gatewayWith(failing(databaseError('57014', 'Too long')))],
  ['the database takes no writes', () => gatewayWith(failing(databaseError('08006', 'Read-only')))],
  ...[408, 409, 423, 425, 429].map((status): [string, () => Front] => [
    `Auth answers ${String(status)}`,
    () => gatewayWith(refusing(status)),
  ]),
])('no renewal of a session is refused for good because %s', async (_reason, gateway) => {
  const answer = await ask(gateway(), REFRESH);
  expect(answer.status).toSatisfy((status) => status === 503 || status === 504);
});

test('a renewal is refused for its token, and another sign-in for the number of tries', async () => {
  for (const status of [400, 401, 403, 404])
    expect((await ask(gatewayWith(refusing(status)), REFRESH)).status).toBe(status);
  const other = '/auth/v1/token?grant_type=password';
  expect((await ask(gatewayWith(refusing(429)), other)).status).toBe(429);
});
