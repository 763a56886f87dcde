import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { fieldErrorsOf } from '@/shared/errors/field-errors.ts';

/** Marks the fields that a failure names, such as those whose text the content filter refuses, and puts the focus into the first. */
export function markFields<Values extends FieldValues, Transformed>(
  { setError, getValues }: Pick<UseFormReturn<Values, unknown, Transformed>, 'setError' | 'getValues'>,
  error: unknown,
): void {
  const known = fieldErrorsOf(error).filter(({ path }) => Object.hasOwn(getValues(), path));
  for (const [index, { path, message }] of known.entries()) {
    // A name among the form's own values is a path of it.
    setError(path as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
}
