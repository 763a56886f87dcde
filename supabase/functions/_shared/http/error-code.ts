import { z } from 'zod';

/** Every code of a refusal, with what it tells a program. A refusal has exactly one; new ones may be added, none changes its meaning. */
export const ERROR_CODES = {
  invalid_input: 'Something in the request does not fit; `errors` names the fields',
  invalid_json: 'The body is not JSON',
  content_not_allowed: 'A text holds what the content filter refuses; `errors` names the fields',
  code_refused: 'The code of a mail is wrong, was used, or is too old',
  link_refused: 'The link of a mail is wrong, was used, or is too old',
  unauthorized: 'Nobody is signed in, or the session has ended',
  invalid_credentials: 'The name or the password is wrong',
  requires_verification: 'The e-mail address is not verified; `user` says whose',
  forbidden: 'The caller may not do this',
  cross_site: 'A page of another site makes the call',
  account_suspended: 'The account of the caller is suspended',
  not_found: 'There is no such thing, or the caller may not see it',
  method_not_allowed: 'The path has no such method; `Allow` names those that it has',
  conflict: 'It contradicts what is there',
  changed_meanwhile: 'Somebody else has changed it since it was read',
  username_exists: 'The username is taken',
  email_exists: 'The e-mail address is taken',
  in_progress: 'The first request with this Idempotency-Key is still running',
  idempotency_key_reused: 'The Idempotency-Key was used for another request',
  too_large: 'The request or a file is too large',
  unsupported_media_type: 'The Content-Type, or the type of a file, is not accepted',
  quote_wait: 'A quote was sent to this request in the last five days; `daysToWait` says for how long',
  rate_limit: 'Too many requests; wait as long as `Retry-After` says',
  too_many_tries: 'Too many wrong codes; ask for a new one',
  server_error: 'It failed on our side; a repeat with the same Idempotency-Key is safe',
  unavailable: 'It cannot be done now; try again after `Retry-After`',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

const meanings = Object.entries(ERROR_CODES).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);

export const errorCodeSchema = z
  .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
  .meta({ description: `Which refusal it is, for programs:\n\n${meanings.join('\n')}` });
