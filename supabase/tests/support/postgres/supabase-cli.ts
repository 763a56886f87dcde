import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../../node_modules/supabase/dist/supabase.js', import.meta.url));
const project = fileURLToPath(new URL('../../../../', import.meta.url));

/** Runs the supabase CLI on this project, without telemetry; resolves whatever its exit code is. */
export function supabaseCli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', SUPABASE_NO_UPDATE_NOTIFIER: '1' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, '--workdir', project, ...args],
      { env, maxBuffer: 50_000_000 },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : Number(error !== null), stdout, stderr });
      },
    );
  });
}
