import { readFile } from 'node:fs/promises';
import { postBodySchema } from '../../functions/_shared/domain/post.ts';
import { requirementsSchema } from '../../functions/_shared/domain/requirements-schema.ts';
import { postRow } from '../../functions/_shared/rows/post-row.ts';
import { demoHidings } from '../data/moderation.ts';
import { demoLikes } from '../data/likes.ts';
import { demoPosts, type DemoPost, type DemoRequirements } from '../data/posts.ts';
import { stableUuid } from '../data/random.ts';
import { authIdOf, postIdOf } from './demo-ids.ts';
import { drawingPageOf } from './drawing-pdf.ts';
import { imageFilesOf } from './image-files.ts';
import { pdfOf } from './pdf.ts';
import { insertRecords, readProfileIds, timeBefore } from './records.ts';
import type { Sql } from 'embedded-supabase/database';
import type { DemoTarget } from 'embedded-supabase/demo-target';

/** Inserts posts from the oldest to the newest, with their images. */
export async function loadPosts({ sql, putObject }: DemoTarget, now: Date): Promise<void> {
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
      ...postRow({ ...postBodySchema.parse({ ...post, images }), requirements: requirementsOf(post, now) }),
      user_id: idOf(post.buyer),
      client_id: postIdOf(post.key),
      created_at: publishedAt,
      updated_at: publishedAt,
    });
  }
  await insertRecords(sql, 'public', 'posts', rows);
}

/** The requirements of the post; none for posts without decisions. */
function requirementsOf({ requirements }: DemoPost, now: Date) {
  const { neededInDays, deadlineInHours, document: _, ...rest }: Partial<DemoRequirements> = requirements ?? {};
  return requirementsSchema.parse({
    ...rest,
    neededBy: neededInDays && timeBefore(now, -neededInDays * 24 * 60).slice(0, 10),
    quoteDeadline: deadlineInHours && timeBefore(now, -deadlineInHours * 60),
  });
}

/** Stores the drawings of the posts that have one. */
export async function loadPostDocuments({ sql, putObject }: DemoTarget): Promise<void> {
  const rows = [];
  for (const post of demoPosts) {
    const { key, requirements } = post;
    if (!requirements?.document) continue;
    const body = pdfOf(drawingPageOf(post, requirements));
    const path = `${authIdOf(post.buyer)}/${stableUuid('drawing', key)}.pdf`;
    await putObject('post-documents', path, body, 'application/pdf', authIdOf(post.buyer));
    rows.push({ client_id: postIdOf(key), path, name: requirements.document, size_bytes: body.byteLength });
  }
  await sql(
    `insert into public.post_attachments (post_id, path, name, size_bytes)
     select p.id, r.path, r.name, r.size_bytes
     from json_to_recordset($1::json) as r (client_id uuid, path text, name text, size_bytes bigint)
     join public.posts p on p.client_id = r.client_id order by p.id`,
    [JSON.stringify(rows)],
  );
}

/** Inserts likes of posts. */
export async function loadLikes(sql: Sql, now: Date): Promise<void> {
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

/** Hides some posts, by their owners or by an admin. */
export async function hidePosts(sql: Sql, now: Date): Promise<void> {
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
