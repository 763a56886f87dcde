import { App, setExperimental, type ServerOptions } from '@supabase/lite';
import type { Database } from '../database/database.ts';
import { PUBLISHABLE_KEY, type Keys } from './keys.ts';
import type { ProjectConfig } from './project-config.ts';
import { sessionOf } from './token-state.ts';

export interface AppParts {
  database: Database;
  config: ProjectConfig;
  keys: Keys;
  files: NonNullable<App['_storageAdapter']>;
  /** Where the page lives: mails link to it. */
  siteUrl: string;
  /** Where the Supabase API is reached: providers come back to it. */
  supabaseUrl: string;
  requireEmailVerification: boolean;
}

/** The hook of config.toml: what Auth would mail, the queue of the database has already. */
const SENDS_NOTHING = { send: () => Promise.resolve() };

/**
 * Takes a token of a REST request at its word, as PostgREST does: before this, the gateway has checked it, and after it REST checks it
 * again. `@supabase/lite` would read its user and its session as well, and then go on whatever it found.
 */
const trustOnRest: NonNullable<ServerOptions['middlewares']>[number] = async (c, next) => {
  const [, token] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? [];
  const session = token !== undefined && c.req.path.startsWith('/rest/v1/') ? sessionOf(token) : undefined;
  if (session) {
    c.set('userId', session.sub);
    c.set('sessionId', session.session_id);
  }
  await next();
};

/**
 * The Supabase API (REST, Auth, Storage) on a database.
 * @param admin serves requests without a key, and the table editor: only behind a listener of its own.
 */
export async function createSupabaseApp(parts: AppParts, admin: boolean): Promise<App> {
  const { config, keys } = parts;
  // Its limits are applied before it, by auth-limits.ts.
  const { rate_limit: _limits, ...auth } = config.auth;
  const app = new App({
    connection: parts.database.connection,
    api: { ...config.api, external_url: parts.supabaseUrl },
    storage: { enabled: true, file_size_limit: config.storage.file_size_limit },
    studio: { enabled: admin },
    auth: {
      ...auth,
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: PUBLISHABLE_KEY,
      secret_key: keys.secretKey,
      site_url: parts.siteUrl,
      additional_redirect_urls: [...auth.additional_redirect_urls, `${parts.siteUrl}/**`],
      email: {
        ...auth.email,
        enable_signup: true,
        enable_confirmations: parts.requireEmailVerification,
      },
    },
    options: {
      server: { admin, disableStudio: !admin, ...(!admin && { middlewares: [trustOnRest] }) },
      drivers: { email: SENDS_NOTHING },
    },
  });
  app._storageAdapter = parts.files;
  await app.init();
  // After init(), which would print a warning on every start.
  setExperimental('storage', true);
  return app;
}

/** Serves a request by an app, as one scope of the database connection. `peer` is for the table editor's app alone. */
export function serveBy(app: App, database: Database, request: Request, peer: string | null): Promise<Response> {
  return database.scope(async () => app.fetch(request, { peerAddress: peer }));
}
