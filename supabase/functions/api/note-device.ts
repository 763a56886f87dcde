import { secretClient } from '../_shared/clients.ts';
import { clientAddress } from '../_shared/http/client-address.ts';
import type { ApiContext } from '../_shared/http/context.ts';
import { sessionIdOf } from '../_shared/http/session.ts';

/** Stores for which program a session has just been made, for the list of devices. A failure does not stop the sign-in. */
export async function noteDevice(c: ApiContext, accessToken: string): Promise<void> {
  const id = sessionIdOf(accessToken);
  if (id === undefined) return;
  const { error } = await secretClient('signIn').rpc('note_device', {
    session_id: id,
    user_agent: c.req.header('User-Agent') ?? '',
    address: clientAddress(c),
  });
  if (error) console.error(c.get('requestId'), error);
}
