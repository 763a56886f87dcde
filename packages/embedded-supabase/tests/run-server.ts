/**
 * Runs a server in a separate process, for tests that kill it: `run-server.ts <options as JSON>`. Prints its addresses
 * as one line of JSON. SIGUSR2 makes a promise fail that nothing waits for.
 */
import { z } from 'zod';
import { startEmbeddedSupabase } from '../src/server.ts';

const { dir, ...options } = z
  .object({
    dir: z.string(),
    dataDir: z.string(),
    supabasePort: z.number().optional(),
    databaseUrl: z.string().optional(),
    quiet: z.boolean().default(true),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

// Before the line that a test waits for: without it the signal ends the process.
process.on('SIGUSR2', () => void Promise.reject(new Error('Nothing waits for this failure')));

try {
  const server = await startEmbeddedSupabase({
    ...options,
    project: { dir, webRoutes: { '/api': 'api' } },
    requireEmailVerification: false,
  });
  const { supabaseUrl, webUrl, publishableKey, secretKey } = server;
  process.stdout.write(`${JSON.stringify({ supabaseUrl, webUrl, publishableKey, secretKey })}\n`);
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
