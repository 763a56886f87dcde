import { z } from 'zod';
import { wholeNumber } from './typed-number.ts';

/** The bounds of a limit, which the database enforces as well. Uses are stored for a day, which bounds the period. */
export const LIMIT_MAX = 1_000_000;
export const LIMIT_SECONDS_MAX = 86_400;

const whole = (max: number) => wholeNumber(`A whole number from 1 to ${max.toLocaleString('en-US')}`, max);

/** A limit: the number of uses within a number of seconds. */
export const rateLimitSchema = z.object({ max: whole(LIMIT_MAX), seconds: whole(LIMIT_SECONDS_MAX) });

export type RateLimit = z.output<typeof rateLimitSchema>;

/** Why a limit deserves a second look compared with its default; null if it is close to it. */
export function limitWarning(limit: RateLimit, standard: RateLimit): string | null {
  const times = limit.max / limit.seconds / (standard.max / standard.seconds);
  if (times < 0.5) return 'Less than half of the default: normal use may be refused.';
  if (times > 10) return 'More than ten times the default: misuse is hardly slowed down.';
  return null;
}

/** The value of a setting: a switch or a limit. */
export const settingValueSchema = z.union([z.boolean(), z.object({ max: z.number(), seconds: z.number() })]);

export type SettingValue = z.output<typeof settingValueSchema>;

/** The switch that all limits depend on. */
export const LIMITS_SWITCH = 'rate_limits_enabled';

/** The switch that makes two-step sign-in compulsory for admins. */
export const STAFF_SWITCH = 'staff_second_factor';

type Words = { label: string; description: string };

/** Label and description of each limit, in the order of the settings page. */
export const LIMIT_WORDS: Readonly<Record<string, Words>> = {
  post: { label: 'Posts', description: 'New posts of a user' },
  post_edit: { label: 'Edits', description: 'Changes of the requests, answers and reviews of a user' },
  quote: { label: 'Quotes', description: 'New quotes of a user' },
  quote_decision: { label: 'Decisions', description: 'Decisions on quotes and changes of quotes of a user' },
  accept: { label: 'Accepted quotes', description: 'Quotes that a user accepts' },
  message: { label: 'Messages', description: 'Messages of a user' },
  like: { label: 'Likes', description: 'Likes of a user, given and taken back' },
  upload: { label: 'Uploads', description: 'Files of a user' },
  upload_kilobytes: { label: 'Uploaded kilobytes', description: 'Size of all files of a user together' },
  review: { label: 'Reviews', description: 'New reviews of a user' },
  feedback: { label: 'Feedback', description: 'Messages to the admins from one address' },
  register: { label: 'Registrations', description: 'New accounts from one address' },
  availability: { label: 'Availability checks', description: 'Whether a username or email is free, from one address' },
  login: { label: 'Failed logins', description: 'Wrong passwords for one account from one address' },
  login_address: { label: 'Failed logins, all accounts', description: 'Wrong passwords from one address' },
  password: { label: 'Failed logins, all addresses', description: 'Wrong passwords for one account, wherever from' },
  second_factor: { label: 'Wrong codes', description: 'Wrong codes of an authenticator app for one account' },
  forgot_password: { label: 'Forgotten passwords', description: 'Reset links to one account' },
  verify_email: { label: 'Verification codes', description: 'Tries of one code' },
  mail_proof: {
    label: 'Codes and links',
    description: 'Codes and links of mails that are asked for or tried from one address',
  },
  mail_of_auth: { label: 'Account mails', description: 'Mails with a code or link to one account' },
  resend_verification: {
    label: 'Resent verification mails',
    description: 'Verification mails that one address asks for again',
  },
  resend_verification_daily: { label: 'Resent verification mails, in all', description: 'The same over a longer time' },
  broadcast: { label: 'Broadcasts', description: 'Notifications to many, of all admins together' },
  test_mail: {
    label: 'Test mails',
    description: 'Test mails of an admin, and mails tried again at once',
  },
  bulk_action: { label: 'Bulk actions', description: 'Parts of bulk actions of an admin, and acts that mail a user' },
  account_read: {
    label: 'Accounts read',
    description: 'Accounts that an admin reads before the audit log says so; they are not refused',
  },
  rule_preview: {
    label: 'Previews of rules',
    description: 'Rules of the content filter that an admin compares with the last texts',
  },
  guest_access: { label: 'Guest visits', description: 'Visits that are counted from one address' },
  question: { label: 'Questions', description: 'Questions of a user on requests' },
  content_report: {
    label: 'Content refusals',
    description: 'Refusals of the content filter that are counted, of a user or all visitors',
  },
  empty_search: {
    label: 'Empty searches',
    description: 'Searches without a result that are counted, of a user or all visitors',
  },
  idempotent_write: {
    label: 'Repeatable writes',
    description: 'Writes by the API that name a key, of a user or an address',
  },
  idempotent_kilobytes: {
    label: 'Kilobytes of repeatable writes',
    description: 'Size of the answers that are kept for repeats, of a user or an address',
  },
};

/** The key of a limit among the settings. */
export const limitKey = (name: string): string => `rate_limits.${name}`;
