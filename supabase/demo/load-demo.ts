import { readFile } from 'node:fs/promises';
import { postBodySchema } from '../functions/_shared/domain/post.ts';
import { plainNumber, quoteBodySchema } from '../functions/_shared/domain/quote.ts';
import { TERMS_VERSION } from '../functions/_shared/domain/terms.ts';
import { postRow } from '../functions/_shared/rows/post.ts';
import { quoteRow } from '../functions/_shared/rows/quote.ts';
import { demoAccounts, DEMO_PASSWORD } from './data/accounts.ts';
import { loadFeedback } from './load/load-feedback.ts';
import { loadNews } from './load/load-news.ts';
import { demoLikes } from './data/likes.ts';
import { loadMessages } from './load/load-messages.ts';
import { loadModeration } from './load/load-moderation.ts';
import { demoHidings } from './data/hidden-posts.ts';
import { pdfOf } from './load/pdf.ts';
import { avatarFile, imageFilesOf } from './load/image-files.ts';
import { demoPosts } from './data/posts/all-posts.ts';
import { quotationOf } from './load/quote-pdf.ts';
import { demoQuotes } from './data/quotes.ts';
import { stableUuid } from './data/random.ts';
import { demoReviews } from './data/reviews.ts';
import type { DemoTarget, Sql } from './load/target.ts';
import { demoVisits } from './data/visits.ts';

const HASH_ROUNDS = 6;
const UNREAD_OF_ANNA = 4;
const UNREAD_OF_OTHERS = 1;
/** What hosted Auth expects in columns that the embedded one may not have. */
const HOSTED_INSTANCE = '00000000-0000-0000-0000-000000000000';
const NO_TOKEN = {
  confirmation_token: '',
  recovery_token: '',
  email_change: '',
  email_change_token_new: '',
  email_change_token_current: '',
  phone_change: '',
  phone_change_token: '',
  reauthentication_token: '',
};

/**
 * Fills a freshly migrated database with the demo data: accounts, posts with images, likes, quotes with documents,
 * messages, reviews, hidden posts, news, feedback, notifications and visits. Times are relative to `now`; all else is the same on every run.
 * @throws when the data is there already (usernames are unique).
 */
export async function loadDemoData(target: DemoTarget, now = new Date()): Promise<void> {
  const muted = await muteMails(target.sql);
  await loadAccounts(target.sql, now);
  await loadAvatars(target);
  await loadPosts(target, now);
  await loadLikes(target.sql, now);
  await loadQuotes(target, now);
  await loadMessages(target, now);
  await loadReviews(target.sql, now);
  await hidePosts(target.sql, now);
  await loadNews(target, now);
  await loadFeedback(target, now);
  await placeNotifications(target.sql, now);
  await loadModeration(target, now);
  await loadVisits(target.sql, now);
  await target.sql('update private.mail_templates set is_enabled = true where template = any ($1)', [muted]);
}

/**
 * What happened weeks ago is no news to anybody: while it is loaded, no mail of it is queued.
 * @returns the templates to switch on again; those of codes and links cannot be switched off, and loading asks for none.
 */
async function muteMails(sql: Sql): Promise<string[]> {
  const muted = await sql<{ template: string }>(
    `update private.mail_templates set is_enabled = false
     where is_enabled and template not in ('verify_email', 'reset_password', 'confirm_email') returning template`,
  );
  return muted.map(({ template }) => template);
}

const timeBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

/** The ids of the accounts that were loaded, by username. */
async function readProfileIds(sql: Sql): Promise<(username: string) => number | undefined> {
  const profiles = await sql<{ id: number; username: string }>('select id::integer, username from public.profiles');
  const ids = new Map(profiles.map(({ id, username }) => [username, id]));
  return (username) => ids.get(username);
}

const authIdOf = (username: string) => stableUuid('account', username);
const postIdOf = (key: string) => stableUuid('post', key);

async function loadAccounts(sql: Sql, now: Date): Promise<void> {
  const [hashed] = await sql<{ hash: string }>(`select extensions.crypt($1, extensions.gen_salt('bf', $2)) as hash`, [
    DEMO_PASSWORD,
    HASH_ROUNDS,
  ]);
  if (!hashed) throw new Error('The password could not be hashed');

  const users = demoAccounts.map((account) => {
    const joined = new Date(now.getTime() - account.joinedDaysAgo * 86_400_000).toISOString();
    return {
      ...NO_TOKEN,
      id: authIdOf(account.username),
      instance_id: HOSTED_INSTANCE,
      aud: 'authenticated',
      role: 'authenticated',
      email: emailOf(account.username),
      encrypted_password: hashed.hash,
      email_confirmed_at: joined,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: {
        username: account.username,
        firstName: account.firstName,
        lastName: account.lastName,
        phoneNumber: account.phoneNumber,
        address: account.address,
        country: account.country,
        companyName: account.companyName,
        bio: account.bio,
        organization: account.organization,
        taxCode: account.taxCode,
        termsVersion: TERMS_VERSION,
      },
      created_at: joined,
      updated_at: joined,
    };
  });
  await insertRecords(sql, 'auth', 'users', users);
  await insertRecords(
    sql,
    'auth',
    'identities',
    users.map((user) => ({
      id: stableUuid('identity', user.email),
      provider: 'email',
      provider_id: user.id,
      user_id: user.id,
      identity_data: { sub: user.id, email: user.email, email_verified: true, phone_verified: false },
      last_sign_in_at: user.created_at,
      created_at: user.created_at,
      updated_at: user.created_at,
    })),
  );
  await sql(
    `update public.accounts a set role = r.role, terms_accepted_at = u.created_at, created_at = u.created_at
     from json_to_recordset($1::json) as r (auth_id uuid, role text)
     join auth.users u on u.id = r.auth_id join public.profiles p on p.auth_id = u.id
     where a.profile_id = p.id`,
    [JSON.stringify(demoAccounts.map(({ username, role }) => ({ auth_id: authIdOf(username), role })))],
  );
}

const emailOf = (username: string) => `${username}@example.com`;

/** Inserts records in order, leaving out what the table has no column for. */
async function insertRecords(
  sql: Sql,
  schema: string,
  table: string,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  const existing = await sql<{ column_name: string }>(
    `select column_name::text from information_schema.columns where table_schema = $1 and table_name = $2`,
    [schema, table],
  );
  const known = new Set(existing.map((row) => row.column_name));
  const columns = Object.keys(records[0] ?? {})
    .filter((column) => known.has(column))
    .join(', ');
  await sql(
    `insert into ${schema}.${table} (${columns}) select ${columns} from json_populate_recordset(null::${schema}.${table}, $1::json)`,
    [JSON.stringify(records)],
  );
}

async function loadAvatars({ sql, putObject }: DemoTarget): Promise<void> {
  const avatars = demoAccounts
    .filter((account) => account.hasAvatar)
    .map(({ username }) => ({
      username,
      authId: authIdOf(username),
      path: `${authIdOf(username)}/${stableUuid('avatar', username)}.webp`,
    }));
  for (const { username, authId, path } of avatars) {
    await putObject('avatars', path, await readFile(avatarFile(username)), 'image/webp', authId);
  }
  await sql(
    `update public.profiles p set avatar_path = r.path
     from json_to_recordset($1::json) as r (auth_id uuid, path text) where p.auth_id = r.auth_id`,
    [JSON.stringify(avatars.map(({ authId, path }) => ({ auth_id: authId, path })))],
  );
  await sql(
    `update public.profiles p set created_at = u.created_at, updated_at = u.created_at
     from auth.users u where u.id = p.auth_id and u.id = any ($1)`,
    [demoAccounts.map(({ username }) => authIdOf(username))],
  );
}

async function loadPosts({ sql, putObject }: DemoTarget, now: Date): Promise<void> {
  const idOf = await readProfileIds(sql);
  const rows = [];
  for (const post of demoPosts) {
    const authId = authIdOf(post.buyer);
    const images = [];
    for (const [index, files] of imageFilesOf(post).entries()) {
      const path = `${authId}/${stableUuid('picture', post.key, index)}`;
      await putObject('post-images', `${path}.webp`, await readFile(files.image), 'image/webp', authId);
      await putObject('post-images', `${path}.thumb.webp`, await readFile(files.thumbnail), 'image/webp', authId);
      images.push(`${path}.webp`);
    }
    const publishedAt = timeBefore(now, post.minutesAgo);
    rows.push({
      ...postRow(postBodySchema.parse({ ...post, images })),
      user_id: idOf(post.buyer),
      client_id: postIdOf(post.key),
      created_at: publishedAt,
      updated_at: publishedAt,
    });
  }
  await insertRecords(sql, 'public', 'posts', rows);
}

async function loadLikes(sql: Sql, now: Date): Promise<void> {
  await sql(
    `insert into public.post_likes (post_id, user_id, created_at)
     select t.id, p.id, $2::timestamptz - make_interval(mins => r.minutes_ago)
     from json_to_recordset($1::json) as r (auth_id uuid, client_id uuid, minutes_ago integer)
     join public.profiles p on p.auth_id = r.auth_id
     join public.posts t on t.client_id = r.client_id`,
    [
      JSON.stringify(
        demoLikes.map((like) => ({
          auth_id: authIdOf(like.username),
          client_id: postIdOf(like.postKey),
          minutes_ago: like.minutesAgo,
        })),
      ),
      now.toISOString(),
    ],
  );
}

async function loadQuotes({ sql, putObject }: DemoTarget, now: Date): Promise<void> {
  const idOf = await readProfileIds(sql);
  const posts = await sql<{ id: number; title: string; user_id: number; client_id: string }>(
    'select id::integer, title, user_id::integer, client_id from public.posts where client_id = any ($1)',
    [demoPosts.map(({ key }) => postIdOf(key))],
  );
  const rows = demoQuotes.map((quote) => {
    const post = posts.find(({ client_id }) => client_id === postIdOf(quote.postKey));
    const account = demoAccounts.find(({ username }) => username === quote.supplier);
    const isOrganization = quote.accountType === 'organization';
    const body = quoteBodySchema.parse({
      ...quote,
      postId: post?.id,
      organizationName: isOrganization ? account?.organization : null,
      taxCode: isOrganization ? account?.taxCode : null,
      // They are stored below, when the quotes have ids.
      attachments: [],
    });
    return {
      ...quoteRow(body),
      description: body.description ?? '',
      post_title: post?.title,
      post_owner_id: post?.user_id,
      supplier_id: idOf(quote.supplier),
      price_value: plainNumber(body.price),
      quantity_value: plainNumber(body.quantity),
      client_id: quote.clientId,
      created_at: timeBefore(now, quote.minutesAgo),
    };
  });
  await insertRecords(sql, 'public', 'quotes', rows);
  await sql(
    `insert into private.quote_waits (supplier_id, post_id, quoted_at)
     select q.supplier_id, q.post_id, max(q.created_at) from public.quotes q
     where q.client_id = any ($1) group by q.supplier_id, q.post_id`,
    [demoQuotes.map(({ clientId }) => clientId)],
  );

  const documents = [];
  for (const quote of demoQuotes) {
    for (const { uuid, name } of quote.attachments) {
      const authId = authIdOf(quote.supplier);
      const body = pdfOf(quotationOf(quote));
      const path = `${authId}/${uuid}.pdf`;
      await putObject('quote-documents', path, body, 'application/pdf', authId);
      documents.push({ client_id: quote.clientId, path, name, size_bytes: body.byteLength });
    }
  }
  await sql(
    `insert into public.quote_attachments (quote_id, path, name, size_bytes)
     select q.id, r.path, r.name, r.size_bytes
     from json_to_recordset($1::json) as r (client_id uuid, path text, name text, size_bytes bigint)
     join public.quotes q on q.client_id = r.client_id
     order by q.id, r.path`,
    [JSON.stringify(documents)],
  );
}

async function loadReviews(sql: Sql, now: Date): Promise<void> {
  const rows = demoReviews.map((review, position) => ({
    position,
    reviewer: authIdOf(review.reviewer),
    reviewed: authIdOf(review.reviewed),
    rating: review.rating,
    comment: review.comment,
    reply: review.reply,
    minutes_ago: review.minutesAgo,
  }));
  await sql(
    `with written as (
       insert into public.reviews (reviewer_id, reviewed_user_id, rating, comment, reply, replied_at, created_at, updated_at)
       select w.id, p.id, r.rating, r.comment, r.reply,
         case when r.reply is not null then t.at + ($2::timestamptz - t.at) / 5 end, t.at, t.at
       from json_to_recordset($1::json) as r (position integer, reviewer uuid, reviewed uuid, rating smallint, comment text, reply text, minutes_ago integer)
       join public.profiles w on w.auth_id = r.reviewer
       join public.profiles p on p.auth_id = r.reviewed
       cross join lateral (select $2::timestamptz - make_interval(mins => r.minutes_ago) as at) as t
       order by r.position
       returning reviewer_id, reviewed_user_id, rating, created_at)
     insert into public.notifications (user_id, message, data, created_at)
     select v.reviewed_user_id, format('%s left you a %s-star review', w.username, v.rating),
       jsonb_build_object('type', 'review'), v.created_at
     from written v join public.profiles w on w.id = v.reviewer_id`,
    [JSON.stringify(rows), now.toISOString()],
  );
}

async function loadVisits(sql: Sql, now: Date): Promise<void> {
  await sql(
    `insert into public.guest_visits (session_id, page_path, referrer, created_at)
     select r.session_id, r.page_path, r.referrer, $2::timestamptz - make_interval(mins => r.minutes_ago)
     from json_to_recordset($1::json) as r (session_id text, page_path text, referrer text, minutes_ago integer)
     order by r.minutes_ago desc, r.session_id`,
    [
      JSON.stringify(
        demoVisits.map((visit) => ({
          session_id: visit.sessionId,
          page_path: visit.pagePath,
          referrer: visit.referrer,
          minutes_ago: visit.minutesAgo,
        })),
      ),
      now.toISOString(),
    ],
  );
}

async function hidePosts(sql: Sql, now: Date): Promise<void> {
  const rows = demoHidings.map(({ postKey, by, reason }) => ({
    client_id: postIdOf(postKey),
    admin: by === 'owner' ? null : authIdOf(by),
    reason,
  }));
  await sql(
    `update public.posts t set is_hidden = true, hidden_reason = r.reason,
       hidden_by = coalesce((select p.id from public.profiles p where p.auth_id = r.admin), t.user_id),
       hidden_at = t.created_at + ($2::timestamptz - t.created_at) * 0.4
     from json_to_recordset($1::json) as r (client_id uuid, admin uuid, reason text) where t.client_id = r.client_id`,
    [JSON.stringify(rows), now.toISOString()],
  );
}

/**
 * The triggers wrote the notifications just now. Gives each the time of what it tells, numbers them in that order, and
 * marks all but the newest as read: whoever has answered a message has read it, too. A message is read when its
 * notification is.
 */
async function placeNotifications(sql: Sql, now: Date): Promise<void> {
  await sql(
    `update public.notifications n set created_at = coalesce(
       (select q.created_at from public.quotes q
        where n.data ->> 'type' = 'quote' and (
          q.id = (n.data ->> 'quoteId')::bigint
          or (q.post_id = (n.data ->> 'postId')::bigint
            and n.message = format('You have a new quote on your post "%s" from %s', q.post_title,
              (select p.username from public.profiles p where p.id = q.supplier_id))))),
       (select m.created_at from public.messages m where n.data ->> 'type' = 'message' and m.id = (n.data ->> 'messageId')::bigint),
       (select t.hidden_at from public.posts t where n.data ->> 'type' = 'post' and t.id = (n.data ->> 'postId')::bigint),
       n.created_at)`,
  );
  await sql(
    `with taken as (delete from public.notifications returning user_id, message, data, created_at),
     placed as (
       select t.*, row_number() over (partition by t.user_id order by a.is_answered, t.created_at desc, t.message) as newness,
         p.username = 'anna' as is_anna
       from taken t join public.profiles p on p.id = t.user_id
       cross join lateral (select exists (
         select 1 from public.messages m join public.messages r on r.quote_id = m.quote_id and r.id > m.id
         where t.data ->> 'type' = 'message' and m.id = (t.data ->> 'messageId')::bigint and r.sender_id = t.user_id)
         as is_answered) as a)
     insert into public.notifications (user_id, message, data, created_at, read_at)
     select user_id, message, data, created_at,
       case when newness > case when is_anna then $1::integer else $2::integer end
         then least($3::timestamptz, created_at + interval '3 hours') end
     from placed order by created_at, message`,
    [UNREAD_OF_ANNA, UNREAD_OF_OTHERS, now.toISOString()],
  );
  await sql(
    `update public.messages m set read_at = n.read_at from public.notifications n
     where n.data ->> 'type' = 'message' and m.id = (n.data ->> 'messageId')::bigint`,
  );
}
