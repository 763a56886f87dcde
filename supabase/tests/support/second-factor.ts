import { Secret, TOTP } from 'otpauth';
import type { Client, Person, World } from './world.ts';

/**
 * The code that an authenticator app shows now, or the next one. Auth takes each once, and for half a minute at least;
 * the one before would be too old now and then by the time it arrives.
 */
export const codeOf = (secret: string, step: 0 | 1 = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

/** Makes codes usable again, so that no test waits for the next one. */
export const forgetUsedCodes = (world: World) =>
  world.sql('update auth.mfa_challenges set otp_code = null where otp_code is not null');

/** Turns two-step sign-in on; the session of the person's client is raised. */
export async function turnOn(world: World, { client, authId }: Person): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const proved = await world.service.rpc('prove_factor', { auth_id: authId, factor_id: data.id });
  if (proved.error) throw proved.error;
  await enterCode(client, data.id, codeOf(data.totp.secret));
  await forgetUsedCodes(world);
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
