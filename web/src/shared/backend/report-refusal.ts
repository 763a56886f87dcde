import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from './supabase.ts';
import { textAt } from '@/shared/text/text-at.ts';

/**
 * Lets the content filter count a text that it refused: the refusal had to undo everything in the database, its count
 * included. Does nothing for any other failure; nobody waits for it, and it never fails.
 */
export function reportRefusal(error: unknown): void {
  const refusal = error instanceof AppError ? textAt(error.details, 'refusal') : undefined;
  if (refusal !== undefined)
    void supabase.rpc('report_refused_content', { refusal }).then(
      () => undefined,
      () => undefined,
    );
}
