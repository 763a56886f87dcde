/** A renewal of a session on the embedded database happens whole or not at all. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { makeProject, signedIn } from './project.ts';

const FAIL = `begin raise exception using errcode = '53100', message = 'No space left'; end`;
const HANG = `begin perform pg_sleep(20); return new; end`;

const project = makeProject();
let server: EmbeddedSupabase;

beforeAll(async () => {
  server = await startEmbeddedSupabase({
    ...project,
    requireEmailVerification: false,
    addressLimits: false,
    quiet: true,
  });
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});
afterEach(async () => {
  await server.sql('drop trigger if exists trouble on auth.refresh_tokens');
});

/** What the database does in place of the next refresh token. */
async function troubleWith(body: string): Promise<void> {
  await server.sql(`create or replace function public.trouble() returns trigger language plpgsql as $$ ${body} $$`);
  await server.sql(
    'create trigger trouble before insert on auth.refresh_tokens for each row execute function public.trouble()',
  );
}

const askOnce = async (path: string, token: string, body: unknown) => {
  const answer = await fetch(server.supabaseUrl + path, {
    method: 'POST',
    headers: { apikey: server.publishableKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
};

test.each([
  ['fails', FAIL],
  ['hangs until the database is started again', HANG],
])(
  'a session survives a renewal whose new token %s',
  async (how, body) => {
    const { client, token } = await signedIn(server, `${how.replaceAll(' ', '-')}@example.com`);
    const { data } = await client.auth.getSession();
    await troubleWith(body);
    const refresh_token = data.session?.refresh_token;
    expect(await askOnce('/auth/v1/token?grant_type=refresh_token', token, { refresh_token })).toBe(503);
    await server.sql('drop trigger trouble on auth.refresh_tokens');
    expect((await client.auth.refreshSession()).error).toBeNull();
  },
  60_000,
);

test('a session survives a second step whose renewal fails, and has done the step', async () => {
  const { client, token } = await signedIn(server, 'second-step@example.com');
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  const factorId = factor?.id ?? '';
  const { data: challenge } = await client.auth.mfa.challenge({ factorId });
  await troubleWith(FAIL);
  const code = new TOTP({ secret: Secret.fromBase32(factor?.totp.secret ?? '') }).generate();
  expect(await askOnce(`/auth/v1/factors/${factorId}/verify`, token, { challenge_id: challenge?.id, code })).toBe(503);
  await server.sql('drop trigger trouble on auth.refresh_tokens');
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
});
