/**
 * Runs the product like `npm start`, without building the page: `run-product.ts [--demo | --no-demo]`, ports and
 * database from the environment.
 */
import { root } from './start-product.ts';
import { run } from '../../local/run.ts';

const given = process.argv.slice(2);
const demo = given.length === 0 ? undefined : given.includes('--demo');
await run({
  projectDir: root,
  web: 'build',
  reset: false,
  demo,
  env: process.env,
  build: async () => undefined,
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
