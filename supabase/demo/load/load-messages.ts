import type { DemoTarget } from 'embedded-supabase/demo-target';
import { demoMessages } from '../data/messages.ts';
import { authIdOf } from './demo-ids.ts';
import { pdfOf } from './pdf.ts';
import { quotePageOf } from './quote-pdf.ts';
import { demoQuotes } from '../data/quotes.ts';
import { stableUuid } from '../data/random.ts';

/** Writes the demo messages in order of time, and stores the attachments of some. */
export async function loadMessages({ sql, putObject }: DemoTarget, now: Date): Promise<void> {
  const rows = demoMessages.map((message, position) => ({
    position,
    sender: authIdOf(message.sender),
    quote_client_id: message.quoteId,
    client_id: message.clientId,
    content: message.content,
    minutes_ago: message.minutesAgo,
  }));
  await sql(
    `insert into public.messages (quote_id, sender_id, recipient_id, content, client_id, created_at)
     select q.id, p.id, case when q.supplier_id = p.id then q.post_owner_id else q.supplier_id end, r.content, r.client_id,
       $2::timestamptz - make_interval(mins => r.minutes_ago)
     from json_to_recordset($1::json) as r (position integer, sender uuid, quote_client_id uuid, client_id uuid, content text,
       minutes_ago integer)
     join public.profiles p on p.auth_id = r.sender
     join public.quotes q on q.client_id = r.quote_client_id
     order by r.position`,
    [JSON.stringify(rows), now.toISOString()],
  );

  const attachments = [];
  for (const { attachment, quoteId, clientId, sender } of demoMessages) {
    const quote = demoQuotes.find((each) => each.clientId === quoteId);
    if (!attachment || !quote) continue;
    const body = pdfOf(quotePageOf(quote));
    const path = `${authIdOf(sender)}/${stableUuid('message document', clientId)}.pdf`;
    await putObject('message-files', path, body, 'application/pdf', authIdOf(sender));
    attachments.push({ client_id: clientId, path, name: attachment, size_bytes: body.byteLength });
  }
  await sql(
    `insert into public.message_attachments (message_id, path, name, size_bytes)
     select m.id, r.path, r.name, r.size_bytes
     from json_to_recordset($1::json) as r (client_id uuid, path text, name text, size_bytes bigint)
     join public.messages m on m.client_id = r.client_id
     order by m.id`,
    [JSON.stringify(attachments)],
  );
}
