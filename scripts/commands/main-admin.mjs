/**
 * `npm run main-admin -- <email>`: appoints a registered user with a confirmed address as the first main admin. With
 * `--demote <email>`, the only main admin there is becomes a user in the same step: for one who is lost. The server has
 * to run: the local one is found through DATA_DIR and SUPABASE_PORT, any other through SUPABASE_URL and
 * SUPABASE_SECRET_KEY.
 */
import { parseArgs } from 'node:util';
import { runCommand } from '../machine/command.mjs';
import { post, secret } from './running-server.mjs';

await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: { demote: { type: 'string' } }, allowPositionals: true });
  const [email, ...rest] = positionals;
  if (!email || rest.length > 0)
    throw new Error('Name one address: npm run main-admin -- <email> [--demote <email of the only main admin>]');
  const name = await post(
    '/rest/v1/rpc/appoint_main_admin',
    { apikey: secret('SUPABASE_SECRET_KEY', 'secretKey') },
    { email, instead_of: values.demote ?? null },
  );
  console.log(`${name} is main admin now, and finds Admin in the menu of the avatar after the next load of the page.`);
});
