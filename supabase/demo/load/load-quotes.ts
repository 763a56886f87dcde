import { quoteBodySchema } from '../../functions/_shared/domain/quote.ts';
import { quoteRow } from '../../functions/_shared/rows/quote-row.ts';
import { demoAccounts } from '../data/accounts.ts';
import { demoPosts } from '../data/posts.ts';
import { demoQuotes } from '../data/quotes.ts';
import { authIdOf, postIdOf } from './demo-ids.ts';
import { pdfOf } from './pdf.ts';
import { quotePageOf } from './quote-pdf.ts';
import { insertRecords, readProfileIds, timeBefore } from './records.ts';
import type { DemoTarget } from 'embedded-supabase/demo-target';

/** Inserts quotes from the oldest to the newest, with their waiting times and attachments. */
export async function loadQuotes({ sql, putObject }: DemoTarget, now: Date): Promise<void> {
  const idOf = await readProfileIds(sql);
  const posts = await sql<{ id: number; title: string; user_id: number; client_id: string; facts: object }>(
    `select p.id::integer, p.title, p.user_id::integer, p.client_id, private.request_facts(p) as facts
     from public.posts p where p.client_id = any ($1)`,
    [demoPosts.map(({ key }) => postIdOf(key))],
  );
  const rows = demoQuotes.map((quote) => {
    const post = posts.find(({ client_id }) => client_id === postIdOf(quote.postKey));
    const account = demoAccounts.find(({ username }) => username === quote.supplier);
    const isOrganization = quote.accountType === 'organization';
    const sentAt = timeBefore(now, quote.minutesAgo);
    const body = quoteBodySchema.parse({
      ...quote,
      ...quote.first,
      postId: post?.id,
      organizationName: isOrganization ? account?.organization : null,
      taxCode: isOrganization ? account?.taxCode : null,
      // Attachments are stored below, when the quotes have ids.
      attachments: [],
    });
    return {
      ...quoteRow(body),
      description: body.description ?? '',
      post_title: post?.title,
      post_owner_id: post?.user_id,
      quoted_request: post?.facts,
      supplier_id: idOf(quote.supplier),
      client_id: quote.clientId,
      created_at: sentAt,
      changed_at: sentAt,
      valid_until: timeBefore(now, quote.minutesAgo - quote.validDays * 24 * 60).slice(0, 10),
    };
  });
  await insertRecords(sql, 'public', 'quotes', rows);
  await sql(
    `insert into private.quote_waits (supplier_id, post_id, quoted_at)
     select q.supplier_id, q.post_id, max(q.created_at) from public.quotes q
     where q.client_id = any ($1) group by q.supplier_id, q.post_id`,
    [demoQuotes.map(({ clientId }) => clientId)],
  );

  const attachments = [];
  for (const quote of demoQuotes) {
    for (const { uuid, name } of quote.attachments) {
      const authId = authIdOf(quote.supplier);
      const body = pdfOf(quotePageOf(quote));
      const path = `${authId}/${uuid}.pdf`;
      await putObject('quote-documents', path, body, 'application/pdf', authId);
      attachments.push({ client_id: quote.clientId, path, name, size_bytes: body.byteLength });
    }
  }
  await sql(
    `insert into public.quote_attachments (quote_id, path, name, size_bytes)
     select q.id, r.path, r.name, r.size_bytes
     from json_to_recordset($1::json) as r (client_id uuid, path text, name text, size_bytes bigint)
     join public.quotes q on q.client_id = r.client_id
     order by q.id, r.path`,
    [JSON.stringify(attachments)],
  );
}
