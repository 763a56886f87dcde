import { App, ensureHistoryTable, getAuthSchemaSql, getStorageSchemaSql, setExperimental } from '@supabase/lite';
import type { Database } from '../database/database.ts';
import { PUBLISHABLE_KEY, type Keys } from './keys.ts';
import { platformSql, rolesSql } from '../database/platform-sql.ts';
import type { ProjectConfig } from './project-config.ts';

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
 * Makes the schemas that the platform owns, with the roles first and without any grant on tables. Repeatable.
 * @throws when the roles are missing and the user of the database may not make them.
 */
export async function provisionPlatform(database: Database): Promise<void> {
  await database.exec(rolesSql).catch((error: unknown) => {
    throw new Error(
      `The roles of the API cannot be made: ${error instanceof Error ? error.message : String(error)}. Let a superuser run once in this database: psql -f deploy/roles.sql`,
      { cause: error },
    );
  });
  await database.exec(getAuthSchemaSql());
  await database.exec(getStorageSchemaSql());
  await ensureHistoryTable(database.connection);
  await database.exec(platformSql);
}

/**
 * The Supabase API (REST, Auth, Storage) on a database.
 * @param admin serves requests without a key, and the table editor: only behind a listener of its own.
 */
export async function createSupabaseApp(parts: AppParts, admin: boolean): Promise<App> {
  const { config, keys } = parts;
  // Its limits are applied before it, see auth-limits.ts.
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
    options: { server: { admin, disableStudio: !admin }, drivers: { email: SENDS_NOTHING } },
  });
  app._storageAdapter = parts.files;
  await app.init();
  // After init(), which would print a warning on every start.
  setExperimental('storage', true);
  return app;
}
