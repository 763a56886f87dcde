import { Secret, TOTP } from 'otpauth';
import type { Client, Person, World } from './world.ts';

/** A code of an authenticator app, some steps before or after now. Auth takes these three, each once and in this order. */
export const codeOf = (secret: string, step: -1 | 0 | 1): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

/** Turns two-step sign-in on, with the first of the codes; the session of the person's client is raised. */
export async function turnOn(
  { service }: World,
  { client, authId }: Person,
): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const proved = await service.rpc('prove_password_change', { auth_id: authId });
  if (proved.error) throw proved.error;
  await enterCode(client, data.id, codeOf(data.totp.secret, -1));
  return { factorId: data.id, secret: data.totp.secret };
}

/** Does the second step of a sign-in. */
export async function enterCode(client: Client, factorId: string, code: string): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

/** A new session of a person, after the first step of the sign-in. */
export async function halfSignedIn(
  world: World,
  { email, password }: Person,
): Promise<{ client: Client; token: string }> {
  const client = world.withToken('');
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token };
}
