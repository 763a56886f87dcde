import { csvText } from '@/shared/text/csv.ts';
import type { User } from '../shown-user.ts';

const USER_CSV_COLUMNS: readonly [name: string, valueOf: (user: User) => string | number | null][] = [
  ['Id', ({ id }) => id],
  ['Username', ({ username }) => username],
  ['Email', ({ email }) => email],
  ['Verified', ({ isVerified }) => (isVerified ? 'yes' : 'no')],
  ['Name', ({ name }) => name],
  ['Company', ({ companyName }) => companyName],
  ['Organization', ({ organization }) => organization],
  ['Tax code', ({ taxCode }) => taxCode],
  ['Country', ({ country }) => country],
  ['Role', ({ role }) => role],
  ['Status', ({ status }) => status],
  ['Posts', ({ postCount }) => postCount],
  ['Quotes', ({ quoteCount }) => quoteCount],
  ['Rating', ({ ratingAverage }) => ratingAverage],
  ['Registered', ({ createdAt }) => createdAt],
  ['Last seen', ({ lastSeenAt }) => lastSeenAt],
];

/** Users as CSV. */
export function usersCsv(users: readonly User[]): string {
  return csvText([
    USER_CSV_COLUMNS.map(([name]) => name),
    ...users.map((user) => USER_CSV_COLUMNS.map(([, valueOf]) => String(valueOf(user) ?? ''))),
  ]);
}
