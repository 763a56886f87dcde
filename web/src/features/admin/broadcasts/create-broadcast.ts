import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { ClientId } from '@/shared/form/send-once.ts';
import type { ValidBroadcast } from './broadcast-form-values.ts';

async function createBroadcast({
  message,
  audience,
  audienceValues,
  linkKind,
  linkId,
  withEmail,
  sendAt,
  clientId,
}: ValidBroadcast & { clientId: ClientId }) {
  dataOf(
    await supabase.rpc('create_broadcast', {
      broadcast: {
        message,
        audience,
        audience_values: audience === 'all' ? [] : audienceValues,
        link_kind: linkKind,
        link_id: linkId,
        with_email: withEmail,
        send_at: sendAt,
        client_id: clientId,
      },
    }),
  );
}

/** Sends a notification to an audience, now or later. Idempotent per client id. */
export const useCreateBroadcast = () => useWrite(createBroadcast, [keys.broadcasts.all, keys.notifications.all]);
