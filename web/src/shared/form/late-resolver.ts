import type { FieldValues, Resolver } from 'react-hook-form';
import { lateCode } from '@/shared/lazy/late-code.ts';

/**
 * A resolver whose rules are a chunk of their own, loaded on first use, so that a form can render without its
 * validation code. An earlier submit waits for it.
 */
export function lateResolver<Values extends FieldValues, Context, Transformed>(
  load: () => Promise<Resolver<Values, Context, Transformed>>,
): Resolver<Values, Context, Transformed> {
  const loadResolver = lateCode(load);
  return async (...form) => (await loadResolver())(...form);
}
