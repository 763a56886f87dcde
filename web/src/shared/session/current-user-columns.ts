// A relative path, because the build also reads this file and does not resolve aliases.
import { ACCOUNT_COLUMNS, PROFILE_COLUMNS } from '../../../../supabase/functions/_shared/rows/user-row.ts';

/** Columns of the signed-in user. */
export const CURRENT_USER_COLUMNS =
  `${ACCOUNT_COLUMNS}, suspended_until, suspension_reason, terms_version, locale, profile:profiles!inner(${PROFILE_COLUMNS})` as const;
