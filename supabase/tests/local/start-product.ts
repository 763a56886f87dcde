import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from 'embedded-supabase/free-port';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The product in a separate process, with its environment variables. */
export async function makeProduct(variables: Record<string, string>) {
  const [page, api, tools] = await Promise.all([freePort(), freePort(), freePort()]);
  const env = {
    ...process.env,
    ...variables,
    PORT: String(page),
    SUPABASE_PORT: String(api),
    STUDIO_PORT: String(tools),
  };

  /** Starts it with options of `npm start` and further variables. @returns its output when it is ready, or has exited instead */
  const start = async (options: string[] = [], further: Record<string, string> = {}) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('./run-product.ts', import.meta.url)), ...options],
      { cwd: root, env: { ...env, ...further } },
    );
    let output = '';
    const ended = once(child, 'close');
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes('Ctrl-C stops')) resolve();
        });
      }
    });
    await Promise.race([ended, ready]);
    const stop = async () => {
      child.kill('SIGTERM');
      await ended;
    };
    /** Its log has no reader any more. */
    const stopReading = () => {
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
    };
    return { output, stop, stopReading, exitCode: () => child.exitCode, pid: child.pid ?? 0 };
  };
  return { page: `http://localhost:${String(page)}`, env, start };
}
