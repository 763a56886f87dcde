import { PROFILE_COLUMNS } from '@rows/user-row.ts';

/** Columns of a public profile. */
export const PUBLIC_PROFILE_COLUMNS = `${PROFILE_COLUMNS}, created_at` as const;
