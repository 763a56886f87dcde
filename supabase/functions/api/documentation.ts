import { Hono } from 'hono';
import { env } from '../_shared/env.ts';
import type { ApiEnv } from '../_shared/http/context.ts';
import { createApiDocument } from './openapi.ts';
import type { Operation } from './router.ts';

/** The OpenAPI document (`/openapi.json`), generated at the first request; `/docs` redirects to a readable page. */
export function documentationRoutes(operations: readonly Operation[]): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();
  let made: ReturnType<typeof createApiDocument> | undefined;
  const document = () => (made ??= createApiDocument(operations));

  routes.get('/openapi.json', (c) => c.json(document()));
  routes.get('/docs', (c) => c.redirect(`${env.siteUrl}/api-docs`));
  return routes;
}
