/**
 * `npm run main-admin -- <email>`: appoints a registered user with a confirmed address as the first main admin. The
 * server has to run: the local one is found through DATA_DIR and SUPABASE_PORT, any other through SUPABASE_URL and
 * SUPABASE_SECRET_KEY.
 */
import { runCommand } from '../machine/command.mjs';
import { post, secret } from './running-server.mjs';

await runCommand(async () => {
  const [email, ...rest] = process.argv.slice(2);
  if (!email || rest.length > 0) throw new Error('Name one address: npm run main-admin -- <email>');
  const name = await post(
    '/rest/v1/rpc/appoint_main_admin',
    { apikey: secret('SUPABASE_SECRET_KEY', 'secretKey') },
    { email },
  );
  console.log(`${name} is main admin now, and finds Admin in the menu of the avatar after the next load of the page.`);
});
