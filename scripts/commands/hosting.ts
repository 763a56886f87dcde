/** `npm run hosting -- <host>`: writes the configuration of a static host next to the built page (docs/deploy.md). */
import { writeHosting } from '../../deploy/write.ts';
import { root } from '../checks/project-files.mjs';

const written = await writeHosting(root, process.argv.slice(2), process.env);
console.log(`Written: ${written.join(', ')}`);
