import { ApiError, forbidden, unauthorized } from './api-error.ts';

/** Converts a Storage error of an upload. */
export function fromStorage(error: Error & { status?: number; statusCode?: string }): ApiError {
  const status = Number(error.statusCode ?? error.status);
  if (status === 401) return unauthorized(error);
  // Storage answers the same for an invalid token and for a refusal by a policy.
  if (status === 403)
    return /jwt|jws|signature/i.test(error.message) ? unauthorized(error) : forbidden('You cannot upload files now');
  if (status === 413) return new ApiError(413, 'The file is too large');
  if (status === 415) return new ApiError(415, 'This file type is not accepted');
  return new ApiError(503, 'The service is busy. Please try again.', { cause: error });
}
