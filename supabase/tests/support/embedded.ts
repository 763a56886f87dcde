/** The embedded Supabase as a backend for tests: fresh data in a temporary folder, any free ports. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalSupabase } from '../../local/server.ts';
import type { Backend } from './backend.ts';
import { resetStatement } from './reset.ts';

/** Starts a backend without demo data; `web: 'build'` also serves what `npm run build` made. */
export async function startEmbedded(options: { web?: 'build' | 'none'; requireEmailVerification?: boolean } = {}): Promise<{
  backend: Backend;
  stop: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'test-supabase-'));
  const server = await startLocalSupabase({
    dataDir,
    webPort: 0,
    supabasePort: 0,
    demo: false,
    web: options.web ?? 'none',
    requireEmailVerification: options.requireEmailVerification ?? false,
    // Tests start the jobs that they look at.
    cron: false,
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
      sql: (text, params) => server.sql(text, params),
      mails: {
        list: async (to) => server.mails.list(to).map((mail) => ({ ...mail, text: mail.text ?? '', html: mail.html ?? '' })),
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
