import type { RequestListener, Server } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { DemoTarget } from './data/demo-target.ts';
import type { Commands, Sql } from './database/database.ts';
import type { AuthHooks } from './front/auth-front.ts';
import type { Front } from './front/front.ts';
import type { AskedInstead } from './platform/edge-functions.ts';
import type { Measure } from './platform/metrics.ts';
import type { CronJob } from './platform/scheduler.ts';

/** Addresses and secrets of a starting server, for the environment of the functions. */
export interface FunctionFacts {
  /** Address of the page. */
  siteUrl: string;
  /** Public address of the API. */
  publicUrl: string;
  /** The secret that identifies the scheduler to the functions. */
  cronSecret: string;
  /** Port of the mailbox on 127.0.0.1: SMTP without TLS and password. */
  smtpPort: number;
}

/** The backend that a page talks to. */
export interface Connection {
  supabaseUrl: string;
  publishableKey: string;
  /** Whether Realtime is served. */
  realtime: boolean;
}

/** Asks a function for the client of a request, by default what the request asks. */
export type CallFunction = (
  c: Context<{ Bindings: HttpBindings }>,
  name: string,
  asked?: AskedInstead,
) => Promise<Response>;

/** A page on the web port: an app, or a handler that needs the port itself (hot reload). */
export type Page = ({ app: Front } | { handler: RequestListener; close: () => Promise<void> }) & {
  /** Why the page cannot be served, in a few words for `/readyz`; undefined if it can. */
  lack?: () => Promise<string | undefined>;
};

/** Everything that the server knows of the project that it serves. */
export interface Project {
  /**
   * The project's folder, laid out as for the supabase CLI: `supabase/config.toml`, `supabase/migrations`,
   * `supabase/functions` and a seed; its packages are in `node_modules`.
   */
  dir: string;
  /** File of the history that the first migration replaces: see `ReplacedHistory`. */
  replacedHistory?: string;
  /** File of the queries that REST answers, by role; without it, REST answers all. */
  queries?: string;
  /** The release of the project, which logs, data and their backups name. */
  release?: string;
  /** The commands that messages about migrations and data name; without them, the messages give no advice. */
  commands?: Commands;
  /** Demo data: the folder that holds it, whose content decides when a prepared database is stale, and its loader. */
  demo?: { folder: string; load: (target: DemoTarget) => Promise<void> };
  /** Environment variables of the functions besides those that Supabase sets. */
  functionEnv?: (facts: FunctionFacts) => Record<string, string>;
  /** Files that functions can read; no other is readable. */
  readableFiles?: readonly string[];
  /** Functions with a path of their own on the web port: `{ '/api': 'api' }`. */
  webRoutes?: Readonly<Record<string, string>>;
  /** The page on the web port. `server` is the one that listens there; `call` asks the functions of the project. */
  page?: (connection: Connection, server: Server, call: CallFunction) => Page | Promise<Page>;
  /** The functions to call on schedule. */
  jobs?: (sql: Sql) => Promise<CronJob[]>;
  /** Makes a function that returns the ids of the people who have signed in since its last call, if that is logged. */
  signIns?: (sql: Sql) => Promise<() => Promise<number[]>>;
  /** Values that monitoring reads besides those of the server. */
  measures?: (sql: Sql) => Promise<Measure[]>;
  /** Warnings of `/readyz` while the server works, in a few words for strangers. */
  warnings?: (sql: Sql) => Promise<string[]>;
  /** The hooks of Auth, and the rules that triggers apply on hosted Supabase. */
  authHooks?: (sql: Sql) => AuthHooks;
  /** Sends the mails that a request to Auth has queued, by calling functions. */
  sendMails?: (sql: Sql, call: (path: string) => Promise<Response>) => Promise<void>;
  /** Returns the bytes to store for an uploaded file; default: as they are. */
  fileToStore?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  /** The address for which a function of the project sends a request; undefined if it is not from one, or not proved. */
  callerOf?: (headers: Headers, secretKey: string) => Promise<string | undefined>;
}
