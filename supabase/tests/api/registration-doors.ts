/** Every door that makes an account for an address and a password, found in the code. */
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import { AUTH_PATHS } from '../support/auth-paths.ts';
import type { ownWorld } from '../support/embedded/own-world.ts';
import { PASSWORD } from '../support/world.ts';
import { ApiClient } from './api-client.ts';
import { readDocument } from './openapi-document.ts';

type OwnWorld = Awaited<ReturnType<typeof ownWorld>>;
type Registration = { username: string; email: string; password?: string };

/** The door of Auth itself; the others are those of `/api`. */
export const AT_AUTH = '/auth/v1/signup';

/** Sends registrations to a path, with all that any door could ask for; answers the status. */
export const registerIn =
  (world: OwnWorld) =>
  async (path: string, { username, email, password = PASSWORD }: Registration): Promise<number> => {
    const isOfApi = path.startsWith('/api/');
    const answer = await fetch((isOfApi ? `${world.supabaseUrl}/functions/v1` : world.supabaseUrl) + path, {
      method: 'POST',
      headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        username,
        email,
        password,
        ...(!isOfApi && { data: { username, termsVersion: TERMS_VERSION }, create_user: true }),
      }),
    });
    await answer.body?.cancel();
    return answer.status;
  };

/**
 * Tries all paths that a guest can post to: the routes of `/api` and those of Auth.
 * @returns the paths, and those of them behind which there is an account afterwards
 */
export async function findDoors(world: OwnWorld): Promise<{ paths: string[]; doors: string[] }> {
  const client = new ApiClient({ base: `${world.supabaseUrl}/functions/v1` });
  const { operations } = readDocument((await client.get('/api/openapi.json')).body);
  const paths = [
    ...operations.filter((call) => call.method === 'POST' && call['x-access'] === 'anyone').map(({ path }) => path),
    ...AUTH_PATHS.map((path) => `/auth/v1${path}`),
  ];
  const doors: string[] = [];
  for (const path of paths) {
    await world.reset();
    await registerIn(world)(path, { username: 'newcomer', email: 'newcomer@example.com' });
    const made = await world.sql(`select 1 from auth.users where encrypted_password <> ''`);
    if (made.length > 0) doors.push(path);
  }
  return { paths, doors };
}
