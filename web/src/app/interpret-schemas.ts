import type { z } from 'zod';

/**
 * Has zod read its schemas as they are instead of compiling them. The page's policy allows no code from text, and asking whether it
 * does is refused aloud: an error in every console. Said where zod looks when it is loaded, which is later than the first page.
 */
export function interpretSchemas(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } satisfies z.core.$ZodConfig });
}
