/** Type check of the edge functions by Deno, as `supabase functions deploy` would see them. */
import './quiet-tools.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const functions = fileURLToPath(new URL('../supabase/functions', import.meta.url));
const deno = fileURLToPath(new URL('../node_modules/deno/bin.cjs', import.meta.url));
const entries = readdirSync(functions).map((name) => `${name}/index.ts`).filter((path) => existsSync(`${functions}/${path}`));

const { status } = spawnSync(process.execPath, [deno, 'check', '--quiet', ...entries], { cwd: functions, stdio: 'inherit' });
process.exit(status ?? 1);
