import { z } from 'zod';
import type { FieldError } from '@domain/input.ts';
import { AppError } from './app-error.ts';

const detailsSchema = z.object({
  path: z.string().optional().catch(undefined),
  paths: z.array(z.string()).optional().catch(undefined),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .catch(undefined),
});

/**
 * The fields that a failure names, to mark them in a form: from a database rule (such as the content filter) or the
 * `errors` of an `/api` answer. Empty for any other failure.
 */
export function fieldErrorsOf(error: unknown): FieldError[] {
  if (!(error instanceof AppError)) return [];
  const details = detailsSchema.safeParse(error.details);
  if (!details.success) return [];
  const { path, paths, errors } = details.data;
  if (errors) return errors;
  return (paths ?? (path === undefined ? [] : [path])).map((each) => ({ path: each, message: error.message }));
}
