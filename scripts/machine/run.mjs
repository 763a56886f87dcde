/** `node scripts/machine/run.mjs <command>` runs a command of scripts/commands that is written in TypeScript. */
import { prepareTypeScript, runCommand } from './command.mjs';

const [command] = process.argv.splice(2, 1);
await runCommand(async () => {
  await prepareTypeScript();
  await import(`../commands/${command}.ts`);
});
