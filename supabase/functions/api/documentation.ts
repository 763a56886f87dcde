import { Hono } from 'hono';
import { env } from '../_shared/env.ts';
import type { ApiEnv } from '../_shared/http/context.ts';
import { createApiDocument } from './openapi.ts';
import type { Operation } from './router.ts';

/** The OpenAPI document (`/openapi.json`), generated at the first request; `/docs` redirects to a readable page. */
export function documentationRoutes(operations: readonly Operation[]): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();
  let made: ReturnType<typeof makeDocument> | undefined;

  routes.get('/openapi.json', async (c) => {
    const { bytes, tag } = await (made ??= makeDocument(operations));
    return c.body(bytes, 200, { 'Content-Type': 'application/json', ETag: tag });
  });
  routes.get('/docs', (c) => c.redirect(`${env.siteUrl}/api-docs`));
  return routes;
}

/** Written and hashed once: for half a megabyte, both take longer than the rest of the answer. */
async function makeDocument(operations: readonly Operation[]) {
  const bytes = new TextEncoder().encode(JSON.stringify(createApiDocument(operations)));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return { bytes, tag: `"${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}"` };
}
