import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import { imageFile } from '../support/files/image-files.ts';
import { notificationsOf, sendQuote, value } from '../rules/support.ts';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import { ONE_PIXEL_PNG } from '../support/one-pixel.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, withToken } from './api-client.ts';

const scheduler = () => new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } });
const run = async (job: string) => Object(await scheduler().post(`/housekeeping/${job}`)).body;

test('only the scheduler runs housekeeping, and an unknown job answers 404', async () => {
  for (const client of [new ApiClient(), withToken(await world.person('adam'))]) {
    expect(await client.post('/housekeeping/notifications')).toAnswer(401);
  }
  expect(await scheduler().post('/housekeeping/everything')).toAnswer(404);
  expect(await scheduler().get('/housekeeping/notifications')).toAnswer(404);
});

test('[A616] the job of exchange rates does nothing without an address', async () => {
  expect(await run('exchange-rates')).toEqual({
    job: 'exchange-rates',
    handled: 0,
    message: 'No address of exchange rates is set.',
  });
});

test('expired rows are removed once, a minute after their time and not a minute before', async ({ anna }) => {
  // Each row is named after the side of the edge on which it lies.
  const edge = (time: string) =>
    `(values ('young', now() - interval '${time}' + interval '1 minute'), ('old', now() - interval '${time}' - interval '1 minute')) as e (side, at)`;
  await world.sql(
    `insert into public.notifications (user_id, message, created_at) select $1, side, at from ${edge('90 days')}`,
    [anna.id],
  );
  await world.sql(
    `insert into public.guest_visits (session_id, page_path, referrer, created_at) select 'session-' || side, '/', 'direct', at from ${edge('90 days')}`,
  );
  await world.sql(
    `insert into private.rate_limit_uses (action, subject, window_started_at, used) select 'post', side, at, 1 from ${edge('2 days')}`,
  );
  await world.sql(`insert into private.mail_outbox (recipient, template, status, sent_at, created_at)
    select side || '@b.example', 'test', s, case when s = 'sent' then now() end, at
    from unnest(array['sent', 'failed', 'bounced', 'queued']) as s, ${edge('30 days')}`);
  await world.sql(
    `insert into private.mail_days (day, sent) select (now() at time zone 'utc')::date - d, d from unnest(array[30, 31]) as d`,
  );
  await world.sql(
    `insert into public.content_hits (rule_name, action, context, entity, created_at) select side, 'flag', 'quote', 'quote', at from ${edge('30 days')}`,
  );
  await world.sql(
    `with batches as (
       insert into public.moderation_batches (action, actor_id, reason, created_at)
       select 'spam', $1, side, at from ${edge('30 days')} returning id, created_at)
     insert into private.moderation_changes (batch_id, kind, subject_id, changed_at)
     select id, 'post', 1, created_at from batches`,
    [anna.id],
  );
  await world.sql(
    `insert into public.feedback (email, category, subject, message, page_path, user_agent, deleted_at)
     select 'x@example.com', 'bug', side || ' map', 'The map does not open.', '/', 'x', at from ${edge('30 days')}`,
  );
  await world.sql(
    `insert into private.empty_searches (day, term) select (now() at time zone 'utc')::date - d, 'x' || d from unnest(array[90, 91]) as d`,
  );
  await world.sql(
    `insert into private.sign_in_places (session_id, profile_id, network, program, last_at)
     select gen_random_uuid(), $1, case side when 'old' then '203.0.113.1' else '203.0.113.2' end::cidr, gen_random_uuid(), at from ${edge('90 days')}`,
    [anna.id],
  );
  await world.sql(
    `insert into auth.users (id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
     select gen_random_uuid(), 'authenticated', 'authenticated', side || '@unverified.example', 'x', '{"provider": "email"}',
       jsonb_build_object('username', side, 'termsVersion', $1::text) from ${edge('48 hours')}`,
    [TERMS_VERSION],
  );
  await world.sql(`update public.profiles p set created_at = at from ${edge('48 hours')} where p.username = side`);
  await world.sql(
    `insert into private.ended_registrations (auth_id, email, ended_at) select gen_random_uuid(), side, at from ${edge('48 hours')}`,
  );
  await world.sql(
    `insert into public.audit_log (action, entity, created_at) select side, 'post', at from ${edge('2 years')}`,
  );
  await world.sql(`insert into private.idempotent_writes (subject, key, request_hash, lease, leased_until, created_at)
    select 'user 1', side, 'x', gen_random_uuid(), now(), at from ${edge('24 hours')}`);
  await world.sql(
    `insert into private.vocabulary (word, checked_at) select side || 'where', at from ${edge('7 days')}`,
  );

  const removed = {
    vocabulary: 1,
    'audit-log': 1,
    notifications: 1,
    'guest-visits': 1,
    'rate-limits': 1,
    'mail-log': 3,
    'content-hits': 1,
    'bulk-actions': 3,
    'empty-searches': 1,
    'sign-in-places': 1,
    'repeated-writes': 1,
    registrations: 1,
  };
  for (const [job, handled] of Object.entries(removed)) {
    expect(await run(job)).toMatchObject({ job, handled, message: expect.stringContaining(String(handled)) });
    expect(await run(job), `${job} again`).toMatchObject({ handled: 0 });
  }
  const left = async (query: string) => (await world.sql<{ what: string }>(query)).map(({ what }) => what);
  expect(await left('select message as what from public.notifications')).toEqual(['young']);
  expect(await left(`select email as what from auth.users where email like '%@unverified.example'`)).toEqual([
    'young@unverified.example',
  ]);
  expect(await left('select email as what from private.ended_registrations')).toEqual(['young']);
  expect(await left('select session_id as what from public.guest_visits')).toEqual(['session-young']);
  expect(await left(`select subject as what from private.rate_limit_uses where action = 'post'`)).toEqual(['young']);
  expect(
    await left(`select status || ' ' || split_part(recipient, '@', 1) as what from private.mail_outbox order by 1`),
  ).toEqual(['bounced young', 'failed young', 'queued old', 'queued young', 'sent young']);
  expect(await left('select sent::text as what from private.mail_days')).toEqual(['30']);
  expect(await left('select rule_name as what from public.content_hits')).toEqual(['young']);
  expect(await left('select reason as what from public.moderation_batches')).toEqual(['young']);
  expect(await left('select subject as what from public.feedback')).toEqual(['young map']);
  expect(await left('select term as what from private.empty_searches')).toEqual(['x90']);
  expect(await left('select host(network) as what from private.sign_in_places')).toEqual(['203.0.113.2']);
  expect(await left('select action as what from public.audit_log')).toEqual(['young']);
  expect(await left('select key as what from private.idempotent_writes')).toEqual(['young']);
});

test('a job runs until nothing is left, however small its batches are', async () => {
  await world.sql(
    `insert into private.vocabulary (word, checked_at) select 'word' || n, now() - interval '8 days' from generate_series(1, 1001) as n`,
  );
  expect(await run('vocabulary')).toMatchObject({ handled: 1_001 });
  await world.sql(`do $$ begin
    set local session_replication_role = replica;
    insert into public.accounts (profile_id, email, suspended_until, suspension_reason)
    select 1000 + n, n || '@x.example', now() - interval '1 day', 'x' from generate_series(1, 1001) as n;
    set local session_replication_role = origin;
  end $$`);
  expect(await run('suspensions')).toMatchObject({ handled: 1_001 });
  expect(await world.sql('select count(*)::int as n from public.audit_log')).toEqual([{ n: 1_001 }]);
});

test('expired suspensions end, and the audit log says so', async ({ anna }) => {
  const bob = await world.person('bob');
  await world.sql(
    `update public.accounts set suspension_reason = 'x',
    suspended_until = now() + make_interval(mins => case when profile_id = $1 then -1 else 1 end)`,
    [anna.id],
  );
  expect(await run('suspensions')).toMatchObject({ handled: 1 });
  expect(await run('suspensions')).toMatchObject({ handled: 0 });
  expect(
    await world.sql('select profile_id::int as id from public.accounts where suspended_until is not null'),
  ).toEqual([{ id: bob.id }]);
  expect(await world.sql('select action, entity_id, actor_id from public.audit_log')).toEqual([
    { action: 'end_suspension', entity_id: String(anna.id), actor_id: null },
  ]);
});

test('[A621] owners are told once that a deadline has passed, also when two runs overlap', async ({ anna, bob }) => {
  const later = new Date(Date.now() + 86_400_000).toISOString();
  for (const owner of [anna, anna, bob]) await world.createPost(owner, { quote_deadline: later });
  const open = await world.createPost(bob, { quote_deadline: later });
  await world.sql(`update public.posts set quote_deadline = now() - interval '1 second' where id <> $1`, [open.id]);
  const runs = await Promise.all([run('quote-deadlines'), run('quote-deadlines')]);
  expect(runs.reduce((sum, { handled }) => sum + handled, 0)).toBe(3);
  expect(await run('quote-deadlines')).toEqual({
    job: 'quote-deadlines',
    handled: 0,
    message: 'Looked at 0 deadlines that passed.',
  });
  expect(await notificationsOf(anna)).toHaveLength(2);
  expect(await notificationsOf(bob)).toHaveLength(1);
});

test('unused files are removed after 24 hours, row and file, and used ones never', async ({ anna }) => {
  const upload = async () => {
    const path = `${anna.authId}/${randomUUID()}.png`;
    const { error } = await anna.client.storage
      .from('post-images')
      .upload(path, ONE_PIXEL_PNG, { contentType: 'image/png' });
    if (error) throw error;
    return path;
  };
  const [shown, unused, young] = [await upload(), await upload(), await upload()];
  await world.createPost(anna, { images: [shown] });
  const thumbnail = shown.replace('.png', '.thumb.webp');
  await anna.client.storage.from('post-images').upload(thumbnail, ONE_PIXEL_PNG, { contentType: 'image/webp' });
  await world.sql(
    `update storage.objects set created_at = now() - interval '24 hours' + case when name = $1 then 1 else -1 end * interval '1 minute'`,
    [young],
  );

  expect(await run('uploads')).toMatchObject({ handled: 1, message: 'Removed 1 unused file older than 24 hours.' });
  expect(await run('uploads')).toMatchObject({ handled: 0 });
  const names = (await world.sql<{ name: string }>('select name from storage.objects')).map(({ name }) => name);
  expect(names.sort()).toEqual([shown, young, thumbnail].sort());
  const status = async (path: string) =>
    (await fetch(anna.client.storage.from('post-images').getPublicUrl(path).data.publicUrl)).status;
  expect([await status(shown), await status(thumbnail), await status(young)]).toEqual([200, 200, 200]);
  expect(await status(unused)).toBeGreaterThanOrEqual(400);

  // A row cannot take a file that is about to be removed.
  await world.sql(`update storage.objects set created_at = now() - interval '25 hours' where name = $1`, [young]);
  await world.sql('select private.doom_unused_uploads(10)');
  await expect(world.createPost(anna, { images: [young] })).rejects.toThrow('Unknown image');
  expect(await run('uploads')).toMatchObject({ handled: 1 });
});

test('thumbnails are removed with their image: a replaced image, a deleted post, a deleted user', async ({
  anna,
  bob,
}) => {
  const mona = await world.person('mona');
  const upload = async (who: Person, path: string, type = 'image/png') => {
    const { error } = await who.client.storage.from('post-images').upload(path, ONE_PIXEL_PNG, { contentType: type });
    if (error) throw error;
    return path;
  };
  const thumbnailOf = (path: string) => path.replace('.png', '.thumb.webp');
  const pair = async (who: Person) => {
    const path = await upload(who, `${who.authId}/${randomUUID()}.png`);
    await upload(who, thumbnailOf(path), 'image/webp');
    return path;
  };
  const kept = await pair(anna);
  const [replaced, ofPost, ofPerson] = [await pair(anna), await pair(anna), await pair(bob)];
  const post = await world.createPost(anna, { images: [kept, replaced] });
  const deleted = await world.createPost(anna, { images: [ofPost] });
  await world.createPost(bob, { images: [ofPerson] });
  // Nobody shows these, whatever they are called: an upload that broke off behind its thumbnail, and names beside one that is shown.
  const alone = await upload(anna, `${anna.authId}/${randomUUID()}.thumb.webp`, 'image/webp');
  const beside = [
    await upload(anna, kept.replace('.png', '.gif'), 'image/gif'),
    await upload(anna, kept.replace('.png', '.thumb.png')),
  ];
  expect(await run('uploads')).toMatchObject({ handled: 0 });

  await value(
    anna.client
      .from('posts')
      .update({ images: [kept] })
      .eq('id', post.id)
      .select('id'),
  );
  await value(anna.client.from('posts').delete().eq('id', deleted.id).select('id'));
  expect(await mona.client.rpc('delete_user', { user_id: bob.id, username: bob.username })).toAnswer(200);
  await world.sql(`update storage.objects set created_at = now() - interval '25 hours'`);
  const gone = [replaced, ofPost, ofPerson].flatMap((path) => [path, thumbnailOf(path)]);
  expect(await run('uploads')).toMatchObject({ handled: [...gone, alone, ...beside].length });
  const names = (await world.sql<{ name: string }>('select name from storage.objects')).map(({ name }) => name);
  expect(names.sort()).toEqual([kept, thumbnailOf(kept)].sort());
  for (const path of [...gone, alone, ...beside]) {
    const { data } = anna.client.storage.from('post-images').getPublicUrl(path);
    expect((await fetch(data.publicUrl)).status).toBeGreaterThanOrEqual(400);
  }
});

test('new files are inspected however they came, and dangerous ones removed from whatever shows them', async ({
  anna,
}) => {
  const bob = await world.person('bob');
  const adam = await world.person('adam');
  const bomb = imageFile('image/png', { width: 20_000, height: 20_000 });
  const put = async (
    who: Person,
    bucket: string,
    bytes: Uint8Array<ArrayBuffer> | string,
    ending: string,
    type: string,
  ) => {
    const path = `${who.authId}/${randomUUID()}${ending}`;
    const { error } = await who.client.storage
      .from(bucket)
      .upload(path, new Blob([bytes], { type }), { contentType: type });
    if (error) throw error;
    return path;
  };
  const good = await put(
    anna,
    'post-images',
    imageFile('image/jpeg', { width: 8_000, height: 5_000 }),
    '.jpg',
    'image/jpeg',
  );
  const goodThumbnail = good.replace('.jpg', '.thumb.webp');
  await anna.client.storage.from('post-images').upload(goodThumbnail, new Blob([bomb], { type: 'image/webp' }));
  const large = await put(
    anna,
    'post-images',
    imageFile('image/webp', { frames: [{ width: 9_000, height: 9_000 }] }),
    '.webp',
    'image/webp',
  );
  const html = await put(anna, 'post-images', '<html><script>alert(1)</script>', '.png', 'image/png');
  const face = await put(anna, 'avatars', imageFile('image/gif', { width: 2_000, height: 2_001 }), '.gif', 'image/gif');
  const news = await put(adam, 'news-images', bomb, '.png', 'image/png');
  const program = await put(bob, 'quote-documents', 'MZ program', '.pdf', 'application/pdf');
  const offer = await put(bob, 'quote-documents', '%PDF-1.7', '.pdf', 'application/pdf');
  const plan = await put(anna, 'post-documents', 'MZ program', '.pdf', 'application/pdf');
  const drawing = await put(bob, 'message-files', bomb, '.png', 'image/png');
  const post = await world.createPost(anna, {
    title: 'Steel',
    images: [large, good, html, 'https://example.com/a.png'],
  });
  expect(
    await anna.client.rpc('set_post_documents', { post_id: post.id, documents: [{ path: plan, name: 'a.pdf' }] }),
  ).toAnswer(204);
  await value(anna.client.from('profiles').update({ avatar_path: face }).eq('id', anna.id).select('id'));
  await value(
    adam.client
      .from('news_items')
      .insert({ title: 'x', images: [news] })
      .select('id'),
  );
  const [quote] = await value(
    sendQuote(bob.client, post.id, {
      attachments: [
        { path: program, name: 'a.pdf' },
        { path: offer, name: 'b.pdf' },
      ],
    }),
  );
  await value(
    bob.client.rpc('send_message', {
      quote_id: quote?.quote_id ?? 0,
      content: 'x',
      attachments: [{ path: drawing, name: 'c.png' }],
    }),
  );

  const refused = [goodThumbnail, large, html, face, news, program, plan, drawing];
  expect(await run('inspection')).toMatchObject({
    handled: refused.length,
    message: 'Removed 8 files that nobody should open.',
  });
  expect(await run('inspection')).toMatchObject({ handled: 0 });
  expect(await world.sql('select images from public.posts')).toEqual([{ images: [good, 'https://example.com/a.png'] }]);
  expect(await world.sql('select avatar_path from public.profiles where id = $1', [anna.id])).toEqual([
    { avatar_path: null },
  ]);
  expect(await world.sql('select images from public.news_items')).toEqual([{ images: [] }]);
  expect(
    await world.sql(`select path from public.quote_attachments union all select path from public.message_attachments
      union all select path from public.post_attachments`),
  ).toEqual([{ path: offer }]);
  const names = (await world.sql<{ name: string }>('select name from storage.objects')).map(({ name }) => name);
  expect(names.sort()).toEqual([good, offer].sort());
  const pictures = 'A picture was removed from "Steel": it is too large or no picture';
  const removed = 'A file was removed from "Steel": it is too large or not of its type';
  const told = async (person: Person) =>
    (await notificationsOf(person))
      .filter(({ data }) => Object(data).type === 'picture')
      .map(({ message, data }) => [message, data])
      .toSorted();
  const toPost = { type: 'picture', postId: post.id };
  expect(await told(anna)).toEqual([removed, pictures, pictures].map((text) => [text, toPost]));
  const toQuote = { type: 'picture', quoteId: quote?.quote_id };
  expect(await told(bob)).toMatchObject([
    [removed, toQuote],
    [removed, { ...toQuote, messageId: expect.any(Number) }],
  ]);
  // Both parties read what the quote had, and a decision on the quote with the file is one on another version.
  expect(await world.sql('select actor_id, kind, before, after from public.quote_events')).toEqual([
    {
      actor_id: null,
      kind: 'remove_file',
      before: {
        attachments: [
          { path: program, name: 'a.pdf' },
          { path: offer, name: 'b.pdf' },
        ],
      },
      after: { attachments: [{ path: offer, name: 'b.pdf' }] },
    },
  ]);
  expect(
    await anna.client.rpc('accept_quote', {
      quote_id: quote?.quote_id ?? 0,
      expected_version: 1,
      close_request: false,
    }),
  ).toAnswer(409);
  // Its name cannot be taken again, and what comes later is looked into as well.
  await expect(world.createPost(anna, { images: [large] })).rejects.toThrow('Unknown image');
  await put(anna, 'post-images', bomb, '.png', 'image/png');
  expect(await run('inspection')).toMatchObject({ handled: 1 });
});

test('any number of new files is inspected, each once', async ({ anna }) => {
  const put = async (bytes: BlobPart) => {
    const { error } = await anna.client.storage
      .from('post-images')
      .upload(`${anna.authId}/${randomUUID()}.png`, new Blob([bytes], { type: 'image/png' }));
    if (error) throw error;
  };
  for (let n = 0; n < 60; n += 1) await put(ONE_PIXEL_PNG);
  await put('no picture');
  expect(await run('inspection')).toMatchObject({ handled: 1 });
  expect(await world.sql('select count(*)::int as left from private.uploads_to_inspect(1000)')).toEqual([{ left: 0 }]);
});

test('a file that ended the inspection three times is removed, and one that did so twice is inspected', async ({
  anna,
}) => {
  const put = async () => {
    const path = `${anna.authId}/${randomUUID()}.png`;
    await anna.client.storage.from('post-images').upload(path, new Blob([ONE_PIXEL_PNG], { type: 'image/png' }));
    return path;
  };
  const [twice, thrice] = [await put(), await put()];
  const setTries = (name: string, tries: number) =>
    world.sql('update private.new_uploads set tries = $2 where name = $1', [name, tries]);
  await setTries(twice, 2);
  await setTries(thrice, 3);
  expect(await run('inspection')).toMatchObject({ handled: 1 });
  expect(await world.sql('select name from storage.objects')).toEqual([{ name: twice }]);
  expect(await world.sql('select * from private.uploads_to_inspect(1000)')).toEqual([]);
});

test('a try of a file is counted before its content is read, and taken back when Storage is down', async ({ anna }) => {
  await anna.client.storage
    .from('post-images')
    .upload(`${anna.authId}/${randomUUID()}.png`, new Blob([ONE_PIXEL_PNG], { type: 'image/png' }));
  const [upload] = await world.sql<{ id: number }>('select id::int from private.uploads_to_inspect(1)');
  const count = async (change: number) =>
    (await world.service.rpc('count_inspection', { upload: upload?.id ?? 0, change })).data;
  expect([await count(1), await count(1), await count(-1), await count(-1), await count(-1)]).toEqual([1, 2, 1, 0, 0]);
  expect((await world.service.rpc('count_inspection', { upload: 0, change: 1 })).data).toBe(0);
});

test('housekeeping can be started from the command line', async () => {
  const script = fileURLToPath(new URL('../../../scripts/commands/housekeeping.mjs', import.meta.url));
  const env = { ...process.env, SUPABASE_URL: world.supabaseUrl, CRON_SECRET: world.cronSecret };
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'notifications', 'mail'], { env });
  expect(stdout).toBe(
    'Removed 0 notifications older than 90 days, or beyond 10,000 of a user.\nMail: 0 sent, 0 bounced, 0 to be tried again, 0 failed.\n',
  );
  await expect(promisify(execFile)(process.execPath, [script, 'nothing'], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Job not found'),
  });
});
