/** `npm run hosting -- <host>`: writes the configuration of a static host next to the built page (docs/deploy.md). */
import { root } from '../checks/project-files.mjs';
import { prepareTypeScript, runCommand } from '../machine/command.mjs';

await runCommand(async () => {
  await prepareTypeScript();
  const { writeHosting } = await import('../../deploy/write.ts');
  const written = await writeHosting(root, process.argv.slice(2), process.env);
  console.log(`Written: ${written.join(', ')}`);
});
