import type { Sql } from '../database/database.ts';
import type { EdgeFunctions } from '../platform/edge-functions.ts';

/**
 * Sends the mails that a user is waiting for at once. These are the templates for which the trigger `send_at_once` calls
 * the same function on hosted Supabase, where the database can call it.
 */
export async function sendWaitingMails(sql: Sql, functions: EdgeFunctions, cronSecret: string): Promise<void> {
  if (!functions.names.includes('mail')) return;
  const waiting = await sql<{ id: number }>(
    `select id::int from private.mail_outbox
     where status = 'queued' and next_attempt_at <= now() and template in ('verify_email', 'reset_password', 'confirm_email')`,
  );
  for (const { id } of waiting) await functions.invoke(`mail/${String(id)}`, { authorization: `Bearer ${cronSecret}` });
}
