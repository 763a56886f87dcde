import { Hono } from 'hono';
import type { ApiEnv } from '../_shared/http/context.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import { createApiDocument } from './openapi.ts';
import type { Operation } from './router.ts';

/** The contract for programs (`/openapi.json`) and for people (`/docs`), both made when first asked for. */
export function documentationRoutes(operations: readonly Operation[]): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();
  let made: ReturnType<typeof createApiDocument> | undefined;
  const document = () => (made ??= createApiDocument(operations));

  routes.get('/openapi.json', (c) => c.json(document()));
  routes.get('/docs', async (c) => {
    c.header('Content-Security-Policy', await docsPolicy());
    return c.html(docsPage(document()));
  });
  return routes;
}
