import type { FieldValues, Resolver } from 'react-hook-form';
import { lateCode } from '@/shared/lazy/late-code.ts';

/**
 * The rules of a form as a module of their own, which comes when the page is first used: its form can be shown without the code that
 * checks it. What is sent before that waits for it.
 */
export function lateResolver<Values extends FieldValues, Context, Transformed>(
  load: () => Promise<Resolver<Values, Context, Transformed>>,
): Resolver<Values, Context, Transformed> {
  const loadResolver = lateCode(load);
  return async (...form) => (await loadResolver())(...form);
}
