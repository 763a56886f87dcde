// By its path, since the build reads this file, too, and knows no short names.
import { ACCOUNT_COLUMNS, PROFILE_COLUMNS } from '../../../../supabase/functions/_shared/rows/user.ts';

/** What is read of the signed-in user. */
export const CURRENT_USER_COLUMNS =
  `${ACCOUNT_COLUMNS}, suspended_until, suspension_reason, terms_version, locale, profile:profiles!inner(${PROFILE_COLUMNS})` as const;
