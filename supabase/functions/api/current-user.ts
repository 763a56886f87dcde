import { isAdminRole } from '../_shared/domain/roles.ts';
import { roleSchema, type User } from '../_shared/domain/user.ts';
import { callerClient, dataOf, type Client } from '../_shared/clients.ts';
import { forbidden, unauthorized } from '../_shared/http/api-error.ts';
import type { ApiContext } from '../_shared/http/context.ts';
import { requireSession } from '../_shared/http/session.ts';
import { ACCOUNT_COLUMNS, PROFILE_COLUMNS, toUser } from '../_shared/rows/user-row.ts';

const USER_COLUMNS = `${PROFILE_COLUMNS}, account:accounts(${ACCOUNT_COLUMNS})` as const;

/** The user of an Auth id, read with their own rights; 401 without such a profile. */
export async function fetchUser(client: Client, authId: string): Promise<User> {
  const profile = dataOf(await client.from('profiles').select(USER_COLUMNS).eq('auth_id', authId).maybeSingle());
  if (!profile?.account) throw unauthorized();
  const role = roleSchema.parse(profile.account.role);
  return { ...toUser(profile, profile.account, null), role, isAdmin: isAdminRole(role) };
}

/** The signed-in user; 401 for a guest. */
export async function currentUser(c: ApiContext): Promise<User> {
  const session = await requireSession(c);
  return fetchUser(await callerClient(c), session.authId);
}

/** The public id of the signed-in user, for filters; 401 for a guest. Row-level security does not rely on it. Cached per request. */
export function currentUserId(c: ApiContext): Promise<number> {
  const id = c.get('userId') ?? fetchUserId(c);
  c.set('userId', id);
  return id;
}

async function fetchUserId(c: ApiContext): Promise<number> {
  const session = await requireSession(c);
  const client = await callerClient(c);
  const profile = dataOf(await client.from('profiles').select('id').eq('auth_id', session.authId).maybeSingle());
  if (!profile) throw unauthorized();
  return profile.id;
}

/** The signed-in admin; 401 for a guest, 403 for other users. The role is read each time, so that a demotion takes effect at once. */
export async function requireAdmin(c: ApiContext): Promise<User> {
  const user = await currentUser(c);
  if (!user.isAdmin) throw forbidden();
  return user;
}
