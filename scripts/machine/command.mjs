/** Shared helpers of the commands. Plain Node without dependencies, because it runs before they are installed. */
import { ensureInstall } from './ensure-install.mjs';

/**
 * Runs a command: an error is printed as one sentence, and the process exits with 1.
 * @param {() => Promise<void>} main
 */
export async function runCommand(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Installs missing packages; afterwards the process can import TypeScript. */
export async function prepareTypeScript() {
  ensureInstall();
  const { register } = await import('tsx/esm/api');
  register();
}
