import { suspensionEnd } from '@domain/account-status.ts';
import { isLocale, type Locale } from '@domain/locale.ts';
import { isAdminRole, ROLES, type Role } from '@domain/roles.ts';
import { toUser } from '@rows/user-row.ts';
import { currentSession, refuseHalfSignIn, replaceSession } from '@/shared/backend/auth-session.ts';
import type { SignedIn } from '@/shared/backend/kept-session.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { CURRENT_USER_COLUMNS } from './current-user-columns.ts';

/** The signed-in user, both the public and the private part. */
export type CurrentUser = {
  id: number;
  authId: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  address: string;
  country: string;
  companyName: string;
  bio: string;
  avatarPath: string | null;
  role: Role;
  /** Derived from the role; for display only. The database checks the role itself. */
  isAdmin: boolean;
  organization: string;
  taxCode: string;
  /** End of and reason for a suspension, during which the user can only read; `end` is an instant or 'permanent'. */
  suspension: { end: string; reason: string } | null;
  /** ISO day of the last accepted terms; null if none, for example after registration through a provider. */
  termsVersion: string | null;
  /** The user's chosen language; null if none is chosen or this page does not support it. */
  locale: Locale | null;
};

async function readAccount({ user }: SignedIn, signal: AbortSignal | undefined) {
  let request = supabase.from('accounts').select(CURRENT_USER_COLUMNS).eq('profile.auth_id', user.id);
  if (signal) request = request.abortSignal(signal);
  const answer = await request.maybeSingle();
  // The session has just ended, so the refusal concerns no user.
  if (answer.status === 401 && !(await currentSession())) return null;
  return dataOf(answer);
}

/**
 * Reads the signed-in user, public and private part, in one request. Null without a session, or if it has ended. Throws
 * an AppError if the session is valid but the row cannot be read.
 */
export async function fetchCurrentUser(signal?: AbortSignal): Promise<CurrentUser | null> {
  const session = await currentSession();
  if (!session) return null;
  let data = await readAccount(session, signal);
  if (!data) {
    await refuseHalfSignIn();
    // A missing row can mean that the session has ended; only Auth knows.
    const renewed = await replaceSession(session);
    if (renewed === null) return null;
    if (renewed) data = await readAccount(renewed, signal);
  }
  if (!data) throw new AppError(msg('Your account could not be found'), { kind: 'not-found', status: 404 });
  const role = ROLES.find((known) => known === data.role) ?? 'user';
  const end = suspensionEnd(data.suspended_until);
  const { avatar: avatarPath, ...user } = toUser(data.profile, data, '');
  return {
    ...user,
    authId: session.user.id,
    avatarPath,
    role,
    isAdmin: isAdminRole(role),
    suspension: end === null ? null : { end, reason: data.suspension_reason ?? '' },
    termsVersion: data.terms_version,
    locale: isLocale(data.locale) ? data.locale : null,
  };
}
