/** `npm run hosting -- <host>`: writes what a static host needs beside the built page (docs/deploy.md). */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstall } from '../machine/ensure-install.mjs';

try {
  ensureInstall();
  const { register } = await import('tsx/esm/api');
  register();
  const { writeHosting } = await import('../../deploy/write.ts');
  const written = await writeHosting(
    dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
    process.argv.slice(2),
    process.env,
  );
  console.log(`Written: ${written.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
