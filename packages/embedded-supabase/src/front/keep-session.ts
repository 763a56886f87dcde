import type { MiddlewareHandler } from 'hono';

/** Statuses of a refusal that a later request does not get: too slow, in conflict, locked, too early, too many. */
const TEMPORARY = new Set([408, 409, 423, 425, 429]);

/**
 * Answers 503 instead to the renewal of a session: auth-js takes each 4xx for the end of the session, and drops it. Must be
 * outside of everything that refuses.
 */
export const keepSession: MiddlewareHandler = async (c, next) => {
  await next();
  if (TEMPORARY.has(c.res.status) && c.req.query('grant_type') === 'refresh_token')
    c.res = new Response(c.res.body, { status: 503, headers: c.res.headers });
};
