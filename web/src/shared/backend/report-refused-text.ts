import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from './supabase.ts';
import { textAt } from '@/shared/text/text-at.ts';

/**
 * Reports a text that the content filter refused, because the refusal rolled back the filter's own counter. Ignores any
 * other failure. Fire-and-forget; never throws.
 */
export function reportRefusedText(error: unknown): void {
  const refusal = error instanceof AppError ? textAt(error.details, 'refusal') : undefined;
  if (refusal !== undefined)
    void supabase.rpc('report_refused_content', { refusal }).then(
      () => undefined,
      () => undefined,
    );
}
