import type { z } from 'zod';

/**
 * Makes zod interpret its schemas instead of compiling them. The page's CSP forbids eval, and zod's probe for it would
 * log a violation in every console. Set through zod's global config, which it reads on load, after the first page.
 */
export function interpretSchemas(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } satisfies z.core.$ZodConfig });
}
