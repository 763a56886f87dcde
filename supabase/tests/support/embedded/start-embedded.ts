/** The embedded Supabase as a backend for tests: new data in a temporary folder or on a real Postgres, on free ports. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadKeys } from 'embedded-supabase/keys';
import { startLocalSupabase, type LocalSupabaseOptions } from '../../../local/server.ts';
import type { Backend } from '../backend.ts';
import { createOwnDatabase, POSTGRES_URL } from '../postgres/own-database.ts';
import { resetStatement } from './reset.ts';

export interface EmbeddedOptions extends Pick<
  LocalSupabaseOptions,
  'runtime' | 'requireEmailVerification' | 'addressLimits' | 'anyQuery'
> {
  /** 'build' also serves the output of `npm run build`. */
  web?: 'build' | 'none';
  /** The real Postgres on which a new database is created; undefined for the database in the folder. */
  postgresUrl?: string | undefined;
}

/** Starts a backend without demo data, on the Postgres of the suite if it has one. */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<{
  backend: Backend;
  stop: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'test-supabase-'));
  const { postgresUrl = process.env[POSTGRES_URL] } = options;
  if (process.env.TEST_DATABASE === 'postgres' && !postgresUrl)
    throw new Error('These tests are for a real Postgres, and there is none');
  const server = await startLocalSupabase({
    dataDir,
    ...(postgresUrl && { databaseUrl: await createOwnDatabase(postgresUrl) }),
    webPort: 0,
    supabasePort: 0,
    demo: false,
    web: options.web ?? 'none',
    requireEmailVerification: options.requireEmailVerification ?? false,
    runtime: options.runtime,
    // All users in a test have one address.
    addressLimits: options.addressLimits ?? false,
    anyQuery: options.anyQuery ?? false,
    // The mail servers of tests are on this machine.
    privateSmtpHosts: '127.0.0.1',
    // Tests start the jobs that they test.
    cron: false,
    // A busy machine may take longer than people wait.
    headMs: 20_000,
    quiet: true,
  });
  const reset = await resetStatement((text, params) => server.sql(text, params));
  const { webUrl, supabaseUrl, publishableKey, secretKey, cronSecret } = server;
  return {
    backend: {
      webUrl,
      supabaseUrl,
      publishableKey,
      secretKey,
      cronSecret,
      jwtSecret: (await loadKeys(dataDir)).jwtSecret,
      sql: (text, params) => server.sql(text, params),
      mails: {
        list: async (to) =>
          server.mails.list(to).map((mail) => ({ ...mail, text: mail.text ?? '', html: mail.html ?? '' })),
        clear: async () => server.mails.clear(),
      },
      reset: async () => {
        await server.sql(reset);
        server.mails.clear();
      },
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
