/** Helpers that the commands share. Plain Node without dependencies: it runs before there are any. */
import { ensureInstall } from './ensure-install.mjs';

/**
 * Runs a command for a person: an error is printed as one sentence, and the process exits with 1.
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

/** Installs what is missing; afterwards the process can import TypeScript. */
export async function prepareTypeScript() {
  ensureInstall();
  const { register } = await import('tsx/esm/api');
  register();
}
