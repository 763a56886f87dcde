import { Hono } from 'hono';
import { env } from '../_shared/env.ts';
import type { ApiEnv } from '../_shared/http/context.ts';
import { createApiDocument } from './openapi.ts';
import type { Operation } from './router.ts';

/** The contract for programs (`/openapi.json`), made at the first request; people read it on the page that `/docs` leads to. */
export function documentationRoutes(operations: readonly Operation[]): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();
  let made: ReturnType<typeof createApiDocument> | undefined;
  const document = () => (made ??= createApiDocument(operations));

  routes.get('/openapi.json', (c) => c.json(document()));
  routes.get('/docs', (c) => c.redirect(`${env.siteUrl}/api-docs`));
  return routes;
}
