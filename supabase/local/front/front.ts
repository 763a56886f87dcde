import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';

/**
 * What stands between a port and a server behind it (`@supabase/lite`, the functions). A front answers itself where hosted Supabase
 * answers otherwise, and forwards the rest. What is only put before a front (`limitAuth`, `noteClient`, `answerOutages`,
 * `answerMalformed`) answers in its place or lets it answer.
 */
export type Front = Hono<{ Bindings: HttpBindings }>;
