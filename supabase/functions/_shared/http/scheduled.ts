import { Hono } from 'hono';
import { toApiError, unauthorized } from './api-error.ts';
import type { ApiEnv } from './context.ts';
import { isFromScheduler } from './cron.ts';

/** An app below `/{name}` for scheduled work: 401 without the cron secret. */
export function scheduledApp(name: string) {
  const app = new Hono<ApiEnv>().basePath(`/${name}`);
  app.onError((error) => {
    const answer = toApiError(error);
    if (answer.status >= 500) console.error(answer.cause ?? answer);
    return answer.toResponse();
  });
  app.use(async (c, next) => {
    if (!(await isFromScheduler(c.req.raw))) throw unauthorized();
    await next();
  });
  return app;
}
