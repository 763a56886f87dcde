import { z } from 'zod';

/**
 * All codes of refusals, with their meaning for programs. A refusal has exactly one. Codes can be added, but their
 * meaning never changes.
 */
export const ERROR_CODES = {
  invalid_input: 'The request has invalid values; `errors` names the fields',
  invalid_json: 'The body is not valid JSON',
  content_not_allowed: 'A text has something that the content filter refuses; `errors` names the fields',
  code_refused: 'The code from a mail is wrong, used up or expired',
  link_refused: 'The link from a mail is wrong, used up or expired',
  unauthorized: 'The caller is not signed in, or the session has ended',
  invalid_credentials: 'The username or the password is wrong',
  requires_verification: 'The email address is not verified; `user` has its id and address',
  second_factor_required:
    'The user has two-step sign-in on, and the session is after its first step only; or the caller is an admin who has to turn it on',
  second_factor_refused: 'The code of the authenticator app is wrong or used up',
  forbidden: 'The caller may not do this',
  cross_site: 'The call comes from a page of another site',
  account_suspended: 'The caller’s account is suspended',
  not_found: 'It does not exist, or the caller may not see it',
  method_not_allowed: 'The path does not have this method; `Allow` lists those that it has',
  conflict: 'The request conflicts with the current state',
  already_sent_differently:
    'The `clientId` or Idempotency-Key was used for other content; `storedId` is the number of what it stored',
  confirmation_needed:
    'The rule would change or refuse more than 1 % of the last texts: `isConfirmed` saves it, `isTrial` tries it first',
  changed_meanwhile: 'It has been changed since the caller read it',
  username_exists: 'The username is taken',
  email_exists: 'The email address is taken',
  other_registration:
    'The mail belongs to another registration than `registration`, or none was named; `password` proves that it is the caller’s',
  earlier_registration: 'The link belongs to a registration that a later one of the address has replaced',
  in_progress: 'The first request with this Idempotency-Key is still running',
  idempotency_key_reused: 'The Idempotency-Key was used for another request',
  too_large: 'The request or a file is too large',
  unsupported_media_type: 'The Content-Type, or the type of a file, is not accepted',
  quote_wait: 'The caller quoted this post in the last five days; `daysToWait` tells how long to wait',
  rate_limit: 'Too many requests; wait for as long as `Retry-After` says',
  too_many_tries: 'Too many wrong codes; request a new one',
  server_error: 'Something failed on the server; a repeat with the same Idempotency-Key is safe',
  unavailable: 'The service is temporarily unavailable; try again after `Retry-After`',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

const meanings = Object.entries(ERROR_CODES).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);

export const errorCodeSchema = z
  .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
  .meta({ description: `The kind of error, for programs:\n\n${meanings.join('\n')}` });
