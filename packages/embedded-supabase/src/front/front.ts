import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';

/**
 * A reverse proxy between a port and a server behind it (`@supabase/lite`, the functions). A front answers itself where
 * hosted Supabase behaves differently, and forwards the rest. Middleware before a front (`limitAuth`, `noteClient`,
 * `answerOutages`, `answerMalformed`) answers instead of it or passes the request on.
 */
export type Front = Hono<{ Bindings: HttpBindings }>;
