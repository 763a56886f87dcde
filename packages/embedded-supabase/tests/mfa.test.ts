/** The second factor of Auth, by the calls of auth-js, answers as hosted Supabase does. */
import { decode } from 'hono/jwt';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SupabaseClient } from '@supabase/supabase-js';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { clientOf, makeProject, PASSWORD, signedIn } from './project.ts';

const claimsSchema = z.object({ aal: z.string(), amr: z.array(z.object({ method: z.string() })) });

const project = makeProject();
const wrong = new Map<string, number>();
let server: EmbeddedSupabase;

beforeAll(async () => {
  server = await startEmbeddedSupabase({
    ...project,
    project: {
      ...project.project,
      authHooks: () => ({
        mfaAttempt: async ({ user_id, valid }) => {
          const used = (wrong.get(user_id) ?? 0) + (valid ? 0 : 1);
          wrong.set(user_id, used);
          return used >= 4 ? { decision: 'reject', message: 'Later' } : { decision: 'continue' };
        },
      }),
    },
    requireEmailVerification: false,
    addressLimits: false,
    quiet: true,
  });
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

/** The code of a secret, some steps before or after now. That of now is accepted for half a minute at least, and once. */
const codeOf = (secret: string, steps: -3 | 0 | 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Enrols a factor that is not verified yet. */
async function enrolled(client: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret, totp: data.totp };
}

/** Somebody with a verified factor, of which no code counts as used. */
async function withFactor(email: string) {
  const user = await signedIn(server, email);
  const { factorId, secret } = await enrolled(user.client);
  const { data, error } = await user.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 0) });
  if (error) throw error;
  await server.sql('update auth.mfa_challenges set otp_code = null where otp_code is not null');
  return { ...user, factorId, secret, refreshToken: data.refresh_token };
}

async function again(email: string) {
  const client = clientOf(server);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, session: data.session };
}

const claimsOf = async (client: SupabaseClient) => {
  const { data } = await client.auth.getSession();
  const { aal, amr } = claimsSchema.parse(decode(data.session?.access_token ?? '').payload);
  return { aal, methods: amr.map(({ method }) => method).sort() };
};
const levelOf = async (client: SupabaseClient) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

describe('enrolment', () => {
  test('a new factor has an image, a secret and an address, and counts once a code is verified', async () => {
    const { client } = await signedIn(server, 'enrols@example.com');
    expect(await claimsOf(client)).toEqual({ aal: 'aal1', methods: ['password'] });
    const { factorId, secret, totp } = await enrolled(client);
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(totp.uri).toContain('enrols%40example.com');
    const { data: listed } = await client.auth.mfa.listFactors();
    expect([listed?.all.map(({ status }) => status), listed?.totp]).toEqual([['unverified'], []]);
    expect(await levelOf(client)).toEqual(['aal1', 'aal1']);

    const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 0) });
    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([{ id: factorId, status: 'verified', friendly_name: 'Phone' }]);
    expect(JSON.stringify(data)).not.toContain(secret);
    expect(await claimsOf(client)).toEqual({ aal: 'aal2', methods: ['password', 'totp'] });
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
  });

  test('verifying ends the other sessions, and the refresh tokens from before', async () => {
    const { client } = await signedIn(server, 'others@example.com');
    const other = await again('others@example.com');
    const before = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const { factorId, secret } = await enrolled(client);
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 0) });
    expect((await clientOf(server).auth.refreshSession({ refresh_token: before })).error?.status).toBe(400);
    expect((await other.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await claimsOf(client)).toEqual({ aal: 'aal2', methods: ['password', 'totp'] });
  });

  test('a name is taken once, a user has ten factors, and only TOTP can be enrolled', async () => {
    const { client } = await signedIn(server, 'many@example.com');
    const enroll = async (friendlyName: string) =>
      (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })).error;
    for (let nr = 1; nr <= 10; nr += 1) expect(await enroll(`Nr ${String(nr)}`)).toBeNull();
    expect(await enroll('Nr 1')).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    expect(await enroll('Nr 11')).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
    const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+491701234567' });
    expect(phone.error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' });
    await server.sql(
      `update auth.mfa_factors set created_at = now() - interval '6 minutes'
      where user_id = (select id from auth.users where email = 'many@example.com')`,
    );
    expect(await enroll('Nr 1')).toBeNull();
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });
});

describe('codes', () => {
  test('a new session needs a code for aal2, and keeps it when it is renewed', async () => {
    const { factorId, secret } = await withFactor('comes@example.com');
    const { client } = await again('comes@example.com');
    expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 0) })).error).toBeNull();
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
    expect(await claimsOf(client)).toEqual({ aal: 'aal2', methods: ['password', 'totp'] });
  });

  test('a code works once, also for two at once and for a later challenge', async () => {
    const { factorId, secret } = await withFactor('replayed@example.com');
    const [one, other] = [await again('replayed@example.com'), await again('replayed@example.com')];
    const code = codeOf(secret, 0);
    const answers = await Promise.all(
      [one, other].map(({ client }) => client.auth.mfa.challengeAndVerify({ factorId, code })),
    );
    // The other is refused its code, or its session has been ended by the first.
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const { client } = await again('replayed@example.com');
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  });

  test('after too many wrong codes the right one is refused as well', async () => {
    const { factorId, secret } = await withFactor('guessed@example.com');
    const { client } = await again('guessed@example.com');
    const attempt = async (code: string) => (await client.auth.mfa.challengeAndVerify({ factorId, code })).error;
    for (const status of [422, 422, 422, 429]) expect((await attempt(codeOf(secret, -3)))?.status).toBe(status);
    expect(await attempt(codeOf(secret, 0))).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
  });

  test('a challenge expires, is answered once, and belongs to its factor', async () => {
    const { client, factorId, secret } = await withFactor('challenged@example.com');
    const stranger = await withFactor('stranger@example.com');
    const challenge = async () => (await client.auth.mfa.challenge({ factorId })).data?.id ?? '';
    const answer = async (challengeId: string, code: string, of = client) =>
      (await of.auth.mfa.verify({ factorId, challengeId, code })).error?.code;
    const old = await challenge();
    await server.sql(`update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1`, [old]);
    expect(await answer(old, codeOf(secret, 0))).toBe('mfa_challenge_expired');
    const good = await challenge();
    expect(await answer(good, codeOf(secret, 0), stranger.client)).toBe('mfa_factor_not_found');
    expect(await answer(good, codeOf(secret, 0))).toBeUndefined();
    expect(await answer(good, codeOf(secret, 1))).toBe('mfa_ip_address_mismatch');
    expect(await answer('5b6f1c2e-1b7e-4c59-8b41-5d3c6f0f7b11', codeOf(secret, 1))).toBe('mfa_factor_not_found');
  });
});

describe('without a code', () => {
  test('a session removes and adds no factor, and changes no password', async () => {
    const { factorId } = await withFactor('kept@example.com');
    const { client } = await again('kept@example.com');
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    const another = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' });
    expect(another.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await client.auth.updateUser({ password: 'An0therOne!' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    });
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });

  test('a session ends itself and no other, unless a function asks', async () => {
    const owner = await withFactor('stays@example.com');
    const thief = await again('stays@example.com');
    const logout = async (query: string, body?: string, apikey = server.publishableKey) => {
      const { status } = await fetch(`${server.supabaseUrl}/auth/v1/logout${query}`, {
        method: 'POST',
        headers: {
          apikey,
          authorization: `Bearer ${thief.session.access_token}`,
          'content-type': body?.startsWith('{') === false ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        body: body ?? null,
      });
      return status;
    };
    for (const scope of ['?scope=others', '?scope=global', '', '?scope=', '?scope=others&scope=local'])
      expect(await logout(scope), scope).toBe(403);
    for (const body of ['{"scope":"global"}', 'scope=global']) expect(await logout('', body), body).toBe(403);
    expect((await owner.client.auth.refreshSession()).error).toBeNull();
    expect(await logout('?scope=local', '{"scope":"global"}')).toBe(204);
    expect((await owner.client.auth.refreshSession()).error).toBeNull();
    Object.assign(thief, await again('stays@example.com'));
    expect(await logout('?scope=global', undefined, server.secretKey)).toBe(204);
    expect((await owner.client.auth.refreshSession()).error).not.toBeNull();
  });

  test('after its code, a session ends the others', async () => {
    const { client } = await withFactor('leads@example.com');
    const other = await again('leads@example.com');
    expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect((await other.client.auth.refreshSession()).error).not.toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
  });
});

test('removing a factor takes the level from every session that it has raised', async () => {
  const { client, factorId, secret } = await withFactor('leaves@example.com');
  const other = await again('leaves@example.com');
  await other.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 0) });
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  for (const each of [client, other.client]) {
    expect((await each.auth.refreshSession()).error).toBeNull();
    expect(await claimsOf(each)).toEqual({ aal: 'aal1', methods: ['password'] });
    expect(await levelOf(each)).toEqual(['aal1', 'aal1']);
  }
});

test('requests that are none get 4xx with a code', async () => {
  const { token } = await signedIn(server, 'odd@example.com');
  const ask = async (method: string, path: string, body?: unknown, bearer = token) => {
    const answer = await fetch(`${server.supabaseUrl}/auth/v1/factors${path}`, {
      method,
      headers: {
        apikey: server.publishableKey,
        'content-type': 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      body: typeof body === 'string' ? body : (JSON.stringify(body) ?? null),
    });
    return [answer.status, (await answer.json()).error_code];
  };
  const nobody = '/5b6f1c2e-1b7e-4c59-8b41-5d3c6f0f7b11';
  expect(await ask('POST', '', { factor_type: 'totp' }, '')).toEqual([401, 'no_authorization']);
  expect(await ask('POST', '', { factor_type: 'totp' }, 'x.y.z')).toEqual([403, 'bad_jwt']);
  for (const body of [{}, '{', '[]', 'null', { factor_type: 1 }, { factor_type: 'smoke' }])
    expect(await ask('POST', '', body), JSON.stringify(body)).toEqual([400, 'validation_failed']);
  expect(await ask('POST', '/1/challenge', {})).toEqual([404, 'validation_failed']);
  for (const path of ['/challenge', '/verify'])
    expect(await ask('POST', `${nobody}${path}`, {})).toEqual([404, 'mfa_factor_not_found']);
  expect(await ask('DELETE', nobody)).toEqual([404, 'mfa_factor_not_found']);
  const { client } = await withFactor('odder@example.com');
  const [factor] = (await client.auth.mfa.listFactors()).data?.totp ?? [];
  const own = (await client.auth.getSession()).data.session?.access_token;
  for (const body of [{}, { code: '1' }, { challenge_id: 'x', code: '1' }, { challenge_id: 1, code: 1 }])
    expect(await ask('POST', `/${factor?.id}/verify`, body, own)).toEqual([400, 'validation_failed']);
});
