import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { fieldErrorsOf } from '@/shared/errors/field-errors.ts';

/** Marks the fields that a failure names, such as texts refused by the content filter, and focuses the first one. */
export function markFields<Values extends FieldValues, Transformed>(
  { setError, getValues }: Pick<UseFormReturn<Values, unknown, Transformed>, 'setError' | 'getValues'>,
  error: unknown,
): void {
  const known = fieldErrorsOf(error).filter(({ path }) => Object.hasOwn(getValues(), path));
  for (const [index, { path, message }] of known.entries()) {
    // The name is a key of the values, so it is a valid path.
    setError(path as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
}
