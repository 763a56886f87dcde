import { z } from 'zod';
import { AppError } from './app-error.ts';
import { supabase } from './supabase.ts';

const refusedSchema = z.object({ refusal: z.string() });

/**
 * Lets the content filter count a text that it refused (B22): the refusal had to undo everything in the database, its count
 * included. Does nothing for any other failure; nobody waits for it, and it never fails.
 */
export function reportRefusal(error: unknown): void {
  const refused = refusedSchema.safeParse(error instanceof AppError ? error.details : undefined);
  if (refused.success) void supabase.rpc('report_refused_content', refused.data).then(() => undefined, () => undefined);
}
