import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the page before the stories run; `npm test` has done so already when its suite `build` ran. */
export function build(): void {
  if (process.env['E2E_IS_BUILT']) return;
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
}
