/**
 * Serves a tree of the product with demo data for `npm run bench -- page`, in a process of its own, until its standard input ends:
 * `node serve.mjs <folder of the tree> <folder for its data>`. Prints its addresses as one line of JSON.
 */
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';

const [tree = '', dataDir = ''] = process.argv.slice(2);
register();
const { startLocalSupabase } = await import(`${pathToFileURL(tree).href}/supabase/local/server.ts`);
const server = await startLocalSupabase({
  projectDir: tree,
  dataDir,
  demo: true,
  web: 'build',
  cron: false,
  quiet: true,
});
const { webUrl, supabaseUrl, publishableKey } = server;
console.log(JSON.stringify({ webUrl, supabaseUrl, publishableKey }));
process.stdin.resume().on('end', () => void server.stop().then(() => process.exit(0)));
