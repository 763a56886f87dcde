import { App, setExperimental, type ServerOptions } from '@supabase/lite';
import type { Database } from '../database/database.ts';
import { PUBLISHABLE_KEY, type Keys } from './keys.ts';
import type { ProjectConfig } from './project-config.ts';
import { bearerToken, sessionOf } from './token-state.ts';

export interface AppParts {
  database: Database;
  config: ProjectConfig;
  keys: Keys;
  files: NonNullable<App['_storageAdapter']>;
  /** Address of the page, for links in mails. */
  siteUrl: string;
  /** Address of the Supabase API, to which sign-in providers redirect. */
  supabaseUrl: string;
  requireEmailVerification: boolean;
}

/** The mail hook of config.toml: nothing to send, because the database has queued the mail already. */
const SENDS_NOTHING = { send: () => Promise.resolve() };

/**
 * Trusts the token of a REST request, as PostgREST does: the gateway has verified it before, and REST verifies it again.
 * `@supabase/lite` would also query its user and its session, and then ignore the result.
 */
const trustOnRest: NonNullable<ServerOptions['middlewares']>[number] = async (c, next) => {
  const token = bearerToken(c.req.header('authorization'));
  const session = token !== undefined && c.req.path.startsWith('/rest/v1/') ? sessionOf(token) : undefined;
  if (session) {
    c.set('userId', session.sub);
    c.set('sessionId', session.session_id);
  }
  await next();
};

/**
 * The Supabase API (REST, Auth, Storage) on a database.
 * @param admin accepts requests without a key, and serves the table editor: only behind its own listener
 */
export async function createSupabaseApp(parts: AppParts, admin: boolean): Promise<App> {
  const { config, keys } = parts;
  // auth-limits.ts applies the limits before it.
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

/** Serves a request by an app, in one scope of the database connection. Only the app of the table editor has a `peer`. */
export function serveBy(app: App, database: Database, request: Request, peer: string | null): Promise<Response> {
  return database.scope(async () => app.fetch(request, { peerAddress: peer }));
}
