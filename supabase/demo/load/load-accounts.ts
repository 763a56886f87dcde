import { readFile } from 'node:fs/promises';
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import { demoAccounts, DEMO_PASSWORD } from '../data/accounts.ts';
import { stableUuid } from '../data/random.ts';
import { authIdOf } from './demo-ids.ts';
import { avatarFile } from './image-files.ts';
import { insertRecords } from './records.ts';
import type { DemoTarget } from 'embedded-supabase/demo-target';

const HASH_ROUNDS = 6;
/** Values that hosted Auth expects in columns that the embedded one may lack. */
const HOSTED_INSTANCE = '00000000-0000-0000-0000-000000000000';
const NO_TOKEN = {
  confirmation_token: '',
  recovery_token: '',
  email_change: '',
  email_change_token_new: '',
  email_change_token_current: '',
  phone_change: '',
  phone_change_token: '',
  reauthentication_token: '',
};

/** Registers all accounts with a confirmed address, and gives the admins their roles. */
export async function loadAccounts({ sql, password = DEMO_PASSWORD }: DemoTarget, now: Date): Promise<void> {
  const [hashed] = await sql<{ hash: string }>(`select extensions.crypt($1, extensions.gen_salt('bf', $2)) as hash`, [
    password,
    HASH_ROUNDS,
  ]);
  if (!hashed) throw new Error('The password could not be hashed');

  const users = demoAccounts.map((account) => {
    const joined = new Date(now.getTime() - account.joinedDaysAgo * 86_400_000).toISOString();
    return {
      ...NO_TOKEN,
      id: authIdOf(account.username),
      instance_id: HOSTED_INSTANCE,
      aud: 'authenticated',
      role: 'authenticated',
      email: emailOf(account.username),
      encrypted_password: hashed.hash,
      email_confirmed_at: joined,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: {
        username: account.username,
        firstName: account.firstName,
        lastName: account.lastName,
        phoneNumber: account.phoneNumber,
        address: account.address,
        country: account.country,
        companyName: account.companyName,
        bio: account.bio,
        organization: account.organization,
        taxCode: account.taxCode,
        termsVersion: TERMS_VERSION,
      },
      created_at: joined,
      updated_at: joined,
    };
  });
  await insertRecords(sql, 'auth', 'users', users);
  await insertRecords(
    sql,
    'auth',
    'identities',
    users.map((user) => ({
      id: stableUuid('identity', user.email),
      provider: 'email',
      provider_id: user.id,
      user_id: user.id,
      identity_data: { sub: user.id, email: user.email, email_verified: true, phone_verified: false },
      last_sign_in_at: user.created_at,
      created_at: user.created_at,
      updated_at: user.created_at,
    })),
  );
  await sql(
    `update public.accounts a set role = r.role, terms_accepted_at = u.created_at, created_at = u.created_at
     from json_to_recordset($1::json) as r (auth_id uuid, role text)
     join auth.users u on u.id = r.auth_id join public.profiles p on p.auth_id = u.id
     where a.profile_id = p.id`,
    [JSON.stringify(demoAccounts.map(({ username, role }) => ({ auth_id: authIdOf(username), role })))],
  );
}

const emailOf = (username: string) => `${username}@example.com`;

/** Stores the avatars, and dates the profiles back to when their users joined. */
export async function loadAvatars({ sql, putObject }: DemoTarget): Promise<void> {
  const avatars = demoAccounts
    .filter((account) => account.hasAvatar)
    .map(({ username }) => ({
      username,
      authId: authIdOf(username),
      path: `${authIdOf(username)}/${stableUuid('avatar', username)}.webp`,
    }));
  for (const { username, authId, path } of avatars) {
    await putObject('avatars', path, await readFile(avatarFile(username)), 'image/webp', authId);
  }
  await sql(
    `update public.profiles p set avatar_path = r.path
     from json_to_recordset($1::json) as r (auth_id uuid, path text) where p.auth_id = r.auth_id`,
    [JSON.stringify(avatars.map(({ authId, path }) => ({ auth_id: authId, path })))],
  );
  await sql(
    `update public.profiles p set created_at = u.created_at, updated_at = u.created_at
     from auth.users u where u.id = p.auth_id and u.id = any ($1)`,
    [demoAccounts.map(({ username }) => authIdOf(username))],
  );
}
