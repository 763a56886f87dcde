import '../../../../scripts/machine/quiet-tools.mjs';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../../node_modules/supabase/dist/supabase.js', import.meta.url));
const project = fileURLToPath(new URL('../../../../', import.meta.url));

type Ended = { code: number; stdout: string; stderr: string };

/** Runs the supabase CLI in a folder, without telemetry; resolves whatever its exit code is. */
export const supabaseCliIn = (folder: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const command = [program, '--workdir', folder, ...args];
    execFile(process.execPath, command, { maxBuffer: 50_000_000 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : Number(error !== null), stdout, stderr });
    });
  });

/** Runs it on this project. */
export const supabaseCli = (...args: string[]): Promise<Ended> => supabaseCliIn(project, ...args);
