import type { AccountStatus } from '@domain/account-status.ts';
import { day } from '@/shared/text/dates.ts';
import type { User } from './user.ts';

const ROLE_LABELS: Record<string, string> = { user: 'User', admin: 'Admin', main_admin: 'Main admin' };
export const roleLabel = (role: string) => ROLE_LABELS[role] ?? role;

export const STATUS_LABELS: Record<AccountStatus, string> = {
  active: 'Active',
  unverified: 'Unverified',
  suspended: 'Suspended',
  deleted: 'Deleted',
};
export const STATUS_COLORS: Record<AccountStatus, string> = {
  active: 'teal',
  unverified: 'yellow',
  suspended: 'orange',
  deleted: 'gray',
};

/** "1 day", "7 days", "Permanent". */
export const suspensionLabel = (days: number | null) =>
  days === null ? 'Permanent' : `${days} ${days === 1 ? 'day' : 'days'}`;

/** Until when somebody is suspended, and why. */
export function suspensionText({
  suspendedUntil,
  suspensionReason,
}: Pick<User, 'suspendedUntil' | 'suspensionReason'>): string {
  const end =
    suspendedUntil === 'permanent' || suspendedUntil === null ? 'permanently' : `until ${day(suspendedUntil)}`;
  return `Suspended ${end}: ${suspensionReason ?? ''}`;
}
