import type { Language } from '@/shared/i18n/language.ts';
import type { AccountStatus } from '@domain/account-status.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { User } from './shown-user.ts';

const ROLE_LABELS: Record<string, string> = { user: msg('User'), admin: msg('Admin'), main_admin: msg('Main admin') };
export const roleLabel = (role: string, { t }: Language) => t(ROLE_LABELS[role] ?? role);

export const STATUS_LABELS: Record<AccountStatus, string> = {
  active: msg('Active'),
  unverified: msg('Unverified'),
  suspended: msg('Suspended'),
  deleted: msg('Deleted'),
};
export const STATUS_COLORS: Record<AccountStatus, string> = {
  active: 'teal',
  unverified: 'yellow',
  suspended: 'orange',
  deleted: 'gray',
};

/** "1 day", "7 days", "Permanent". */
export const suspensionLabel = (days: number | null, { t, plural }: Language) =>
  days === null ? t('Permanent') : plural(days, { one: '{n} day', other: '{n} days' });

/** End of and reason for a suspension. */
export function suspensionText(
  { suspendedUntil, suspensionReason }: Pick<User, 'suspendedUntil' | 'suspensionReason'>,
  { t, day }: Language,
): string {
  const reason = suspensionReason ?? '';
  return suspendedUntil === 'permanent' || suspendedUntil === null
    ? t('Suspended permanently: {reason}', { reason })
    : t('Suspended until {day}: {reason}', { day: day(suspendedUntil), reason });
}
