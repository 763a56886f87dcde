import { isAdminRole } from '../_shared/domain/roles.ts';
import { roleSchema, type User } from '../_shared/domain/user.ts';
import { callerClient, dataOf, type Client } from '../_shared/clients.ts';
import { forbidden, unauthorized } from '../_shared/http/api-error.ts';
import type { ApiContext } from '../_shared/http/context.ts';
import { requireSession } from '../_shared/http/session.ts';

const USER_COLUMNS =
  'id, username, avatar_path, country, company_name, bio, account:accounts(email, first_name, last_name, phone_number, address, role, organization, tax_code)';

/** The user behind an Auth id as §3 shows him, read with his own rights; 401 when there is no such profile. */
export async function fetchUser(client: Client, authId: string): Promise<User> {
  const profile = dataOf(await client.from('profiles').select(USER_COLUMNS).eq('auth_id', authId).maybeSingle());
  if (!profile?.account) throw unauthorized();
  const { account } = profile;
  const role = roleSchema.parse(account.role);
  return {
    id: profile.id,
    username: profile.username,
    email: account.email,
    firstName: account.first_name,
    lastName: account.last_name,
    phoneNumber: account.phone_number,
    address: account.address,
    country: profile.country,
    companyName: profile.company_name,
    bio: profile.bio,
    avatar: profile.avatar_path,
    role,
    isAdmin: isAdminRole(role),
    organization: account.organization,
    taxCode: account.tax_code,
  };
}

/** The signed-in user; 401 for a visitor. */
export async function currentUser(c: ApiContext): Promise<User> {
  const session = await requireSession(c);
  return fetchUser(await callerClient(c), session.authId);
}

/** The public id of the signed-in user, for filters; 401 for a visitor. Row-level security does not rely on it. Asks once per request. */
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

/** The signed-in admin; 401 for a visitor, 403 for anybody else. The role is read anew, so that a demotion counts at once. */
export async function requireAdmin(c: ApiContext): Promise<User> {
  const user = await currentUser(c);
  if (!user.isAdmin) throw forbidden();
  return user;
}
